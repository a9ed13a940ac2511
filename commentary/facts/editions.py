"""What readers could have seen before an edition: the figures of the last one, what led the last ones, their texts."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from commentary.facts.newsworthiness import LATELY, Seen
from commentary.facts.snapshot import EVERYTHING, Facts, RowFacts
from commentary.models import IndicatorSummaries, IndicatorSummary, StrategicLog, StrategicLogs, WrittenText

DAY = timedelta(days=1)


def published(before: datetime) -> IndicatorSummaries:
    """Reads of all figures that readers had before a moment, whatever became of them since, newest first."""
    shown = IndicatorSummary.objects.filter(group=EVERYTHING, published_at__lt=before)
    return shown.exclude(state=WrittenText.State.REJECTED).order_by("-published_at", "-pk")


def seen_by(before: datetime) -> Seen:
    """What the last edition before a moment showed, and what led those until now."""
    last = published(before).values_list("facts", flat=True).first()
    leads, of_the_day = _leads(timezone.now())
    return Seen(_figures(last), leads, of_the_day)


def seen_by_log(slot: datetime, *, tone: str, style: str) -> Seen:
    """What the last log before a slot showed; what led the front page counts as told."""
    last = logs(slot, tone=tone, style=style).values_list("facts", flat=True).first()
    leads, of_the_day = _leads(timezone.now())
    return Seen(_figures(last), leads, of_the_day)


def logs(before: datetime, *, tone: str, style: str) -> StrategicLogs:
    """Logs of earlier slots that readers had, newest first."""
    shown = StrategicLog.objects.toned(tone, style).filter(cycle__lt=before)
    return shown.exclude(state=WrittenText.State.REJECTED).newest_first()


def _figures(document: dict[str, Any] | None) -> dict[str, RowFacts] | None:
    return None if document is None else {row.key: row for row in Facts.from_json(document).rows}


def _leads(before: datetime) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The rows that led the last three editions, newest first, and those of the last day.

    An edition is what one cycle wrote, in all tones together.
    """
    rows = published(before).values_list("cycle", "facts__lead")[: 4 * LATELY]
    by_cycle = dict(reversed(rows))
    newest = sorted(by_cycle, reverse=True)
    lately = tuple(by_cycle[cycle] for cycle in newest[:LATELY] if by_cycle[cycle])
    return lately, tuple(by_cycle[cycle] for cycle in newest if before - cycle <= DAY and by_cycle[cycle])
