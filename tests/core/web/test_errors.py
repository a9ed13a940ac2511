"""Errors as pages and as problem responses, in the reader's language."""

import pytest
from django.http import Http404
from django.test import Client, RequestFactory
from django.utils import translation

from briefing.core.web import errors


@pytest.mark.parametrize("status", sorted(errors.WORDS))
@pytest.mark.parametrize("language", ["en", "it"])
def test_page_in_the_readers_language(status, language):
    with translation.override(language):
        response = errors.respond(RequestFactory().get("/x"), status)
    text = response.content.decode()
    assert response.status_code == status
    assert f'lang="{language}"' in text
    assert str(status) in text


@pytest.mark.parametrize("status", sorted(errors.WORDS))
def test_problem_for_programs(status):
    response = errors.respond(RequestFactory().get("/api/x"), status)
    assert (response.status_code, response["Content-Type"]) == (status, "application/problem+json")


def test_pages_are_translated():
    with translation.override("it"):
        assert "Questa pagina non esiste" in errors.respond(RequestFactory().get("/x"), 404).content.decode()


def test_unknown_address_and_error_page_need_no_database():
    client = Client()
    client.raise_request_exception = False
    assert client.get("/no-such-page").status_code == 404
    assert client.get("/api/no-such").json()["code"] == "not_found"


def test_reason_for_the_reader_is_shown_and_an_internal_one_is_not():
    request = RequestFactory().get("/x")
    said = errors.not_found(request, errors.NotFound("There is no such figure.")).content.decode()
    assert "There is no such figure." in said
    kept = errors.not_found(request, Http404("No Passkey matches the given query.")).content.decode()
    assert "Passkey" not in kept and "The address may be mistyped" in kept


def test_server_error_page_stands_alone():
    response = errors.server_error(RequestFactory().get("/x"))
    assert (response.status_code, "traceback" in response.content.decode().lower()) == (500, False)


@pytest.mark.parametrize(
    ("path", "kind"), [("/api/schema", "application/problem+json"), ("/about", "text/html; charset=utf-8")]
)
def test_wrong_method_is_answered_like_other_errors(path, kind):
    response = Client().delete(path)
    assert (response.status_code, response["Content-Type"]) == (405, kind)
    assert "GET" in response["Allow"]
    if path == "/api/schema":
        assert response.json()["code"] == "method_not_allowed"


def test_error_page_needs_no_list_of_files(settings):
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "briefing.local.static.HashedStatic"}
    }  # no static files are collected
    with translation.override("it"):
        response = errors.respond(RequestFactory().get("/x"), 503)
    page = response.content.decode()
    assert (response.status_code, 'lang="it"' in page, "/static/" in page) == (503, True, False)
    assert "Il servizio" in page
