"""Every write of data that readers see invalidates the cache versions it affects."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from briefing.core.web import cache_versions
from commentary.models import IndicatorSummary, StrategicLog
from commentary.publishing import logs, reads, replacement
from indicators import computation, groups
from news import ingest
from news.feeds.entries import FeedEntry
from news.models import Feed, Headline
from news.stories.storage import attach
from news.tagging import tag
from portfolio import importing, quotes, universe
from tests.accounts.readers import signed_in
from tests.pages import edition
from tests.portfolio.instruments import instrument

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _noon():
    with time_machine.travel(edition.NOW, tick=False):
        yield


def _headline(**columns: object) -> Headline:
    feed, _ = Feed.objects.get_or_create(url="http://127.0.0.1/feed.xml", defaults={"title": "Feed"})
    fields = {
        "feed": feed,
        "guid": "1",
        "title": "ECB raises rates",
        "published_at": timezone.now(),
    } | columns
    return Headline.objects.create(**fields)


def _arrive() -> None:
    feed = Feed.objects.create(url="http://127.0.0.1/feed.xml", title="Feed")
    entry = FeedEntry(guid="1", url="", title="ECB raises rates", summary="", published_at=None)
    ingest.store_entries([(feed, [entry])], timezone.now())


def _admin(path: str, **form: str) -> None:
    client = signed_in(email="staff@example.org", is_staff=True, staff_role="admin")
    assert client.post(path, form).status_code == 302


def _rename_feed() -> None:
    feed = Feed.objects.create(url="http://127.0.0.1/feed.xml", title="Feed")
    _admin(f"/admin/news/feed/{feed.pk}/change/", url=feed.url, title="Feed", publisher="Other", lang="en", category="news",
           enabled="on", homepage="", paid="unknown", stored="unknown", terms="")  # fmt: skip


def _correct_instrument() -> None:
    row = instrument("VUSAl_EQ", "VUSA.L", name="Vanguard")
    _admin(f"/admin/portfolio/instrumentmap/{row.pk}/change/", broker_ticker="VUSAl_EQ", name="By hand", isin="",
           currency="GBP", provider_ticker="VUSA.L", reason="")  # fmt: skip


def _read() -> None:
    reads.cycle(timezone.now(), groups=["bonds"], tones=["NOVICE"])


def _log() -> None:
    before = timezone.now() - timedelta(hours=1)
    _headline(published_at=before, fetched_at=before, tags=["EU"])
    logs.cycle(timezone.now(), tones=["NOVICE"])


def _withdraw_read() -> None:
    _read()
    replacement.withdraw(IndicatorSummary.objects.get(), "wrong_figure", now=timezone.now())


def _withdraw_log() -> None:
    _log()
    replacement.withdraw(StrategicLog.objects.get(), "wrong_figure", now=timezone.now())


def _note(settings) -> None:
    settings.TICKER_UNIVERSE_AGGREGATE_ENABLED = True
    instrument("VUSAl_EQ", "VUSA.L", name="Vanguard")
    assert universe.note_tickers(["VUSA.L"]) == 1


WRITERS = {
    "refresh": (lambda: computation.compute(groups.load().active_rows(), changed=set(), now=timezone.now()), "figures"),
    "read": (_read, "reads"),
    "log": (_log, "log"),
    "read withdrawn": (_withdraw_read, "corrections reads"),
    "log withdrawn": (_withdraw_log, "corrections log"),
    "headlines": (_arrive, "news"),
    "stories": (lambda: attach([_headline().pk]), "news"),
    "tags": (lambda: _headline() and tag.tag_pending(), "news"),
    "old headlines": (
        lambda: _headline(published_at=edition.NOW - timedelta(days=91)) and ingest.purge(timezone.now()), "news",
    ),
    "feed in the admin": (_rename_feed, "news"),
    "instruments": (lambda: importing.store([]), "universe"),
    "instrument in the admin": (_correct_instrument, "universe"),
    "old closes": (lambda: quotes.purge(timezone.now()), "universe"),
}  # fmt: skip


@pytest.mark.parametrize("writer", WRITERS)
def test_writer_names_what_it_changes_and_nothing_else(writer):
    write, parts = WRITERS[writer]
    if "read" in writer:
        edition.figures()
    before = cache_versions.current()
    write()
    after = cache_versions.current()
    assert " ".join(sorted(part for part in after if after[part] != before[part])) == parts


def test_tickers_of_an_analysis_are_named_once(settings):
    _note(settings)
    before = cache_versions.current()
    assert universe.note_tickers(["VUSA.L"]) == 1
    assert cache_versions.current() == before


def test_every_page_rests_on_parts_that_there_are():
    assert {
        part for parts in cache_versions.DEPENDS_ON.values() for part in parts
    } == cache_versions.PARTS.keys()


def test_numbers_take_one_query(django_assert_num_queries):
    cache_versions.invalidate(*cache_versions.PARTS)
    with django_assert_num_queries(1):
        assert set(cache_versions.current()) == cache_versions.PARTS.keys()
