"""Ingestion from a real loopback publisher: stored headlines and the feed's state."""

from datetime import timedelta

import pytest
from werkzeug import Response

from briefing.core.models import Job, StaffNotice
from briefing.core.work import leases
from news import ingest
from news.models import Headline, Story
from tests.news.conftest import NOW, headline, rss

pytestmark = pytest.mark.django_db


def refresh(now=NOW, **how) -> ingest.IngestReport:
    with leases.claimed("feeds") as claim:
        return list(ingest.refresh_due(now, claim, **how))[-1]


def later(minutes: float):
    return NOW + timedelta(minutes=minutes)


def serve(publisher, path="/feed.xml", **answer) -> None:
    publisher.clear()
    publisher.expect_request(path).respond_with_data(**answer)


def test_headlines_and_validators_are_stored(publisher, make_feed):
    feed = make_feed(lang="it", publisher="Il Foglio")
    serve(publisher, response_data=rss("Prezzi su", "Tassi fermi"), headers={"ETag": '"v1"'})
    report = refresh()
    assert (report.feeds, report.headlines, report.failed) == (1, 2, 0)
    assert list(Headline.objects.newest_first().values_list("title", "lang", "tags", "url")) == [
        ("Prezzi su", "it", None, "https://paper.example/0"),
        ("Tassi fermi", "it", None, "https://paper.example/1"),
    ]
    feed.refresh_from_db()
    assert (feed.etag, feed.last_ok_at) == ('"v1"', NOW)
    assert feed.next_check_at == NOW.replace(second=0) + timedelta(minutes=15)


def test_a_second_cycle_asks_conditionally_and_adds_nothing(publisher, make_feed):
    feed = make_feed()
    serve(publisher, response_data=rss("One"), headers={"ETag": '"v1"'})
    refresh()
    publisher.clear()
    publisher.expect_request("/feed.xml", headers={"If-None-Match": '"v1"'}).respond_with_response(
        Response(status=304)
    )
    report = refresh(later(20))
    assert (report.feeds, report.unchanged, report.headlines) == (1, 1, 0)
    feed.refresh_from_db()
    assert (feed.last_ok_at, feed.etag, feed.failures) == (later(20), '"v1"', 0)


def test_new_entries_alone_are_added(publisher, make_feed):
    make_feed()
    serve(publisher, response_data=rss("One"))
    refresh()
    serve(publisher, response_data=rss("Two", "One"))
    assert refresh(later(20)).headlines == 1
    assert Headline.objects.count() == 2


def test_a_feed_that_is_not_due_is_left_alone(publisher, make_feed):
    make_feed()
    serve(publisher, response_data=rss("One", ttl="<ttl>60</ttl>"))
    refresh()
    assert refresh(later(40)).feeds == 0
    assert refresh(later(60)).feeds == 1


def test_force_asks_what_is_not_due(publisher, make_feed):
    make_feed()
    serve(publisher, response_data=rss("One"))
    refresh()
    assert refresh(later(1), force=True).feeds == 1


@pytest.mark.parametrize("when", [None, NOW + timedelta(days=1)])
def test_missing_and_future_dates_become_the_fetch_time(publisher, make_feed, when):
    make_feed()
    serve(publisher, response_data=rss("Tomorrow", when=when))
    refresh()
    assert Headline.objects.get().published_at == NOW


def test_a_lost_claim_writes_nothing(publisher, make_feed):
    calm, new, broken = (make_feed(path) for path in ("/calm.xml", "/new.xml", "/no.xml"))
    publisher.expect_request("/calm.xml").respond_with_data("", status=304)
    publisher.expect_request("/new.xml").respond_with_data(rss("One"))
    publisher.expect_request("/no.xml").respond_with_data("", status=500)
    with leases.claimed("feeds") as claim:
        Job.objects.filter(pk=claim.pk).update(owner="thief")
        report = list(ingest.refresh_due(NOW, claim))[-1]
    assert (report.feeds, report.headlines, report.failed, Headline.objects.count()) == (3, 0, 0, 0)
    for feed in (calm, new, broken):
        feed.refresh_from_db()
        assert (feed.last_checked_at, feed.failures, feed.next_check_at) == (None, 0, NOW)


