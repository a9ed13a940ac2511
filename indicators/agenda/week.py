"""The box "The next seven days" of the dashboard and the landing page."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.utils import translation

from indicators.agenda import lines
from indicators.agenda.arrivals import LOOK_BACK
from indicators.agenda.folding import fold
from indicators.agenda.lines import AgendaLine
from indicators.agenda.upcoming import between

AHEAD = timedelta(days=7)
LATELY = timedelta(days=2)


@dataclass(frozen=True)
class AgendaWeek:
    """Releases published in the last two days, and those awaited or due."""

    came: list[AgendaLine]
    due: list[AgendaLine]


def box(now: datetime, language: str) -> AgendaWeek:
    """The box in a language; three queries."""
    today = now.astimezone(UTC).date()
    releases = [each for each in between(today - LOOK_BACK, today + AHEAD, now) if lines.concerns(each)]
    newest = {each.release.entry.id: each for each in releases if each.state in ("out", "awaited")}
    late = [each for each in newest.values() if each.state == "awaited"]
    came = [each for each in releases if each.state == "out" and each.release.day >= today - LATELY]
    due = [each for each in releases if each.release.day >= today and each.state in ("due", "cancelled")]
    with translation.override(language):
        return AgendaWeek(
            fold(lines.line(each, language) for each in reversed(came)),
            fold(lines.line(each, language) for each in [*late, *due]),
        )
