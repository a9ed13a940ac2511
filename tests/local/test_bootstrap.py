"""The first fill and the removal of samples."""

from datetime import date

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from briefing.core.models import Job
from briefing.local import bootstrap
from indicators.models import DailyQuote, Quote
from news.models import Feed, Headline, Story
from portfolio.models import InstrumentMap
from tests.portfolio.instruments import instrument, quote

pytestmark = pytest.mark.django_db


def headline(*, sample: bool) -> Headline:
    feed = Feed.objects.create(
        url=f"http://x.example/{sample}", title="X", publisher="X", lang="en", sample=sample
    )
    now = timezone.now()
    return Headline.objects.create(feed=feed, guid="1", url="http://x.example/1", title="T", summary="", lang="en",
                                   published_at=now, fetched_at=now, story=Story.objects.create(created_at=now))  # fmt: skip


def figures() -> None:
    Quote.objects.create(symbol="ECB:X", value=1.0, observed_on=date(2026, 11, 20), period="2026-11-20")
    DailyQuote.objects.create(symbol="ECB:X", day=date(2026, 11, 20), period="2026-11-20", value=1.0)


def test_missing_names_the_steps_in_their_order():
    assert [step.kind for step in bootstrap.missing()] == [
        "indicators.refresh",
        "indicators.agenda",
        "news.ingest",
        "commentary.generate",
    ]
    headline(sample=False)
    assert [step.kind for step in bootstrap.missing()] == [
        "indicators.refresh",
        "indicators.agenda",
        "commentary.generate",
    ]


def test_prices_are_missing_in_sample_mode_until_some_are_there(settings):
    settings.SAMPLE_DATA = True
    assert bootstrap.missing()[-1].kind == "portfolio.quotes"
    instrument("BAl_EQ", "BA.L")
    assert bootstrap.missing()[-1].kind == "portfolio.quotes"
    quote("BA.L")
    assert "portfolio.quotes" not in [step.kind for step in bootstrap.missing()]


def test_sample_instruments_are_removed_and_staff_s_own_stay(settings):
    settings.SAMPLE_DATA = False
    headline(sample=True)
    instrument("BAl_EQ", "BA.L", sample=True)
    own = instrument("BA", "BA", manual=True)
    call_command("purge_samples")
    assert list(InstrumentMap.objects.all()) == [own]


def test_step_that_was_broken_off_is_missing_though_rows_are_there():
    headline(sample=False)
    Job.objects.create(kind="news.ingest", key="2026-11-21T12:10Z", state="running")
    assert "news.ingest" in [step.kind for step in bootstrap.missing()]
    Job.objects.create(kind="news.ingest", key="2026-11-21T12:30Z", state="done")
    assert "news.ingest" not in [step.kind for step in bootstrap.missing()]


def test_live_rows_are_no_samples():
    headline(sample=False)
    figures()
    assert bootstrap.sample_rows() == 0
    assert bootstrap.purge_samples() == {}
    assert Quote.objects.count() == 1


def test_samples_are_removed_and_live_headlines_stay(settings):
    settings.SAMPLE_DATA = False
    live, _ = headline(sample=False), headline(sample=True)
    figures()
    assert bootstrap.sample_rows() == 3
    call_command("purge_samples")
    assert list(Headline.objects.values_list("pk", flat=True)) == [live.pk]
    assert (
        Quote.objects.count(),
        DailyQuote.objects.count(),
        Feed.objects.count(),
        Story.objects.count(),
    ) == (0, 0, 1, 1)
    assert bootstrap.sample_rows() == 0


def test_samples_are_not_removed_while_they_are_on(settings):
    settings.SAMPLE_DATA = True
    with pytest.raises(CommandError, match="SAMPLE_DATA=false"):
        call_command("purge_samples")
