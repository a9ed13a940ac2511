"""Who gets a private feed and how often, what is not sent twice, and what stays out of caches and logs."""

import json
import logging
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts import feed_links
from accounts.models import User
from briefing.pages import feeds
from commentary.publishing import replacement
from news.models import Feed, Headline
from tests.pages import edition
from tests.pages.feed_reader import LOG, NEWS, assert_valid_atom, log

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.mark.parametrize("path", [LOG, NEWS])
def test_an_empty_feed_is_valid_and_the_same_each_time(get, path):
    first = get(path)
    assert_valid_atom(first.content)
    with time_machine.travel(edition.NOW + timedelta(minutes=5), tick=False):
        assert get(path, headers={"if-none-match": first["ETag"]}).status_code == 304


@pytest.mark.parametrize("path", [LOG, NEWS, "/feeds/news/en.json"])
def test_who_has_it_already_gets_304_with_the_same_headers(get, path):
    log(1)
    edition.headlines(3)
    first = get(path)
    for tag in (first["ETag"], f"W/{first['ETag']}", f'"other", {first["ETag"]}'):
        again = get(path, headers={"if-none-match": tag})
        assert (again.status_code, again.content) == (304, b"")
        for name in ("ETag", "Cache-Control", "Referrer-Policy", "Content-Language"):
            assert again[name] == first[name]
    assert get(path, headers={"if-none-match": '"other"'}).status_code == 200


def test_a_new_headline_changes_the_tag(get):
    edition.headlines(1)
    tag = get(NEWS)["ETag"]
    Headline.objects.update(tags=["AI"])
    assert get(NEWS, headers={"if-none-match": tag}).status_code == 200


def test_the_log_dates_its_last_change_and_a_withdrawal_is_one(get):
    log(3)
    one = log(1)
    last = get(LOG)["Last-Modified"]
    assert last == "Sat, 21 Nov 2026 06:30:00 GMT"
    assert get(LOG, headers={"if-modified-since": last}).status_code == 304
    replacement.withdraw(one, "claim", now=edition.NOW)
    response = get(LOG, headers={"if-modified-since": last})
    assert (response.status_code, response["Last-Modified"]) == (200, "Sat, 21 Nov 2026 12:30:00 GMT")


def test_answers_are_stored_nowhere_and_name_no_referrer(get):
    log(1)
    for response in (get(LOG), get(NEWS), Client().get(LOG, {"token": "wrong"})):
        assert response["Cache-Control"] == "private, no-store"
        assert response["Referrer-Policy"] == "no-referrer"
        assert not response.cookies


@pytest.mark.parametrize("path", [LOG, NEWS])
@pytest.mark.parametrize(
    "query", [{}, {"token": ""}, {"token": "wrong"}, {"token": f"{'a' * 22}.{'b' * 43}"}]
)
def test_without_the_right_token_there_is_nothing(path, query):
    response = Client().get(path, query)
    assert (response.status_code, json.loads(response.content)["code"]) == (404, "not_found")


def test_a_session_is_no_token(ada):
    client = Client()
    client.force_login(ada)
    assert client.get(LOG).status_code == 404


def test_a_revoked_link_answers_like_a_wrong_one(ada):
    token = feed_links.token_of(ada)
    feed_links.renew(ada)
    answers = [Client().get(LOG, {"token": each}) for each in (token, "wrong")]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content == answers[1].content


def test_inactive_readers_and_new_statements_close_the_feed(get, settings):
    settings.ACKNOWLEDGEMENT_VERSION = 2
    assert get(LOG).status_code == 403
    User.objects.update(is_active=False)
    assert get(LOG).status_code == 404


def test_a_lapsed_subscriber_reads_what_the_pages_show(get, settings):
    settings.SUBSCRIPTIONS_ENABLED = True
    log(1)
    for tier in ("paid", "free"):
        User.objects.update(tier=tier)
        assert (get(LOG).status_code, get(NEWS).status_code) == (200, 200)


@pytest.mark.parametrize(
    "path",
    ["/feeds/log/pro/en.atom", "/feeds/log/shouting/en.atom", "/feeds/log/novice/de.atom", "/feeds/news/en.rss", "/feeds"],
)  # fmt: skip
def test_what_is_not_offered_is_not_found(get, path):
    assert get(path).status_code == 404


def test_one_link_has_a_limit(get, ada):
    for _ in range(feeds.ASKED):
        assert get(NEWS).status_code == 200
    response = get(LOG)
    assert (response.status_code, json.loads(response.content)["code"]) == (429, "rate_limited")
    assert 0 < int(response["Retry-After"]) <= 3600


@pytest.mark.parametrize(
    ("path", "fill"), [(LOG, "logs"), ("/feeds/log/novice/it.atom", "logs"), (NEWS, "news")]
)
@pytest.mark.parametrize("many", [1, 1000])
def test_queries_do_not_grow(get, django_assert_max_num_queries, path, fill, many):
    if fill == "logs":
        for number in range(min(many, 60)):
            log(number)
    else:
        feed = Feed.objects.create(url="http://127.0.0.1/feed.xml", title="ECB")
        Headline.objects.bulk_create(
            Headline(feed=feed, guid=str(n), url="https://example.org/", title=f"T {n}", tags=[],
                     published_at=timezone.now(), fetched_at=timezone.now(), lang="en") for n in range(many)
        )  # fmt: skip
    get(path)
    # Link, statements, the count of uses (with its savepoint), the texts and their translations, the withdrawals.
    with django_assert_max_num_queries(11):
        assert get(path).status_code == 200


def test_no_log_line_holds_the_token(get, ada, caplog):
    """What an error writes; the access log has tests of its own."""
    log(1, facts={})
    token = feed_links.token_of(ada)
    with caplog.at_level(logging.DEBUG):
        Client().get(LOG, {"token": token[:-1]})
        broken = Client(raise_request_exception=False).get(LOG, {"token": token})
    assert (broken.status_code, "/feeds/log/novice/en.atom" in caplog.text) == (500, True)
    assert token[:20] not in caplog.text


def test_robots_are_excluded():
    assert "Disallow: /feeds/" in Client().get("/robots.txt").content.decode().splitlines()
