"""The private feed link: created, shown again, replaced, switched off, and refused where it is not valid."""

import json
import re
from datetime import timedelta
from html import unescape

import pytest
from django.conf import settings as configured
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts import access, feed_links
from accounts.models import FeedLink, User
from commentary.scopes import scopes
from tests.accounts.readers import reader, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return reader("ada@example.org")


@pytest.fixture
def at_settings(ada) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def addresses(client: Client, query: str = "") -> dict[str, str]:
    """The values of the fields by id."""
    page = client.get(f"/settings{query}").content.decode()
    return {
        name: unescape(value)
        for name, value in re.findall(r'id="(feed-[a-z_-]+)" readonly value="([^"]*)"', page)
    }


def test_no_link_until_one_is_requested(at_settings):
    page = at_settings.get("/settings").content.decode()
    assert (FeedLink.objects.count(), "Create my private link" in page, "token=" in page) == (0, True, False)


def test_the_link_is_made_and_shown_again(at_settings):
    response = at_settings.post("/settings/feeds/new")
    assert (response.status_code, response["Location"]) == (302, "/settings#feeds")
    first, again = addresses(at_settings), addresses(at_settings)
    assert first == again
    assert {name: address.partition("?")[0] for name, address in first.items()} == {
        "feed-agenda-ics": "http://127.0.0.1:8000/feeds/agenda/en.ics",
        "feed-followed-atom": "http://127.0.0.1:8000/feeds/followed/novice/en.atom",
        "feed-followed-json": "http://127.0.0.1:8000/feeds/followed/novice/en.json",
        "feed-log-atom": "http://127.0.0.1:8000/feeds/log/novice/en.atom",
        "feed-log-json": "http://127.0.0.1:8000/feeds/log/novice/en.json",
        "feed-news-atom": "http://127.0.0.1:8000/feeds/news/en.atom",
        "feed-news-json": "http://127.0.0.1:8000/feeds/news/en.json",
        **{
            f"feed-reads-{group}": f"http://127.0.0.1:8000/feeds/reads/{group}/novice/en.atom"
            for group in scopes()
        },
    }


def test_the_link_follows_tone_and_language(at_settings, ada):
    ada.settings_json = {"tone": "INTERMEDIATE"}
    ada.save()
    at_settings.post("/settings/feeds/new")
    at_settings.cookies["svc.lang"] = "it"
    assert "/feeds/log/intermediate/it.atom?" in addresses(at_settings)["feed-log-atom"]


def test_the_filter_of_the_news_page_is_in_the_link(at_settings):
    query = "?include=EU,AI&exclude=Conflict&headlines=it&q=tassi&other=1"
    at_settings.post("/settings/feeds/new")
    found = addresses(at_settings, query)
    kept = "include=EU,AI&exclude=Conflict&headlines=it&q=tassi&token="
    assert (kept in found["feed-news-atom"], "include" in found["feed-log-atom"]) == (True, False)
    assert at_settings.post(f"/settings/feeds/new{query}")["Location"] == (
        "/settings?include=EU,AI&exclude=Conflict&headlines=it&q=tassi#feeds"
    )


def test_a_new_link_voids_the_old_one(ada):
    feed_links.renew(ada)
    old = feed_links.token_of(ada)
    feed_links.renew(ada)
    new = feed_links.token_of(ada)
    assert (feed_links.holder(old), feed_links.holder(new), FeedLink.objects.count()) == (None, ada, 1)


def test_switching_off_voids_the_link(at_settings, ada):
    at_settings.post("/settings/feeds/new")
    token = feed_links.token_of(ada)
    assert at_settings.post("/settings/feeds/off").status_code == 302
    assert (feed_links.holder(token), feed_links.token_of(ada)) == (None, "")
    assert at_settings.post("/settings/feeds/off").status_code == 302


def test_the_table_alone_opens_nothing(ada):
    feed_links.renew(ada)
    stored = FeedLink.objects.get().pk
    token = feed_links.token_of(ada)
    assert token.startswith(f"{stored}.")
    assert feed_links.holder(stored) is None
    assert feed_links.holder(f"{stored}.{'A' * 43}") is None
    assert feed_links.holder(token[:-1]) is None


@pytest.mark.parametrize("token", ["", ".", "a.b", "x" * 5000, "\0.\0", "è.€", "a" * 22])
def test_a_made_up_token_is_refused_without_a_query(token, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert feed_links.holder(token) is None


def test_an_inactive_reader_has_no_feeds(ada):
    feed_links.renew(ada)
    token = feed_links.token_of(ada)
    User.objects.update(is_active=False)
    assert feed_links.holder(token) is None


def test_the_link_survives_a_new_secret_while_the_old_one_is_a_fallback(ada, settings):
    feed_links.renew(ada)
    token = feed_links.token_of(ada)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "n" * 50, [configured.SECRET_KEY]
    assert feed_links.holder(token) == ada
    assert feed_links.token_of(ada) != token
    settings.SECRET_KEY_FALLBACKS = []
    assert feed_links.holder(token) is None


def test_the_export_says_that_there_is_a_link_and_not_which(at_settings, ada):
    assert json.loads(at_settings.get("/settings/export").content)["feed_link"] is None
    feed_links.renew(ada)
    body = at_settings.get("/settings/export").content.decode()
    assert list(json.loads(body)["feed_link"]) == ["made_at"]
    assert FeedLink.objects.get().pk not in body


def test_the_page_with_the_link_is_stored_nowhere_and_names_it_for_feed_readers(at_settings, ada):
    feed_links.renew(ada)
    response = at_settings.get("/settings")
    assert "no-store" in response["Cache-Control"]
    assert re.findall(r'<link rel="alternate" type="application/atom\+xml"[^>]*href="([^"]+)"', response.content.decode()) == [
        f"/feeds/log/novice/en.atom?token={feed_links.token_of(ada)}",
        f"/feeds/news/en.atom?token={feed_links.token_of(ada)}",
    ]  # fmt: skip


@pytest.mark.parametrize("path", ["/", "/news", "/log"])
def test_no_other_page_holds_the_link(at_settings, ada, path):
    feed_links.renew(ada)
    assert feed_links.token_of(ada) not in at_settings.get(path).content.decode()


@pytest.mark.parametrize("path", ["/settings/feeds/new", "/settings/feeds/off"])
def test_actions_need_a_session_a_post_and_the_form(path, ada):
    assert signed_in(email="eve@example.org").get(path).status_code == 405
    assert Client().post(path).status_code == 303
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada)
    assert strict.post(path).status_code == 403


def through(user: User, *, paid: bool) -> int:
    """The status of a feed's gate in front of an empty view."""
    gated = access.feed(paid=paid)(lambda request: HttpResponse("open"))
    return gated(RequestFactory().get("/", {"token": feed_links.token_of(user)})).status_code


def test_feeds_open_what_the_pages_open_and_paid_status_is_checked_at_each_request(ada, settings):
    feed_links.renew(ada)
    settings.SUBSCRIPTIONS_ENABLED = True
    assert (through(ada, paid=False), through(ada, paid=True)) == (200, 402)
    User.objects.update(credit_until=timezone.now() + timedelta(days=1))
    assert through(ada, paid=True) == 200
    User.objects.update(credit_until=timezone.now() - timedelta(days=1))
    assert through(ada, paid=True) == 402


def test_new_statements_are_accepted_first(ada, settings):
    feed_links.renew(ada)
    settings.ACKNOWLEDGEMENT_VERSION = 2
    assert through(ada, paid=False) == 403
