"""Whether a release has come: due, out, awaited or cancelled, told by the figures that we hold themselves."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from briefing.core import notices
from indicators.agenda.planned import Planned, planned
from indicators.gaps import Gaps, read
from indicators.groups import RowConfig
from indicators.models import IndicatorFigure, Quote, is_stale
from indicators.sources import periods
from indicators.standby import shown_as

State = Literal["due", "out", "awaited", "cancelled"]
# A release this old is either replaced by the next one or has been told to staff long ago.
LOOK_BACK = timedelta(days=14)
# A figure that is later than this is told to staff.
PATIENCE = timedelta(days=2)
# So long after a release its sources are asked at each refresh; from then on when their rest is over, as ever.
EAGER = timedelta(hours=6)
KIND = "agenda.awaited"


@dataclass(frozen=True)
class Arrivals:
    """The figures by row and the quotes by symbol, as they stand at `now`."""

    figures: dict[str, IndicatorFigure]
    quotes: dict[str, Quote]
    now: datetime

    def has(self, release: Planned, row: RowConfig) -> bool:
        """Whether the row's figure of a release is here.

        Its history changed since the release's day began; or, once the moment is over, the period was known
        before (a final figure that repeats the flash changes nothing).
        """
        figure = self.figures.get(row.code)
        quote = self.quotes.get(shown_as(row, figure).symbols[0])
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
        """The rows whose figure has not come. Rows without one, or with a stale one, say so themselves."""
        today = self.now.astimezone(UTC).date()
        return [
            row
            for row in release.rows
            if (figure := self.figures.get(row.code))
            and not is_stale(figure.observed_on, today)
            and not self.has(release, row)
        ]

    def state(self, release: Planned) -> State:
        """A decision is out once its moment is over: its rate may well stay as it is."""
        if release.cancelled:
            return "cancelled"
        passed = release.has_passed(self.now)
        if release.entry.bank or not release.rows:
            return "out" if passed else "due"
        if self.now < release.day_begins:
            return "due"
        missing = self.missing(release)
        if not passed:
            came = any(self.has(release, row) for row in release.rows)
            return "out" if came and not missing else "due"
        return "awaited" if missing else "out"

    def without_figure(self, release: Planned) -> list[tuple[RowConfig, Gaps]]:
        """The rows for which a release brought nothing to show, since an earlier period was never published."""
        found = [(row, read(self.figures[row.code].gaps)) for row in release.rows if row.code in self.figures]
        return [(row, gaps) for row, gaps in found if gaps.newest]


def arrivals(releases: Iterable[Planned], now: datetime) -> Arrivals:
    """Two queries for any number of releases."""
    rows = {row.code: row for release in releases for row in release.rows}
    known = IndicatorFigure.objects.filter(code__in=rows).only(
        "code", "made_of", "observed_on", "period", "gaps"
    )
    figures = {figure.code: figure for figure in known if rows[figure.code].made_as(figure.made_of)}
    symbols = {symbol for row in rows.values() for symbol in (*row.symbols[:1], *row.spare_symbols[:1])}
    quotes = Quote.objects.filter(symbol__in=symbols).only("symbol", "changed_at")
    return Arrivals(figures, {quote.symbol: quote for quote in quotes}, now)


def awaited(now: datetime) -> list[tuple[Planned, list[RowConfig]]]:
    """The newest passed release of each entry whose figures have not all come, with the rows that miss them."""
    today = now.astimezone(UTC).date()
    recent = planned(today - LOOK_BACK, today)
    held = arrivals(recent, now)
    newest = {
        release.entry.id: release for release in recent if not release.cancelled and release.has_passed(now)
    }
    late = [release for release in newest.values() if held.state(release) == "awaited"]
    return [(release, held.missing(release)) for release in late]


def just_released(now: datetime) -> set[str]:
    """The symbols whose figure is awaited since a few hours at most: they are asked at each refresh until it comes."""
    late = [(release, rows) for release, rows in awaited(now) if not release.has_passed(now - EAGER)]
    return {symbol for _release, rows in late for row in rows for symbol in row.symbols}


def tell_staff(now: datetime) -> int:
    """Tells of figures that are two days late, takes back what has come since; how many releases are awaited."""
    late = awaited(now)
    told = set()
    for release, rows in late:
        if release.has_passed(now - PATIENCE):
            told.add(release.entry.id)
            codes = ", ".join(row.code for row in rows)
            notices.tell(
                KIND,
                release.entry.id,
                f"{release.entry.name.en} was due on {release.day}, but no new figure has come for {codes}. Check at"
                " the publisher whether it is out; if so, look at the errors under Quotes.",
            )
    for entry in notices.open_subjects(KIND) - told:
        notices.resolve(KIND, entry)
    return len(late)
