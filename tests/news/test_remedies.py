"""Each way in which a feed can fail names a remedy, in both languages."""

import re
from pathlib import Path

import pytest
from django.utils import translation

from news.feeds import remedies, state
from news.feeds.fetch import FeedRequest, fetch
from news.feeds.parse import parse
from news.models import Feed
from tests.core.outside.upstream import upstream
from tests.news.conftest import NOW

ROOT = Path(__file__).resolve().parents[2]
# As the modules spell them: code="…" of a WebError, the first word of an Unreadable.
CODE = re.compile(r"""\bcode="([a-z_0-9]+)"|Unreadable\(\s*"([a-z_]+)\"""")


def codes() -> set[str]:
    files = [
        *ROOT.glob("briefing/core/outside/http/*.py"),
        *ROOT.glob("news/feeds/*.py"),
        ROOT / "news/ingest.py",
    ]
    found = {one or other for path in files for one, other in CODE.findall(path.read_text("utf-8"))}
    return found - {"status"}  # stored as http_404 and the like


def test_every_code_that_the_modules_give_has_a_remedy():
    assert {"connect", "html", "too_costly", "unstorable", "redirects"} <= codes()
    assert codes() - set(remedies.REMEDIES) == set()


@pytest.mark.parametrize("code", [*remedies.REMEDIES, "http_302", "http_404", "http_503"])
def test_a_remedy_is_a_sentence_in_both_languages(code):
    said = {}
    for language in ("en", "it"):
        with translation.override(language):
            said[language] = remedies.remedy(code)
    assert said["en"] != said["it"]
    assert [text[-1] for text in said.values()] == [".", "."]


def test_no_failure_needs_no_remedy():
    assert remedies.remedy("") == ""


@pytest.mark.parametrize(
    ("answer", "remedy"),
    [
        (b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n", remedies.FOLLOW),
        (b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", remedies.NEW_ADDRESS),
        (b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n", remedies.ACCESS),
        (b"HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n", remedies.PUBLISHER),
        (b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b\x08\x00", remedies.PUBLISHER),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n<!doctype html><html", remedies.NEW_ADDRESS),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", remedies.NEW_ADDRESS),
        (b"", remedies.WAIT),
    ],
)
def test_what_a_server_does_leads_to_its_remedy(settings, answer, remedy):
    with upstream(answer) as server:
        settings.OUTBOUND_ALLOWED_HOSTS = [f"127.0.0.1:{server.port}"]
        found = fetch(FeedRequest(1, server.url), parse)
    assert found.error
    assert remedies.remedy(found.code) == str(remedy)


def test_the_notice_of_a_disabled_feed_names_the_remedy_in_english(settings):
    with upstream(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n") as server:
        settings.OUTBOUND_ALLOWED_HOSTS = [f"127.0.0.1:{server.port}"]
        answer = fetch(FeedRequest(1, server.url), parse)
    feed = Feed(title="Titles", publisher="Sample", failures=4, enabled=True)
    with translation.override("it"):
        outcome = state.after(feed, answer, NOW, max_failures=5)
    assert outcome.notice
    assert outcome.notice[1].endswith("look for the new address on the publisher’s site and enter it here.")
