"""The groups of rows on the dashboard in the reader's language, home region first."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone, translation

from indicators import groups as registry
from indicators.agenda.lines import with_newest
from indicators.groups import RowConfig
from indicators.rows import DashboardRow, build, errors, stored

# Regions sorted first for a reader's home market (decision 4.2).
HOME = {"US": {"US"}, "EU": {"EU", "IT"}, "UK": {"UK"}, "ASIA": {"ASIA"}}


@dataclass(frozen=True)
class PanelGroup:
    id: str
    title: str
    rows: list[DashboardRow]

    @property
    def newest(self) -> dict[str, list[str]]:
        """The codes of stale rows for which the source has no newer figure, by the note on it."""
        found: dict[str, list[str]] = {}
        for row in self.rows:
            if row.newest_text:
                found.setdefault(row.newest_text, []).append(row.code)
        return found


def groups(language: str, *, anchor: str | None = None) -> list[PanelGroup]:
    """Every group with its active rows; five queries at any size of the history."""
    configured = registry.load().groups
    figures, quotes = stored([row for group in configured for row in group.rows])
    now = timezone.now()
    with translation.override(language):
        built = [
            build(row, figures.get(row.code), language=language, today=now.date(), error=errors(row, quotes))
            for group in configured
            for row in home_first(group.rows, anchor)
        ]
        rows = with_newest(built, now)
        return [
            PanelGroup(group.id, group.title(language), [row for row in rows if row.group_id == group.id])
            for group in configured
        ]


def home_first(rows: Sequence[RowConfig], anchor: str | None) -> list[RowConfig]:
    """The rows of the home market first, otherwise in file order."""
    home = HOME.get(anchor or "", set())
    return sorted(rows, key=lambda row: row.region not in home)
