"""The agenda's page and its calendar file: eight weeks, by group and by region."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from briefing.core.language import date_in_text
from indicators.agenda import shown
from indicators.agenda.folding import fold, monday_of
from indicators.agenda.shown import CalendarState, Line
from indicators.agenda.upcoming import between
from indicators.agenda.waiting import LOOK_BACK

WEEKS = 8


@dataclass(frozen=True)
class Choice:
    """A link of a filter."""

    name: str
    title: str
    chosen: bool
    query: str


@dataclass(frozen=True)
class Week:
    """The lines of a week under the day on which it begins."""

    title: str
    lines: list[Line]


@dataclass(frozen=True)
class Agenda:
    """The whole page. `late` are releases of the last two weeks whose figures have not come."""

    weeks: list[Week]
    late: list[Line]
    groups: list[Choice]
    regions: list[Choice]
    filtered: bool
    old: list[CalendarState]


def agenda(now: datetime, language: str, *, group: str = "", region: str = "") -> Agenda:
    """From this week's Monday on; a group or region that is not known shows everything."""
    today = now.astimezone(UTC).date()
    with translation.override(language):
        groups, regions = shown.group_titles(language), shown.region_titles()
        group, region = group if group in groups else "", region if region in regions else ""
        found = coming(now, language)
        monday = monday_of(today)
        chosen = [each for each in found if _is_chosen(each, group, region)]
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
            old=shown.old_calendars(now),
        )


def coming(now: datetime, language: str) -> list[Line]:
    """Everything that concerns a shown row or a central bank, from two weeks back to eight weeks ahead."""
    today = now.astimezone(UTC).date()
    told = between(today - LOOK_BACK, today + timedelta(weeks=WEEKS), now)
    return shown.lines([each for each in told if shown.concerns(each)], language)


def _is_chosen(line: Line, group: str, region: str) -> bool:
    return group in ("", line.group) and (not region or region in line.regions)


def _weeks(lines: Iterable[Line]) -> Iterable[Week]:
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
) -> list[Choice]:
    """A link for everything and one for each value that occurs; the other filter stays as it is."""
    kept = f"{other[0]}={other[1]}" if other[1] else ""
    found = [Choice("", everything, not chosen, kept)]
    for value, title in titles.items():
        if value in used:
            query = "&".join(filter(None, [f"{name}={value}", kept]))
            found.append(Choice(value, title, value == chosen, query))
    return found
