"""The agenda page: eight weeks, filtered by group and region."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from briefing.core.dates import date_in_text
from indicators.agenda import lines
from indicators.agenda.arrivals import LOOK_BACK
from indicators.agenda.folding import fold, monday_of
from indicators.agenda.lines import AgendaLine, CalendarState
from indicators.agenda.upcoming import between

WEEKS = 8


@dataclass(frozen=True)
class FilterLink:
    name: str
    title: str
    chosen: bool
    query: str


@dataclass(frozen=True)
class Week:
    """The lines of a week, titled by its Monday."""

    title: str
    lines: list[AgendaLine]


@dataclass(frozen=True)
class Agenda:
    """The agenda page. `late` are releases of the last two weeks whose figures have not arrived."""

    weeks: list[Week]
    late: list[AgendaLine]
    groups: list[FilterLink]
    regions: list[FilterLink]
    filtered: bool
    old: list[CalendarState]


def agenda(now: datetime, language: str, *, group: str = "", region: str = "") -> Agenda:
    """The page from this week's Monday on; unknown groups or regions are ignored."""
    today = now.astimezone(UTC).date()
    with translation.override(language):
        groups, regions = lines.group_titles(language), lines.region_titles()
        group, region = group if group in groups else "", region if region in regions else ""
        found = coming(now, language)
        monday = monday_of(today)
        chosen = [each for each in found if is_chosen(each, group, region)]
        used = {each.group for each in found}, frozenset().union(*(each.regions for each in found))
        return Agenda(
            weeks=list(_weeks(fold(each for each in chosen if each.day >= monday))),
            late=[each for each in chosen if each.day < monday and each.state == "awaited"],
            groups=_choices(
                "group",
                groups,
                group,
                everything=pgettext("groups", "All"),
                used=used[0],
                other=("region", region),
            ),
            regions=_choices(
                "region",
                regions,
                region,
                everything=pgettext("regions", "All"),
                used=used[1],
                other=("group", group),
            ),
            filtered=bool(group or region),
            old=lines.old_calendars(now),
        )


def coming(now: datetime, language: str) -> list[AgendaLine]:
    """Releases of shown rows and central bank decisions, from two weeks back to eight weeks ahead."""
    today = now.astimezone(UTC).date()
    events = between(today - LOOK_BACK, today + timedelta(weeks=WEEKS), now)
    return lines.lines([each for each in events if lines.concerns(each)], language)


def is_chosen(line: AgendaLine, group: str | None, region: str | None) -> bool:
    return (not group or group == line.group) and (not region or region in line.regions)


def _weeks(lines: Iterable[AgendaLine]) -> Iterable[Week]:
    for monday, found in groupby(lines, key=lambda line: monday_of(line.day)):
        yield Week(_("Week of %(day)s") % {"day": date_in_text(monday, "j F Y")}, list(found))


def _choices(
    name: str,
    titles: dict[str, str],
    chosen: str,
    *,
    everything: str,
    used: Iterable[str],
    other: tuple[str, str],
) -> list[FilterLink]:
    """A link for all and one for each value in use; the other filter is preserved."""
    filters = f"{other[0]}={other[1]}" if other[1] else ""
    found = [FilterLink("", everything, not chosen, filters)]
    for value, title in titles.items():
        if value in used:
            query = "&".join(filter(None, [f"{name}={value}", filters]))
            found.append(FilterLink(value, title, value == chosen, query))
    return found