def test_one_feed_alone_can_be_fetched(publisher, make_feed):
    make_feed("/a.xml")
    other = make_feed("/b.xml")
    publisher.expect_request("/b.xml").respond_with_data(rss("B"))
    report = refresh(url=other.url)
    assert (report.feeds, Headline.objects.get().title) == (1, "B")


def test_a_feed_that_fails_does_not_stop_the_others(publisher, make_feed):
    for path in ("/good.xml", "/bad.xml"):
        make_feed(path)
    publisher.expect_request("/good.xml").respond_with_data(rss("Good"))
    publisher.expect_request("/bad.xml").respond_with_data("\x00\x01", status=200)
    report = refresh()
    assert (report.failed, report.headlines) == (1, 1)


def test_headlines_of_a_feed_whose_terms_forbid_a_paid_service_go_with_the_next_cycle(make_feed, settings):
    kept = headline(make_feed("/free.xml", paid="unknown"), "Free")
    headline(
        make_feed("/paper.xml", slug="paper", paid="no", enabled=False), "Paper", story=Story.objects.create()
    )
    refresh()
    assert Headline.objects.count() == 2
    settings.SUBSCRIPTIONS_ENABLED = True
    refresh()
    assert (list(Headline.objects.all()), Story.objects.count()) == ([kept], 0)


def test_a_flood_is_cut_at_the_cap_and_reported_to_staff_for_a_known_feed(publisher, make_feed, settings):
    settings.FEED_MOST_NEW = 3
    feed = make_feed()
    serve(publisher, response_data=rss(*(f"First {n}" for n in range(5))))
    assert (refresh().headlines, StaffNotice.objects.count()) == (3, 0)
    serve(publisher, response_data=rss(*(f"Second {n}" for n in range(7))))
    assert refresh(later(20)).headlines == 3
    notice = StaffNotice.objects.get(kind=ingest.FLOOD)
    assert (notice.subject, "brought 7 new headlines at once; the newest 3" in notice.text) == (
        str(feed.pk),
        True,
    )
    assert set(Headline.objects.filter(title__startswith="Second").values_list("title", flat=True)) == {
        "Second 0", "Second 1", "Second 2",
    }  # fmt: skip


def test_purge_deletes_headlines_over_90_days_old(make_feed):
    feed = make_feed()
    headline(feed, "Old", published_at=NOW - timedelta(days=91))
    headline(feed, "Young", published_at=NOW - timedelta(days=89))
    assert ingest.purge(NOW) == 1
    assert [row.title for row in Headline.objects.all()] == ["Young"]


def test_purge_deletes_a_story_that_was_joined_into_another_long_ago(make_feed):
    Story.objects.create(created_at=NOW - timedelta(days=91))
    young = Story.objects.create(created_at=NOW - timedelta(days=89))
    ingest.purge(NOW)
    assert list(Story.objects.all()) == [young]


def test_purge_goes_on_batch_by_batch_and_leaves_no_empty_story(make_feed, monkeypatch):
    monkeypatch.setattr(ingest, "AT_ONCE", 2)
    feed, gone, kept = make_feed(), Story.objects.create(), Story.objects.create()
    for number in range(5):
        story = gone if number < 3 else kept
        headline(feed, f"Old {number}", story=story, published_at=NOW - timedelta(days=91, minutes=number))
    headline(feed, "Young", story=kept)
    assert ingest.purge(NOW) == 5
    assert list(Story.objects.all()) == [kept]


def test_an_unconditional_304_is_a_failure_that_says_what_to_do(publisher, make_feed):
    feed = make_feed()
    serve(publisher, response_data="", status=304)
    assert refresh().failed == 1
    feed.refresh_from_db()
    assert (feed.failures, feed.last_error_code, "give another one" in feed.last_error) == (
        1,
        "unasked_304",
        True,
    )


def test_staff_see_what_was_repaired_until_the_document_is_sound(publisher, make_feed):
    feed = make_feed()
    serve(publisher, response_data=rss("Order filled").replace(">Order", ">&#x110000;Order", 1))
    assert refresh().headlines == 1
    feed.refresh_from_db()
    assert (feed.repairs, feed.last_error) == ("references to no character replaced (1)", "")
    serve(publisher, response_data=rss("Order filled"))
    refresh(later(20))
    feed.refresh_from_db()
    assert feed.repairs == ""
