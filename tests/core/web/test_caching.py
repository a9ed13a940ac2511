"""Cache headers: every response to a reader is private to that reader."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.accounts.readers import signed_in

pytestmark = pytest.mark.django_db
SAMPLES = {"code": "EUSTAT", "pk": "1", "object_id": "1", "tone": "novice", "language": "en", "form": "json"}
# Identical for all readers.
FOR_ALL = {"/sw.js": "no-cache", "/api/schema": "public, max-age=3600"}


def addresses(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """Yields every path of the service with its variables filled in."""
    for each in patterns:
        text = before + str(each.pattern).removeprefix("^").removesuffix("$").removesuffix(r"\Z")
        if isinstance(each, URLResolver):
            yield from addresses(each.url_patterns, text)
        else:
            text = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: SAMPLES.get(found[1], "1"), text)
            text = re.sub(r"\(\?P<(\w+)>[^()]*\)", lambda found: SAMPLES.get(found[1], "1"), text)
            text = re.sub(r"\(\?P(\w+)\)[^()]*\)|\(\?P1[^()]*\)", "1", text)
            yield "/" + text.replace("\\.", ".").lstrip("/")


def every_address() -> list[str]:
    return sorted(set(addresses(get_resolver().url_patterns)))


def test_all_addresses_are_found():
    found = every_address()
    assert {"/", "/news", "/portfolio", "/upload", "/settings", "/log/1", "/api/universe", "/admin/"} <= set(
        found
    )
    assert len(found) > 60


@pytest.mark.parametrize("staff", [False, True])
def test_every_answer_to_a_signed_in_reader_is_the_readers_alone(staff: bool):
    client = signed_in(is_staff=staff)
    client.raise_request_exception = False
    open_ones = {}
    for path in every_address():
        response = client.get(path)
        control = response.get("Cache-Control", "")
        if control != FOR_ALL.get(path) and "no-store" not in control and control != "private, no-cache":
            open_ones[path] = (response.status_code, control)
    assert open_ones == {}


def test_an_answer_that_sets_a_cookie_is_not_cacheable():
    assert Client().get("/about?lang=it")["Cache-Control"] == "private, no-store"


def test_a_public_page_is_cacheable_without_a_session():
    assert "Cache-Control" not in Client().get("/about")


def test_the_operators_token_keeps_an_answer_from_caches(settings):
    settings.SERVICE_TOKEN = "t" * 40
    response = Client().get("/portfolio", headers={"authorization": f"Bearer {'t' * 40}"})
    assert (response.status_code, response["Cache-Control"]) == (200, "private, no-store")
