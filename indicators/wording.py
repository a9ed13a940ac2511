"""Figures, changes and dates in the reader's language; called inside `translation.override(language)`."""

from dataclasses import dataclass
from datetime import date

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from briefing.core.language import date_in_text
from indicators.figures import relative_change
from indicators.gaps import Gap, Gaps
from indicators.sources import periods

MINUS, SPACE = "\u2212", "\u00a0"
NO_FIGURE = "–"


@dataclass(frozen=True)
class Change:
    """A change in words, and its sign as shown: up, down, flat or none."""

    text: str
    direction: str


def number(value: float, decimals: int, *, signed: bool = False) -> str:
    """A number with the language's separators and a real minus sign; what rounds to zero has no sign."""
    rounded = round(value, decimals)
    text: str = formats.number_format(abs(rounded), decimals, force_grouping=True)
    if rounded < 0:
        return MINUS + text
    return f"+{text}" if signed and rounded > 0 else text


def mark(unit: str) -> str:
    """The unit as it stands behind a figure; empty for an index."""
    marks = {
        "pp": pgettext("unit, percentage points", "pp"),
        "index": "",
        "ratio": "×",
        "USD bn": pgettext("unit, billions of dollars", "USD bn"),
    }
    return marks.get(unit, unit)


def with_unit(text: str, unit: str) -> str:
    """ "3.2%", "36.1×", "0.42 pp": signs stick to the number, words stand apart."""
    shown = mark(unit)
    if not shown:
        return text
    return text + shown if shown in ("%", "×") else text + SPACE + shown


def figure(value: float, unit: str, decimals: int) -> str:
    """A value with its unit."""
    return with_unit(number(value, decimals), unit)


def change(new: float, old: float | None, *, unit: str, decimals: int) -> Change:
    """The change since `old`: in percentage points for rates, in per cent for prices, else as it is.

    Computed from both figures as shown, so that a reader who subtracts them gets the same; in per cent with as many
    decimals, up to three, as show that it is not zero.
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
        decimals = next((places for places in (1, 2, 3) if round(rate, places)), 1)
    rounded = round(difference, decimals)
    direction = "flat" if rounded == 0 else "up" if rounded > 0 else "down"
    return Change(with_unit(number(difference, decimals, signed=True), shown_unit), direction)


def when(period: str, day: date) -> str:
    """A period label in words: "20 Nov 2026", "September 2026", "Q3 2026", "2025"."""
    year, _dash, rest = period.partition("-")
    if rest.startswith("Q"):
        return _("Q%(quarter)s %(year)s") % {"quarter": rest[1:], "year": year}
    if rest.startswith("S"):
        return _("H%(half)s %(year)s") % {"half": rest[1:], "year": year}
    if len(rest) == 2 and rest.isdigit():
        return date_in_text(day, "F Y")
    return day_text(day) if rest else year


def period_text(label: str) -> str:
    """A period label alone in words."""
    return when(label, periods.parse(label).end)


def no_newer_figure(gaps: Gaps) -> str:
    """Why a period that is out has no figure; empty where it has one."""
    return _about(
        gaps.newest,
        _("For %(period)s there is no figure: a part of it was never published."),
        _(
            "For %(period)s there is no figure: the period it is compared with, %(missing)s, was never published."
        ),
    )


def no_newer_figure_in_short(gaps: Gaps) -> str:
    """The same for a row of a table, after its date."""
    if gaps.newest is None:
        return ""
    return _("none for %(period)s: %(missing)s was never published") % _named(gaps.newest)


def no_change(gaps: Gaps) -> str:
    """Why there is no change since the period before; empty where there is one."""
    return _about(
        gaps.change,
        _("There is no change to show: %(missing)s was never published."),
        _("There is no change to show: %(period)s has no figure, because %(missing)s was never published."),
    )


def no_comparison(gaps: Gaps) -> str:
    """Why there is no comparison with a year earlier; empty where there is one."""
    return _about(
        gaps.year_ago,
        _("There is no comparison with a year earlier: %(missing)s was never published."),
        _(
            "There is no comparison with a year earlier: %(period)s has no figure, because %(missing)s was never"
            " published."
        ),
    )


def _about(gap: Gap | None, own: str, through: str) -> str:
    """`own` where the period itself was never published, `through` where one that it needs was not."""
    return (own if gap.missing == gap.period else through) % _named(gap) if gap else ""


def _named(gap: Gap) -> dict[str, str]:
    return {"period": period_text(gap.period), "missing": period_text(gap.missing)}


def day_text(day: date) -> str:
    return date_in_text(day, "j M Y")


def place(percentile: float, *, value: float, lowest: float, highest: float) -> str:
    """Where a figure stands among its own observations, as the beginning of a sentence."""
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
