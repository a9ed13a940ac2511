"""Figures, changes and dates as localised text; call inside `translation.override(language)`."""

from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from briefing.core import periods
from briefing.core.dates import date_in_text
from briefing.core.numbers import NBSP, number
from indicators.figures import relative_change
from indicators.gaps import Gap, Gaps

NO_FIGURE = "–"


@dataclass(frozen=True)
class Change:
    """A change as text, and its sign as shown: up, down, flat or none."""

    text: str
    direction: str


def mark(unit: str) -> str:
    """The unit as written after a figure; empty for an index."""
    marks = {
        "pp": pgettext("unit, percentage points", "pp"),
        "index": "",
        "points": pgettext("unit, points of a share index", "points"),
        "ratio": "×",
        "USD bn": pgettext("unit, billions of dollars", "USD bn"),
    }
    return marks.get(unit, unit)


def with_unit(text: str, unit: str) -> str:
    """A figure's text with its unit ("3.2%", "36.1×", "0.42 pp"): symbols without a space, words with one."""
    shown = mark(unit)
    if not shown:
        return text
    return text + shown if shown in ("%", "×") else text + NBSP + shown


def figure(value: float, unit: str, decimals: int) -> str:
    """A value with its unit."""
    return with_unit(number(value, decimals), unit)


def change(new: float, old: float | None, *, unit: str, decimals: int) -> Change:
    """The change since `old`: percentage points for rates, per cent for prices and points, otherwise the difference.

    Computed from the rounded figures, so that it equals the difference of the figures shown; per cent with the fewest
    decimals, up to three, that show a nonzero value, but one for a share index, as exchanges report it.
    """
    if old is None:
        return Change("", "none")
    new, old = round(new, decimals), round(old, decimals)
    difference, shown_unit = new - old, unit
    if unit in ("%", "pp"):
        shown_unit = "pp"
    elif unit == "ratio":
        shown_unit = "index"
    elif unit != "index" and (rate := relative_change(new, old)) is not None:
        difference, shown_unit = rate, "%"
        places = (1,) if unit == "points" else (1, 2, 3)
        decimals = next((place for place in places if round(rate, place)), 1)
    rounded = round(difference, decimals)
    direction = "flat" if rounded == 0 else "up" if rounded > 0 else "down"
    return Change(with_unit(number(difference, decimals, signed=True), shown_unit), direction)


def difference(value: float, unit: str, decimals: int, *, signed: bool = False) -> str:
    """A difference of two values in their own unit, percentage points for rates."""
    shown = {"%": "pp", "ratio": "index"}.get(unit, unit)
    return with_unit(number(value, decimals, signed=signed), shown)


def when(period: str, day: date) -> str:
    """A period label in words: "20 Nov 2026", "September 2026", "Q3 2026", "2025"."""
    year, rest, frequency = period[:4], period[5:], periods.frequency_of(period)
    if frequency == "Q":
        return _("Q%(quarter)s %(year)s") % {"quarter": rest[1:], "year": year}
    if frequency == "S":
        return _("H%(half)s %(year)s") % {"half": rest[1:], "year": year}
    if frequency == "M":
        return date_in_text(day, "F Y")
    return year if frequency == "A" else day_text(day)


def period_text(label: str) -> str:
    """A period label in words, without a given day."""
    return when(label, periods.parse(label).end)


def no_newer_figure(gaps: Gaps) -> str:
    """Why a published period has no figure; empty if it has one."""
    return _about(
        gaps.newest,
        _("For %(period)s there is no figure: a part of it was never published."),
        _(
            "For %(period)s there is no figure: the period it is compared with, %(missing)s, was never published."
        ),
    )


def no_newer_figure_in_short(gaps: Gaps) -> str:
    """Short form of `no_newer_figure`, after the date in a table."""
    if gaps.newest is None:
        return ""
    return _("none for %(period)s: %(missing)s was never published") % _named(gaps.newest)


def no_change(gaps: Gaps) -> str:
    """Why there is no change since the period before; empty if there is one."""
    return _about(
        gaps.change,
        _("There is no change to show: %(missing)s was never published."),
        _("There is no change to show: %(period)s has no figure, because %(missing)s was never published."),
    )


def no_comparison(gaps: Gaps) -> str:
    """Why there is no comparison with a year earlier; empty if there is one."""
    return _about(
        gaps.year_ago,
        _("There is no comparison with a year earlier: %(missing)s was never published."),
        _(
            "There is no comparison with a year earlier: %(period)s has no figure, because %(missing)s was never"
            " published."
        ),
    )


def _about(gap: Gap | None, own: str, through: str) -> str:
    """`own` if the period itself was never published, `through` if one that it depends on was not."""
    return (own if gap.missing == gap.period else through) % _named(gap) if gap else ""


def _named(gap: Gap) -> dict[str, str]:
    return {"period": period_text(gap.period), "missing": period_text(gap.missing)}


def day_text(day: date) -> str:
    return date_in_text(day, "j M Y")


def place(percentile: float, *, value: float, lowest: float, highest: float) -> str:
    """A figure's place among its own observations, as the beginning of a sentence."""
    if lowest == highest:
        return _("The same as all of its own observations")
    if value == highest:
        return _("The highest of its own observations")
    if value == lowest:
        return _("The lowest of its own observations")
    share = number(min(99, max(1, percentile)), 0)
    return _("Higher than about %(share)s%% of its own observations") % {"share": share}


def distance(zscore: float) -> str:
    """A z-score in words."""
    if abs(zscore) < 0.05:
        return _("at its own average")
    size = number(abs(zscore), 1)
    if zscore > 0:
        return _("%(size)s standard deviations above its own average") % {"size": size}
    return _("%(size)s standard deviations below its own average") % {"size": size}
