"""The portfolio page: access, and no holdings in its HTML."""

import re

import pytest
from django.test import Client

from tests.accounts.readers import reader, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def client():
    return signed_in()


def html(client: Client, lang: str = "en") -> str:
    client.cookies["svc.lang"] = lang
    response = client.get("/portfolio")
    assert response.status_code == 200
    return response.content.decode()


def test_page_needs_a_session():
    response = Client().get("/portfolio")
    assert response.status_code == 303
    assert response["Location"] == "/login?next=%2Fportfolio"


def test_page_asks_for_the_acknowledgement_first(settings):
    client = signed_in(email="late@example.org")
    settings.ACKNOWLEDGEMENT_VERSION += 1
    response = client.get("/portfolio")
    assert response.status_code == 303
    assert response["Location"] == "/acknowledge?next=%2Fportfolio"


def test_page_is_open_to_the_free_tier(settings):
    settings.SUBSCRIPTIONS_ENABLED = True
    assert "<portfolio-viewer" in html(signed_in(email="free@example.org", tier="free"))


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_page_takes_nothing(client, method):
    assert getattr(client, method)("/portfolio").status_code == 405


def test_page_is_the_same_for_every_reader(client):
    other = Client()
    other.force_login(reader("other@example.org"))
    own = re.compile(r'(name="csrfmiddlewaretoken" value|data-portfolio-key)="[^"]+"')
    assert own.sub(r"\1", html(client)) == own.sub(r"\1", html(other))


def test_page_speaks_italian(client):
    page = html(client, "it")
    assert '<html lang="it"' in page
    assert "Nascondi gli importi" in page


def test_script_is_loaded_here_alone(client):
    assert "js/portfolio/page.js" in html(client)
    assert "js/portfolio/page.js" not in client.get("/").content.decode()
    assert "js/portfolio/page.js" not in client.get("/news").content.decode()


@pytest.mark.parametrize(("lang", "asked"), [("en", "en"), ("it", "it"), ("fr", "en")])
def test_explanation_is_requested_in_a_language_that_it_is_written_in(client, settings, lang, asked):
    settings.PORTFOLIO_AI_ENABLED = True
    settings.LANGUAGES = [*settings.LANGUAGES, ("fr", "French")]
    page = html(client, lang)
    assert (f'<html lang="{lang}"' in page, f'data-lang="{asked}"' in page) == (True, True)
    assert f'data-slot="text" lang="{asked}"' in page


def test_navigation_leads_here(client):
    assert '<a href="/portfolio">' in client.get("/news").content.decode()
    assert '<a href="/portfolio" aria-current="page">' in html(client)


def test_page_asks_nothing_of_the_database_but_who_reads(client, django_assert_max_num_queries):
    html(client)
    with django_assert_max_num_queries(3):
        html(client)


def test_page_says_without_script_why_it_is_empty(client):
    said = re.findall(r"<noscript><p[^>]*>([^<]+)", html(client))
    assert (
        "This page calculates in your browser, so it needs JavaScript. Every other page works without."
        in said
    )
