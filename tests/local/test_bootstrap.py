"""The first fill."""

from datetime import timedelta

import pytest
from django.utils import timezone

from briefing.core.models import Job
from briefing.core.work import jobs, schedule
from briefing.local import bootstrap
from tests.pages import edition
from tests.portfolio.instruments import instrument, quote

pytestmark = pytest.mark.django_db


def test_missing_names_the_steps_in_their_order():
    assert [step.kind for step in bootstrap.missing()] == [
        "indicators.refresh",
        "indicators.agenda",
        "news.ingest",
        "commentary.generate",
    ]
    edition.headlines(1)
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
    edition.headlines(1)
    Job.objects.create(kind="news.ingest", key="2026-11-21T12:10Z", state="running")
    assert "news.ingest" in [step.kind for step in bootstrap.missing()]
    Job.objects.create(kind="news.ingest", key="2026-11-21T12:30Z", state="done")
    assert "news.ingest" not in [step.kind for step in bootstrap.missing()]


@pytest.mark.parametrize(("state", "attempts"), [("new", 3), ("dead", jobs.MAX_ATTEMPTS), ("done", 1)])
def test_step_that_an_earlier_start_failed_at_is_done_without_waiting(settings, state, attempts):
    settings.SAMPLE_DATA = False
    slots = schedule.timetable()["portfolio.quotes"]
    schedule.open_slot("portfolio.quotes", slots)
    later = timezone.now() + timedelta(hours=1)
    Job.objects.update(state=state, attempts=attempts, not_before=later, outcome="failed before")
    step = next(step for step in bootstrap.STEPS if step.kind == "portfolio.quotes")
    assert bootstrap.run(step) == "0 tickers asked, 0 answered, 0 failed; 0 wait for a later run"
    assert Job.objects.get().state == "done"
