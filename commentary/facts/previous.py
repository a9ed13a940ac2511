"""What readers could have seen before an edition: the figures of the last one, and their texts.

What was published counts whatever became of it since: a text that was withdrawn has been read.
"""

from datetime import UTC, datetime
from typing import Any

from commentary.facts.ranking import PreviousFigures
from commentary.facts.snapshot import EVERYTHING, Facts, RowFacts
from commentary.models import (
    IndicatorSummaries,
    IndicatorSummary,
    IndicatorSummaryTranslation,
    StrategicLog,
    StrategicLogs,
    WrittenText,
)

# How far ahead a text may say what is due.
DAYS_AHEAD = 7


def seen_before_day(now: datetime) -> PreviousFigures:
    """For the texts of a day: what the last edition before that day (UTC) showed."""
    midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    known = _published().filter(published_at__lt=midnight)
    return PreviousFigures(*_figures(known))


def seen_before_log(slot: datetime, *, tone: str, style: str) -> PreviousFigures:
    """For a log: what the last one showed."""
    return PreviousFigures(*_figures(_logs(slot, tone, style)))


def previous_read(tone: str, style: str) -> dict[str, str] | None:
    """The text across groups that readers have now: title, text and moment (ISO, UTC)."""
    found = IndicatorSummary.objects.accepted().toned(tone, style).filter(group=EVERYTHING)
    return _text(found.order_by("-cycle", "-pk").values_list("title", "content", "cycle").first())


def italian_read(tone: str, style: str) -> str:
    """The Italian of that text; "" where it has none."""
    reads = IndicatorSummary.objects.accepted().toned(tone, style).filter(group=EVERYTHING)
    translated = IndicatorSummaryTranslation.objects.filter(
        summary__in=reads.order_by("-cycle", "-pk")[:1], language="it"
    )
    return translated.values_list("content", flat=True).first() or ""


def previous_log(slot: datetime, *, tone: str, style: str) -> dict[str, str] | None:
    """The log before a slot, in the same shape."""
    return _text(_logs(slot, tone, style).accepted().values_list("header", "content", "cycle").first())


def _text(row: tuple[str, str, datetime] | None) -> dict[str, str] | None:
    if row is None:
        return None
    title, text, cycle = row
    return {"title": title, "text": text, "as_of": cycle.astimezone(UTC).isoformat(timespec="minutes")}


def _published() -> IndicatorSummaries:
    """Reads across groups, newest first."""
    shown = IndicatorSummary.objects.filter(group=EVERYTHING).exclude(state=WrittenText.State.REJECTED)
    return shown.order_by("-cycle", "-pk")


def _logs(before: datetime, tone: str, style: str) -> StrategicLogs:
    shown = StrategicLog.objects.toned(tone, style).filter(cycle__lt=before)
    return shown.exclude(state=WrittenText.State.REJECTED).newest_first()


def _figures(texts: IndicatorSummaries | StrategicLogs) -> tuple[dict[str, RowFacts] | None, datetime | None]:
    """Those that the newest of the texts was written from, and when it was published; None without any text."""
    found: tuple[dict[str, Any], datetime | None] | None = texts.values_list("facts", "published_at").first()
    if found is None:
        return None, None
    return {row.key: row for row in Facts.from_json(found[0]).rows}, found[1]
