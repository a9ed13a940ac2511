"""Removes the data of the sample sources and everything made from them."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import transaction
from django.db.models import Q, QuerySet

from briefing.core import cache_versions, origin, page_cache
from briefing.core.leases import CLAIM
from briefing.core.models import DataOrigin, Job, StaffNotice
from commentary.digests.models import Digest
from commentary.followed.models import FigureCursor, FigureEvent, FollowMail
from commentary.models import (
    IndicatorSummary,
    IndicatorSummaryTranslation,
    ReviewerVerdict,
    StrategicLog,
    StrategicLogTranslation,
    Withdrawal,
)
from indicators.models import DailyQuote, IndicatorFigure, Quote, Release, ReleaseCalendar, Revision
from news.models import Feed, Headline, Run, Story
from portfolio.models import InstrumentMap, TickerUniverse

# Kinds of jobs whose results are removed, so that they must run again.
KINDS = ("indicators.", "news.", "commentary.", "portfolio.")
NOTICES = ("agenda.", "figure", "feed", "rules_")


def purge() -> dict[str, int]:
    """Deletes all sample data and everything made from them; returns the count by table, {} without samples.

    Readers, sign-ins, payments, sent messages and the ledger of model costs are kept, since the money was
    spent. So are headlines of feeds that staff added; if there are any, the database counts as live.
    """
    with transaction.atomic():
        # First, so that it waits for transactions that are storing.
        if not DataOrigin.objects.filter(origin=origin.SAMPLES).delete()[0]:
            return {}
        gone: Counter[str] = Counter()
        for rows in _of_samples():
            if count := rows.delete()[1]:
                gone.update(count)
        InstrumentMap.objects.exclude(quote_currency="").update(quote_currency="")
        if Headline.objects.exists():
            DataOrigin.objects.create(origin=origin.LIVE)
        cache_versions.invalidate(*cache_versions.PARTS)
    origin.remember(origin.stored())
    page_cache.forget_samples()
    return {_table(label): count for label, count in gone.items()}


def _of_samples() -> Iterator[QuerySet[Any]]:
    """Yields the rows in an order that respects foreign keys."""
    yield from (model.objects.all() for model in (
        ReviewerVerdict, Withdrawal, StrategicLogTranslation, StrategicLog, IndicatorSummaryTranslation,
        IndicatorSummary, Digest, FigureEvent, FollowMail, FigureCursor, IndicatorFigure, Revision, DailyQuote, Quote,
        Release, ReleaseCalendar, TickerUniverse, Run,
    ))  # fmt: skip
    yield Headline.objects.filter(feed__sample=True)
    yield Feed.objects.filter(sample=True)
    yield Story.objects.filter(headlines=None)
    yield InstrumentMap.objects.filter(sample=True)
    yield Job.objects.filter(_begins_with(KINDS) | Q(kind=CLAIM))
    yield StaffNotice.objects.filter(_begins_with(NOTICES))


def _begins_with(beginnings: tuple[str, ...]) -> Q:
    found = Q()
    for each in beginnings:
        found |= Q(kind__startswith=each)
    return found


def _table(label: str) -> str:
    return str(apps.get_model(label)._meta.db_table)
