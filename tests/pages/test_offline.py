"""What the service worker rests on: its script at the root, leave to keep the briefing, a page for the rest."""

import re

import pytest
from django.test import Client

from tests.accounts.readers import signed_in

pytestmark = pytest.mark.django_db


def test_worker_governs_the_whole_site_and_is_the_same_for_all():
    answers = [client.get("/sw.js") for client in (Client(), signed_in())]
    assert {answer.content for answer in answers} == {answers[0].content}
    assert (answers[0]["Content-Type"], answers[0]["Cache-Control"], answers[0]["Vary"]) == (
        "text/javascript; charset=utf-8", "no-cache", "Accept-Encoding",
    )  # fmt: skip


def test_the_briefing_alone_may_be_stored():
    reader = signed_in()
    assert reader.get("/")["Offline"] == "keep"
    for path in ("/settings", "/news", "/log", "/portfolio", "/offline", "/about"):
        assert not reader.get(path).has_header("Offline"), path


def test_landing_and_login_tell_the_worker_to_forget():
    for path in ("/", "/login"):
        assert not Client().get(path).has_header("Offline")


@pytest.mark.parametrize(("lang", "title"), [("en", "Offline"), ("it", "Senza rete")])
def test_page_for_what_is_not_stored(lang, title):
    client = Client()
    client.cookies["svc.lang"] = lang
    page = client.get("/offline").content.decode()
    assert re.search("<h1[^>]*>([^<]+)</h1>", page)[1] == title
    assert '<meta name="robots" content="noindex">' in page
