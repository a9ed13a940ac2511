"""Derives the state of a release (due, out, awaited, cancelled) from the stored figures."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from briefing.core import periods
from briefing.core.operations import notices
from indicators.agenda.planned import Planned, planned
from indicators.fallback_sources import row_as_computed
from indicators.gaps import Gaps, read
from indicators.groups import RowConfig
from indicators.models import IndicatorFigure, Quote, is_stale

ReleaseState = Literal["due", "out", "awaited", "cancelled"]
# Older releases have been superseded or already reported to staff.
LOOK_BACK = timedelta(days=14)
# Staff are notified of figures later than this.
PATIENCE = timedelta(days=2)
# For this long after a release its sources are fetched at every refresh, then at their usual interval.
EAGER = timedelta(hours=6)
KIND = "agenda.awaited"


@dataclass(frozen=True)
class Arrivals:
    """The figures by row code and the quotes by symbol at `now`."""

    figures: dict[str, IndicatorFigure]
    quotes: dict[str, Quote]
    now: datetime

    def has(self, release: Planned, row: RowConfig) -> bool:
        """Whether the row's figure of a release has arrived.

        True if its history changed since the start of the release day, or if the release time has passed and the
        period was already stored (a final figure equal to the flash estimate changes nothing).
        """
        figure = self.figures.get(row.code)
        quote = self.quotes.get(row_as_computed(row, figure).symbols[0])
        if quote and quote.changed_at and quote.changed_at >= release.day_begins:
            return True
        if not (release.period and figure and release.has_passed(self.now)):
            return False
        try:
            described = periods.parse(release.period)
            return figure.period == described.label or figure.observed_on >= described.end
        except ValueError:
            return False

    def missing(self, release: Planned) -> list[RowConfig]:
        """The rows whose figure has not arrived; rows without a figure or with a stale one are not counted."""
        today = self.now.astimezone(UTC).date()
        return [
            row
            for row in release.rows
            if (figure := self.figures.get(row.code))
            and not is_stale(figure.observed_on, today)
            and not self.has(release, row)
        ]

    def state(self, release: Planned) -> ReleaseState:
        """The state of a release. A decision is out once its time has passed, since the rate may stay unchanged."""
        if release.cancelled:
            return "cancelled"
        passed = release.has_passed(self.now)
        if release.entry.bank or not release.rows:
            return "out" if passed else "due"
        if self.now < release.day_begins:
            return "due"
        # Where no row counts as missing, e.g. the only one is stale, one must have come.
        came = any(self.has(release, row) for row in release.rows) and not self.missing(release)
        return "out" if came else "awaited" if passed else "due"

    def without_figure(self, release: Planned) -> list[tuple[RowConfig, Gaps]]:
        """The rows for which a release has no new figure because an earlier period was never published."""
        found = [(row, read(self.figures[row.code].gaps)) for row in release.rows if row.code in self.figures]
        return [(row, gaps) for row, gaps in found if gaps.newest]


def arrivals(releases: Iterable[Planned], now: datetime) -> Arrivals:
    """Loads the `Arrivals` of the releases with two queries."""
    rows = {row.code: row for release in releases for row in release.rows}
    known = IndicatorFigure.objects.filter(code__in=rows).only(
        "code", "made_of", "observed_on", "period", "gaps"
    )
    figures = {figure.code: figure for figure in known if rows[figure.code].as_computed_from(figure.made_of)}
    symbols = {symbol for row in rows.values() for symbol in (*row.symbols[:1], *row.fallback_symbols[:1])}
    quotes = Quote.objects.filter(symbol__in=symbols).only("symbol", "changed_at")
    return Arrivals(figures, {quote.symbol: quote for quote in quotes}, now)


def awaited(now: datetime) -> list[tuple[Planned, list[RowConfig]]]:
    """For each catalogue entry its latest past release if figures are missing, with the rows that lack them.

    Releases that only stale rows wait for are left out: of those staff are notified by row.
    """
    today = now.astimezone(UTC).date()
    recent = planned(today - LOOK_BACK, today)
    current = arrivals(recent, now)
    newest = {
        release.entry.id: release for release in recent if not release.cancelled and release.has_passed(now)
    }
    late = [release for release in newest.values() if current.state(release) == "awaited"]
    return [(release, rows) for release in late if (rows := current.missing(release))]


def just_released(now: datetime) -> set[str]:
    """The symbols of releases awaited for at most six hours; they are fetched at every refresh."""
    late = [(release, rows) for release, rows in awaited(now) if not release.has_passed(now - EAGER)]
    return {symbol for _release, rows in late for row in rows for symbol in row.symbols}


def notify_late(now: datetime) -> int:
    """Notifies staff of figures two days late and resolves notices of those that arrived; returns how many wait."""
    late = awaited(now)
    notified = set()
    for release, rows in late:
        if release.has_passed(now - PATIENCE):
            notified.add(release.entry.id)
            codes = ", ".join(row.code for row in rows)
            notices.notify(
                KIND,
                release.entry.id,
                f"{release.entry.name.en} was due on {release.day}, but no new figure has come for {codes}. Check at"
                " the publisher whether it is out; if so, look at the errors under Quotes.",
            )
    for entry in notices.open_subjects(KIND) - notified:
        notices.resolve(KIND, entry)
    return len(late)
