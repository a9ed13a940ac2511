"""A row's revisions in words, for its page."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from indicators import wording
from indicators.groups import RowConfig
from indicators.revised import RevisedPoint, usual_revision


@dataclass(frozen=True)
class Revisions:
    """From when on they are recorded ("" if not yet), the days to choose from, and the usual revision in words.

    `any_shown`: whether an observation differs from its first value.
    """

    since_text: str
    first_day: date | None
    last_day: date
    as_of_text: str
    usual_text: str
    any_shown: bool


def revisions(
    row: RowConfig, revised: Sequence[RevisedPoint], since: datetime | None, *, as_of: date | None
) -> Revisions:
    first_day = since.astimezone(UTC).date() if since else None
    return Revisions(
        since_text=wording.day_text(first_day) if first_day else "",
        first_day=first_day,
        last_day=timezone.now().astimezone(UTC).date(),
        as_of_text=wording.day_text(as_of) if as_of else "",
        usual_text=_usual_text(row, revised),
        any_shown=bool(revised),
    )


def _usual_text(row: RowConfig, revised: Sequence[RevisedPoint]) -> str:
    usual = usual_revision(revised)
    if usual is None:
        return ""
    decimals = row.decimals + 1
    return _(
        "%(size)s, the median of %(count)s revised observations, first published to latest. On average %(mean)s;"
        " %(upward)s were upward."
    ) % {
        "size": wording.difference(usual.size, row.unit, decimals),
        "count": wording.number(usual.count, 0),
        "upward": wording.number(usual.upward, 0),
        "mean": wording.difference(usual.mean, row.unit, decimals, signed=True),
    }


def first_texts(row: RowConfig, revised: RevisedPoint | None) -> dict[str, str]:
    """The first value of an observation and the difference since, for the table; {} if it was not revised."""
    if revised is None:
        return {}
    moved = wording.change(revised.value, revised.first, unit=row.unit, decimals=row.decimals)
    return {
        "first_text": wording.figure(revised.first, row.unit, row.decimals),
        "revision_text": moved.text,
    }
