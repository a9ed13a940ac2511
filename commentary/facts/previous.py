"""The figures and texts that readers saw before an edition.

Texts withdrawn after publication count, since they have been read.
"""

from datetime import UTC, datetime

from commentary.facts.ranking import PreviousFigures
from commentary.facts.snapshot import EVERYTHING
from commentary.models import (
    IndicatorSummaries,
    IndicatorSummary,
    IndicatorSummaryTranslation,
    StrategicLog,
    StrategicLogs,
    WrittenText,
)

# Days ahead of which a text may name releases.
DAYS_AHEAD = 7


def seen_before_day(now: datetime) -> PreviousFigures:
    """Returns the figures of the last edition before the current day (UTC)."""
    midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    shown = IndicatorSummary.objects.filter(group=EVERYTHING).exclude(state=WrittenText.State.REJECTED)
    return _figures(shown.filter(published_at__lt=midnight).newest_first())


def seen_before_log(slot: datetime, *, tone: str, style: str) -> PreviousFigures:
    """Returns the figures of the last log before the slot."""
    return _figures(_logs(slot, tone, style))


def previous_read(tone: str, style: str) -> dict[str, str] | None:
    """Returns the current text across groups: title, text and time (ISO, UTC)."""
    found = IndicatorSummary.objects.accepted().toned(tone, style).filter(group=EVERYTHING)
    return _text(found.order_by("-cycle", "-pk").values_list("title", "content", "cycle").first())


def italian_read(tone: str, style: str) -> str:
    """Returns the Italian translation of the current text across groups, or ""."""
    reads = IndicatorSummary.objects.accepted().toned(tone, style).filter(group=EVERYTHING)
    translated = IndicatorSummaryTranslation.objects.filter(
        summary__in=reads.order_by("-cycle", "-pk")[:1], language="it"
    )
    return translated.values_list("content", flat=True).first() or ""


def previous_log(slot: datetime, *, tone: str, style: str) -> dict[str, str] | None:
    """Returns the log before a slot, in the same shape as `previous_read`."""
    return _text(_logs(slot, tone, style).accepted().values_list("header", "content", "cycle").first())


def _text(row: tuple[str, str, datetime] | None) -> dict[str, str] | None:
    if row is None:
        return None
    title, text, cycle = row
    return {"title": title, "text": text, "as_of": cycle.astimezone(UTC).isoformat(timespec="minutes")}


def _logs(before: datetime, tone: str, style: str) -> StrategicLogs:
    shown = StrategicLog.objects.toned(tone, style).filter(cycle__lt=before)
    return shown.exclude(state=WrittenText.State.REJECTED).newest_first()


def _figures(texts: IndicatorSummaries | StrategicLogs) -> PreviousFigures:
    """Returns the figures of the latest text, with its publication time."""
    found = texts.values_list("facts", "published_at").first()
    return PreviousFigures.of(*found) if found else PreviousFigures()
