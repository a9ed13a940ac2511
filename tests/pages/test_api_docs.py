"""`/api/docs`: everything of the document stands on the page, in both languages, without anything of a reader."""

import re

import pytest
from django.test import Client
from django.utils import translation

from briefing.core import schema
from briefing.pages import api_docs
from tests.accounts.readers import signed_in

pytestmark = pytest.mark.django_db


def page(client: Client | None = None, lang: str = "en") -> str:
    response = (client or Client()).get(f"/api/docs?lang={lang}")
    assert (response.status_code, response["Content-Type"]) == (200, "text/html; charset=utf-8")
    return response.content.decode()


def test_every_operation_stands_on_the_page():
    text = page()
    for path in schema.document()["paths"]:
        assert f"{path}</code>" in text
    tried = re.findall(r'<form method="get" action="([^"]+)" data-path="([^"]+)"', text)
    assert [path for _action, path in tried] == [
        "/api/agenda", "/api/indicators", "/api/indicators/{code}", "/api/logs", "/api/news", "/api/reads",
        "/api/revisions",
    ]  # fmt: skip


def test_each_form_opens_an_answer_without_script():
    client = signed_in()
    for action in re.findall(r'<form method="get" action="([^"]+)" data-path', page(client)):
        # As a browser sends a form that nobody filled in: every field, empty.
        form = re.search(rf'action="{re.escape(action)}".*?</form>', page(client), re.S)[0]
        names = re.findall(r'<(?:select|input)[^>]* name="(\w+)"(?![^>]*disabled)', form)
        response = client.get(action, dict.fromkeys(names, ""))
        assert (action, response.status_code) == (action, 200)


def test_fields_and_parameters_are_those_of_the_models():
    operations, others = api_docs.documented(schema.document())
    series = next(each for each in operations if each.path == "/api/indicators/{code}")
    assert [(each.name, each.place, each.default) for each in series.parameters] == [
        ("code", "path", ""), ("lang", "query", "en"), ("range", "query", "all"), ("as_of", "query", ""),
    ]  # fmt: skip
    assert series.parameters[2].choices == ["1y", "5y", "10y", "all"]
    paths = {each.path: each.kind for each in series.fields}
    assert paths["figure.value"] == "number"
    assert paths["figure.observed_on"] == "date"
    assert paths["figure.percentile"] == "number, or null"
    assert paths["observations[].day"] == "date"
    assert paths["refused.code"] == "redistribution_refused"
    assert ("POST", "/api/analyze") in {(each.method, each.path) for each in others}


def test_every_text_of_the_document_on_the_page_is_translated():
    def texts(language: str) -> list[str]:
        with translation.override(language):
            operations, others = api_docs.documented(schema.document())
            return [
                text
                for each in operations
                for text in (
                    each.summary,
                    each.rules,
                    *(p.text for p in each.parameters),
                    *(f.text for f in each.fields),
                )
            ] + [each.summary for each in others]

    pairs = [(en, it) for en, it in zip(texts("en"), texts("it"), strict=True) if en]
    assert [en for en, it in pairs if en == it] == []
    assert len(pairs) > 80
    assert "I tuoi programmi" in page(lang="it")


def test_the_page_is_printed_and_holds_nothing_of_a_reader():
    client = signed_in(email="ada@example.org")
    first = client.get("/api/docs")
    assert client.get("/api/docs", headers={"if-none-match": first["ETag"]}).status_code == 304
    assert not [word for word in ("ada@example.org", "csrfmiddlewaretoken") if word in first.content.decode()]


def test_the_footer_and_the_settings_lead_here():
    assert '<a href="/api/docs">API</a>' in Client().get("/about").content.decode()
    assert 'href="/api/docs"' in signed_in().get("/settings").content.decode()
