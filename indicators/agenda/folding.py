"""Folds weekly series into one line a week, so that they do not crowd out more important releases."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import groupby

from django.utils.translation import gettext as _

from indicators.agenda.lines import AgendaLine, RowLink, day_text


def fold(lines: Iterable[AgendaLine]) -> list[AgendaLine]:
    """The lines with each week's weekly series folded into the first of them.

    Awaited, cancelled and provisional releases keep separate lines. Call inside `translation.override(language)`.
    """
    found: list[AgendaLine] = []
    for _monday, week in groupby(lines, key=lambda line: monday_of(line.day)):
        listed = list(week)
        weekly = [line for line in listed if _may_fold(line)]
        if len(weekly) < 2:
            found += listed
            continue
        folded = _folded(weekly)
        found += [folded if line is weekly[0] else line for line in listed if line not in weekly[1:]]
    return found


def monday_of(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _may_fold(line: AgendaLine) -> bool:
    return line.rank == "weekly" and line.state in ("due", "out") and not line.notes


def _folded(weekly: Sequence[AgendaLine]) -> AgendaLine:
    days = sorted({line.day for line in weekly})
    due = [line for line in weekly if line.state == "due"]
    span = [day_text(day) for day in (days[0], days[-1])]
    return replace(
        (due or weekly)[0],
        key=f"weekly {monday_of(days[0])}",
        title=_("Weekly figures"),
        period="",
        day=days[0],
        day_text=" – ".join(dict.fromkeys(span)),
        starts_at=None,
        regions=frozenset().union(*(line.regions for line in weekly)),
        rows=[_with_day(row, line) for line in weekly for row in line.rows],
        source=", ".join(dict.fromkeys(line.source for line in weekly if line.source)),
        url="",
        sequence=0,
    )


def _with_day(row: RowLink, line: AgendaLine) -> RowLink:
    return RowLink(row.code, f"{row.label} ({line.day_text})")
