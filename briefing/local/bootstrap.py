"""The first fill: figures, headlines, texts, in the order in which each needs the one before."""

from dataclasses import dataclass
from typing import Any

from celery import current_app
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from briefing.core import editions, jobs, schedule
from briefing.core.models import Job
from commentary.models import IndicatorSummary
from indicators.models import DailyQuote, IndicatorFigure, Quote, Release, ReleaseCalendar
from news.models import Feed, Headline, Run, Story
from portfolio import quotes
from portfolio.models import InstrumentMap


@dataclass(frozen=True)
class Step:
    """A kind of work and the words for it."""

    kind: str
    name: str
    doing: str


STEPS = (
    Step("indicators.refresh", "Figures", "Fetching the figures …"),
    Step("indicators.agenda", "Agenda", "Reading the calendars …"),
    Step("news.ingest", "Headlines", "Fetching the headlines …"),
    Step("commentary.generate", "Texts", "Writing the texts …"),
    Step("portfolio.quotes", "Prices", "Fetching the prices of known tickers …"),
)


def missing() -> list[Step]:
    """The steps whose result is not in the database yet, also because an earlier start was killed in one."""
    have = {
        "indicators.refresh": IndicatorFigure.objects.exists(),
        "indicators.agenda": Release.objects.exists(),
        "news.ingest": Headline.objects.exists(),
        "commentary.generate": IndicatorSummary.objects.exists(),
        "portfolio.quotes": quotes.filled(),
    }
    return [step for step in STEPS if not have[step.kind] or _broken_off(step.kind)]


def _broken_off(kind: str) -> bool:
    """Whether this work was begun and never once finished."""
    rows = Job.objects.filter(kind=kind)
    return rows.exists() and not rows.filter(state=Job.State.DONE).exists()


def run(step: Step) -> str:
    """Does the newest slot's work here and now, under its own row, so that the clock does not do it again."""
    current_app.loader.import_default_modules()
    slots = schedule.timetable().get(step.kind)
    if slots is None:
        return "switched off in the timetable"
    schedule.open_slot(step.kind, slots)
    row = Job.objects.filter(kind=step.kind).order_by("-key").first()
    if row is None:
        return "nothing is due"
    if row.state == Job.State.DONE:  # an earlier start did it, but nothing came of it: ask once more
        Job.objects.filter(pk=row.pk).update(state=Job.State.NEW, not_before=timezone.now())
    jobs.run(row.pk)
    row.refresh_from_db()
    return row.outcome or row.get_state_display()


def sample_rows() -> int:
    """Rows that the sample sources left behind: 0 in a database that never saw them.

    Figures carry no mark of their own; sample feeds in the database tell that it was filled from samples.
    """
    if not Feed.objects.filter(sample=True).exists():
        return 0
    return sum(rows.count() for rows in _of_samples())


def purge_samples() -> dict[str, int]:
    """Removes everything that samples filled, figures and texts as a whole: the next refresh fetches anew."""
    if not Feed.objects.filter(sample=True).exists():
        return {}
    with transaction.atomic():
        gone = {rows.model._meta.db_table: rows.delete()[0] for rows in _of_samples()}
        gone[Feed._meta.db_table] = Feed.objects.filter(sample=True).delete()[0]
        Story.objects.filter(headlines=None).delete()
        # The slots that samples answered are to be done again, from the public sources.
        Job.objects.filter(kind__in=[step.kind for step in STEPS]).delete()
        Run.objects.all().delete()
        editions.changed(*editions.PARTS)
    return gone


def _of_samples() -> list[QuerySet[Any]]:
    return [
        Headline.objects.filter(feed__sample=True),
        DailyQuote.objects.all(),
        Quote.objects.all(),
        IndicatorFigure.objects.all(),
        Release.objects.all(),
        ReleaseCalendar.objects.all(),
        IndicatorSummary.objects.all(),
        InstrumentMap.objects.filter(sample=True),
    ]
