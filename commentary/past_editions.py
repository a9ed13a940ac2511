"""The front page at the end of a past day (UTC): its texts, with the figures they were written from.

Rebuilt from texts and figures stored for 400 days (`tasks.purge`). Texts withdrawn since are not shown.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from briefing.core.dates import date_in_text
from commentary.facts.shown import shown
from commentary.facts.snapshot import EVERYTHING, RowFacts
from commentary.log_queries import Heading, of_day
from commentary.models import IndicatorSummaries, IndicatorSummary
from commentary.published import PublishedRead, published_read
from indicators import wording
from indicators.groups import load

KEPT = timedelta(days=365)
DAY = timedelta(days=1)
LONG = "j F Y"


@dataclass(frozen=True)
class PastFigure:
    """A figure as text; `before` is the previous value, "" if none."""

    code: str
    label: str
    value: str
    dated: str
    before: str


@dataclass(frozen=True)
class PastGroup:
    """A group with its read (None if none) and its figures."""

    id: str
    title: str
    read: PublishedRead | None
    figures: list[PastFigure]


@dataclass(frozen=True)
class PastEdition:
    """The front page of a past day; `earlier` and `later` are the adjacent days, None at the ends."""

    day: date
    lead: PublishedRead
    groups: list[PastGroup]
    logs: list[Heading]
    earlier: date | None
    later: date | None

    @property
    def day_text(self) -> str:
        """The date with its weekday, which needs no article in Italian ("di domenica 8")."""
        return date_in_text(self.day, f"l {LONG}")

    @property
    def earlier_text(self) -> str:
        return date_in_text(self.earlier, LONG) if self.earlier else ""

    @property
    def later_text(self) -> str:
        return date_in_text(self.later, LONG) if self.later else ""


def edition(
    day: date, today: date, language: str, tone: str, *, rules_only: bool = False
) -> PastEdition | None:
    """Returns an edition, with at most four queries; None if the day is not over, too old, or without a text."""
    if not today - KEPT <= day < today:
        return None
    texts = IndicatorSummary.objects.readable(rules_only=rules_only).toned(tone)
    stood = {text.group: text for text in _accepted_at(texts, day, language)}
    if EVERYTHING not in stood:
        return None
    rows = shown(stood[EVERYTHING].facts).rows
    first = texts.filter(group=EVERYTHING, cycle__lt=_end(day - DAY)).exists()
    return PastEdition(
        day=day,
        lead=published_read(stood[EVERYTHING], language, rules_only=rules_only),
        groups=_groups(stood, rows, language, rules_only=rules_only),
        logs=of_day(_end(day - DAY), _end(day), language, tone, rules_only=rules_only),
        earlier=day - DAY if first and day - DAY >= today - KEPT else None,
        later=day + DAY if day + DAY < today else None,
    )


def lead(day: date, today: date, language: str, tone: str) -> PublishedRead | None:
    """Returns the lead of an edition, or the current one for today; None if the day has none."""
    if not today - KEPT <= day <= today:
        return None
    texts = IndicatorSummary.objects.accepted().toned(tone).filter(group=EVERYTHING)
    found = _accepted_at(texts, day, language).first()
    return published_read(found, language) if found else None


def is_there(day: date, today: date, tone: str) -> bool:
    """Whether `edition` would find one; one query."""
    if not today - KEPT <= day < today:
        return False
    texts = IndicatorSummary.objects.accepted().toned(tone).filter(group=EVERYTHING)
    return texts.filter(cycle__lt=_end(day)).exclude(published_at__gte=_end(day)).exists()


def _end(day: date) -> datetime:
    return datetime.combine(day + DAY, time(), UTC)


def _accepted_at(texts: IndicatorSummaries, day: date, language: str) -> IndicatorSummaries:
    # Excludes texts published after that day.
    shown = texts.filter(cycle__lt=_end(day)).exclude(published_at__gte=_end(day))
    return shown.newest_of_each_group().translated(language)


def _groups(
    stood: dict[str, IndicatorSummary], rows: Sequence[RowFacts], language: str, *, rules_only: bool
) -> list[PastGroup]:
    """Returns groups in the current order; groups no longer configured have no title and are omitted."""
    return [
        PastGroup(
            group.id,
            group.title(language),
            published_read(stood[group.id], language, rules_only=rules_only) if group.id in stood else None,
            [figure(row, language) for row in rows if row.group == group.id],
        )
        for group in load().groups
        if group.id in stood or any(row.group == group.id for row in rows)
    ]


def figure(row: RowFacts, language: str) -> PastFigure:
    """Formats a figure as on the dashboard, with abbreviated units."""

    def shown(value: float) -> str:
        return wording.figure(value, row.unit, row.decimals)

    return PastFigure(
        code=row.key,
        label=row.label_it if language == "it" else row.label_en,
        value=shown(row.value),
        dated=wording.when(row.period, date.fromisoformat(row.date)),
        before="" if row.prev is None else shown(row.prev),
    )
