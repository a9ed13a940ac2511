"""The first fill."""

import pytest
from django.utils import timezone

from briefing.core.models import Job
from briefing.local import bootstrap
from news.models import Feed, Headline, Story
from tests.portfolio.instruments import instrument, quote

pytestmark = pytest.mark.django_db


def headline(*, sample: bool) -> Headline:
    feed = Feed.objects.create(
        url=f"http://x.example/{sample}", title="X", publisher="X", lang="en", sample=sample
    )
    now = timezone.now()
    return Headline.objects.create(feed=feed, guid="1", url="http://x.example/1", title="T", summary="", lang="en",
                                   published_at=now, fetched_at=now, story=Story.objects.create(created_at=now))  # fmt: skip


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


def test_step_that_was_broken_off_is_missing_though_rows_are_there():
    headline(sample=False)
    Job.objects.create(kind="news.ingest", key="2026-11-21T12:10Z", state="running")
    assert "news.ingest" in [step.kind for step in bootstrap.missing()]
    Job.objects.create(kind="news.ingest", key="2026-11-21T12:30Z", state="done")
    assert "news.ingest" not in [step.kind for step in bootstrap.missing()]
