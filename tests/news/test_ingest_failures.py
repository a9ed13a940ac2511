"""Feeds that fail: spacing, disabling, outages of the network."""

import email.utils
from datetime import timedelta

import pytest
import time_machine

from briefing.core.models import StaffNotice
from briefing.core.operations import notices
from briefing.core.outside import reachability
from news.models import Feed, Headline
from tests.news.conftest import NOW, rss
from tests.news.test_ingest import later, refresh, serve

pytestmark = pytest.mark.django_db


def test_failures_are_counted_and_spaced(publisher, make_feed):
    feed = make_feed()
    serve(publisher, response_data="broken", status=500)
    assert refresh().failed == 1
    feed.refresh_from_db()
    assert (feed.failures, feed.last_error_code, feed.enabled) == (1, "http_500", True)
    assert "500" in feed.last_error
    assert feed.next_check_at >= later(30)


def test_a_success_clears_the_failures(publisher, make_feed):
    feed = make_feed(failures=4, last_error="x", last_error_code="http_500")
    serve(publisher, response_data=rss("One"))
    refresh()
    feed.refresh_from_db()
    assert (feed.failures, feed.last_error, feed.last_error_code) == (0, "", "")


def test_the_last_failure_disables_and_tells_staff(publisher, make_feed):
    feed = make_feed(failures=4)
    serve(publisher, response_data="<html>", status=200)
    refresh()
    feed.refresh_from_db()
    assert (feed.enabled, feed.failures, feed.disabled_at) == (False, 5, NOW)
    assert feed.disabled_reason.startswith("5 failures in a row")
    notice = StaffNotice.objects.get(resolved_at=None)
    assert (notice.kind, notice.subject) == ("feed_disabled", str(feed.pk))
    assert notice.path == f"/admin/news/feed/{feed.pk}/change/"


def test_410_disables_at_once(publisher, make_feed):
    feed = make_feed()
    serve(publisher, response_data="", status=410)
    refresh()
    feed.refresh_from_db()
    assert (feed.enabled, feed.gone, feed.failures) == (False, True, 1)


@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_is_no_failure(publisher, make_feed, status):
    feed = make_feed(failures=2)
    serve(publisher, response_data="", status=status, headers={"Retry-After": "7200"})
    with time_machine.travel(NOW, tick=False):
        assert refresh().failed == 0
    feed.refresh_from_db()
    assert (feed.failures, feed.next_check_at) == (2, NOW + timedelta(hours=2))


def test_a_date_in_retry_after_is_the_moment_of_the_next_check(publisher, make_feed):
    """The cycle began four minutes before this feed answered, which makes nothing earlier."""
    feed, again = make_feed(), NOW + timedelta(minutes=47, seconds=13)
    headers = {"Retry-After": email.utils.format_datetime(again, usegmt=True)}
    serve(publisher, response_data="", status=503, headers=headers)
    with time_machine.travel(NOW + timedelta(minutes=4), tick=False):
        refresh(NOW)
    feed.refresh_from_db()
    assert feed.next_check_at == again


def test_a_permanent_redirect_is_stored_after_three_times(publisher, make_feed):
    feed = make_feed("/old.xml")
    publisher.expect_request("/old.xml").respond_with_data("", status=301, headers={"Location": "/new.xml"})
    publisher.expect_request("/new.xml").respond_with_data(rss("One"))
    addresses = []
    for number in range(3):
        refresh(later(20 * number))
        feed.refresh_from_db()
        addresses.append(feed.url.rsplit("/", 1)[1])
    assert addresses == ["old.xml", "old.xml", "new.xml"]


def test_a_permanent_redirect_to_another_feeds_address_is_not_taken(publisher, make_feed):
    make_feed("/new.xml", enabled=False)
    feed = make_feed("/old.xml", redirect_to=publisher.url_for("/new.xml"), redirect_count=2)
    publisher.expect_request("/old.xml").respond_with_data("", status=301, headers={"Location": "/new.xml"})
    publisher.expect_request("/new.xml").respond_with_data(rss("One"))
    assert refresh().headlines == 1
    feed.refresh_from_db()
    assert feed.url == publisher.url_for("/old.xml")


def test_most_feeds_out_of_reach_counts_nothing_and_tells_once(publisher, make_feed, settings):
    settings.OUTBOUND_ALLOWED_HOSTS = ["127.0.0.1:1"]
    feeds = [Feed.objects.create(url=f"http://127.0.0.1:1/{n}", next_check_at=NOW) for n in range(3)]
    make_feed(enabled=False)
    for _run in range(2):
        report = refresh()
        assert (report.outage, report.feeds) == (True, 3)  # they are still due
    assert {feed.failures for feed in Feed.objects.filter(pk__in=[feed.pk for feed in feeds])} == {0}
    assert [notice.kind for notice in StaffNotice.objects.filter(resolved_at=None)] == ["feeds_outage"]


def test_all_feeds_out_of_reach_are_the_network(make_feed, settings):
    settings.OUTBOUND_ALLOWED_HOSTS = [f"127.0.0.{n}:1" for n in (1, 2, 3)]
    for n in (1, 2, 3):
        Feed.objects.create(url=f"http://127.0.0.{n}:1/", next_check_at=NOW)
    make_feed(enabled=False)
    assert refresh().outage is True
    assert [notice.kind for notice in StaffNotice.objects.filter(resolved_at=None)] == [reachability.KIND]
    assert set(Feed.objects.values_list("failures", flat=True)) == {0}


def test_few_feeds_out_of_reach_are_failures_and_the_outage_is_over(publisher, make_feed, settings):
    notices.notify("feeds_outage", "", "before")
    settings.OUTBOUND_ALLOWED_HOSTS += ["127.0.0.1:1"]
    dead = Feed.objects.create(url="http://127.0.0.1:1/", next_check_at=NOW)
    make_feed()
    serve(publisher, response_data=rss("One"))
    assert (refresh().outage, StaffNotice.objects.filter(resolved_at=None).count()) == (False, 0)
    dead.refresh_from_db()
    assert (dead.failures, dead.last_error_code) == (1, "connect")


def test_a_disabled_feed_is_probed_weekly_and_staff_hear_when_it_answers(publisher, make_feed):
    feed = make_feed(enabled=False, disabled_at=NOW - timedelta(days=7), etag='"old"')
    serve(publisher, response_data=rss("One"))
    for _run in range(2):
        refresh(force=True)
    feed.refresh_from_db()
    assert (feed.enabled, feed.next_check_at, Headline.objects.count()) == (False, NOW + timedelta(days=7), 0)
    assert [notice.kind for notice in StaffNotice.objects.filter(resolved_at=None)] == ["feed_answers"]
    assert len(publisher.log) == 1


def test_a_feed_that_staff_disabled_is_not_fetched(publisher, make_feed):
    make_feed(enabled=False)
    assert refresh(force=True).feeds == 0
