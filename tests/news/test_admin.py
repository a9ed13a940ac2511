"""The admin pages of feeds."""

import re

import pytest
from django.contrib import admin
from django.contrib.messages.storage.fallback import FallbackStorage
from django.test import RequestFactory

from accounts.models import User
from briefing.core.models import StaffNotice
from briefing.core.operations import notices
from news import cycle
from news.admin import FeedAdmin
from news.feeds import state
from news.models import Feed
from news.templatetags.news import tag_label
from tests.accounts.readers import signed_in
from tests.core.outside.upstream import upstream
from tests.news.conftest import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def request_of_staff():
    request = RequestFactory().post("/")
    request.session = {}
    request.user = User.objects.create(email="staff@example.org", is_staff=True, staff_role="admin")
    request._messages = FallbackStorage(request)
    return request


@pytest.fixture
def broken():
    feed = Feed.objects.create(
        url="https://a.example/", failures=5, last_error="x", last_error_code="http_500", etag='"1"',
        enabled=False, disabled_at=NOW, disabled_reason="5 failures in a row",
    )  # fmt: skip
    notices.notify(state.DISABLED, str(feed.pk), "a was disabled", path="/admin/news/feed/")
    return feed


def open_notices():
    return StaffNotice.objects.filter(resolved_at=None)


def form_for(feed, **changes):
    form = FeedAdmin(Feed, admin.site).get_form(None, fields=["url", "enabled"])
    return form(data={"url": feed.url, "enabled": "on" if feed.enabled else ""} | changes, instance=feed)


def test_enable_clears_the_count_and_the_notice(broken, request_of_staff):
    FeedAdmin(Feed, admin.site).enable(request_of_staff, Feed.objects.all())
    broken.refresh_from_db()
    assert (broken.enabled, broken.failures, broken.disabled_reason, broken.last_error) == (True, 0, "", "")
    assert (broken.disabled_at, open_notices().count()) == (None, 0)


def test_ticking_enabled_in_the_form_does_the_same(broken, request_of_staff):
    form = form_for(broken, enabled="on")
    assert form.is_valid()
    FeedAdmin(Feed, admin.site).save_model(request_of_staff, form.instance, form, change=True)
    broken.refresh_from_db()
    assert (broken.enabled, broken.failures, open_notices().count()) == (True, 0, 0)


def test_disable_by_staff_ends_the_probes(broken, request_of_staff):
    FeedAdmin(Feed, admin.site).disable(request_of_staff, Feed.objects.all())
    assert list(Feed.objects.askable()) == []


def test_a_new_address_starts_without_validators(broken, request_of_staff):
    form = form_for(broken, url="https://b.example/")
    assert form.is_valid()
    FeedAdmin(Feed, admin.site).save_model(request_of_staff, form.instance, form, change=True)
    broken.refresh_from_db()
    assert (broken.url, broken.etag) == ("https://b.example/", "")


def test_feeds_are_not_deleted(request_of_staff):
    assert FeedAdmin(Feed, admin.site).has_delete_permission(request_of_staff) is False


def test_tag_label_of_an_old_word_is_the_word():
    assert (tag_label("AI"), tag_label("Rates")) == ("AI", "Rates")


def test_unseen_characters_of_a_title_are_not_stored(broken, request_of_staff):
    form = FeedAdmin(Feed, admin.site).get_form(None, fields=["url", "title", "publisher"])
    bound = form(data={"url": broken.url, "title": "A\x1bB", "publisher": "P\u202eQ"}, instance=broken)
    FeedAdmin(Feed, admin.site).save_model(request_of_staff, bound.save(commit=False), bound, change=True)
    broken.refresh_from_db()
    assert (broken.title, broken.publisher) == ("AB", "PQ")


REFUSED_BY_THE_FORM = [
    "http://2130706433/feed.xml",
    "http://0177.0.0.1/feed.xml",
    "file:///etc/passwd",
]
INSIDE = [
    "http://127.0.0.1/feed.xml", "http://localhost/feed.xml", "http://[::ffff:127.0.0.1]/feed.xml", "http://[::1]/feed.xml",
    "http://paper.example@127.0.0.1/feed.xml", "http://169.254.169.254/latest/meta-data/", "http://127.0.0.1:{port}/",
    "https://[fd00:ec2::254]/latest/",
]  # fmt: skip


def add(address: str) -> str:
    """The page that answers the admin's form with a new feed."""
    staff = signed_in(email="staff@example.org", is_staff=True, staff_role="admin")
    given = {"url": address, "title": "Paper", "publisher": "Paper", "lang": "en", "category": "news", "enabled": "on",
             "paid": "unknown", "stored": "unknown"}  # fmt: skip
    return staff.post("/admin/news/feed/add/", given, follow=True).content.decode()


@pytest.mark.parametrize("address", REFUSED_BY_THE_FORM)
def test_address_that_is_none_is_not_taken(address):
    assert re.findall(r'id="(id_\w+)_error"', add(address)) == ["id_url"]
    assert not Feed.objects.filter(publisher="Paper").exists()


@pytest.mark.parametrize("address", INSIDE)
def test_feed_that_staff_add_at_a_private_address_is_never_fetched(no_roster, settings, address):
    """As a person and a clock do it: the admin's form, then a run."""
    settings.OUTBOUND_ALLOWED_HOSTS = []
    with upstream() as canary:
        add(address.format(port=canary.port))
        cycle.run(NOW, "slot", force=True)
        assert canary.connections == 0
    added = Feed.objects.get(publisher="Paper")
    assert (added.failures, added.last_error_code in ("blocked", "bad_url")) == (1, True), added.last_error
