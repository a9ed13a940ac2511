"""Labels of days, weeks, months, quarters, half-years and years: normalised, with frequency and last day."""

import re
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from statistics import median

MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")

DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
WEEK = re.compile(r"(\d{4})-?W(\d{2})")
MONTH = re.compile(r"(\d{4})(?:-M?|M)(\d{2})")
MONTH_NAME = re.compile(r"(\d{4}) ([A-Z]{3})")
QUARTER = re.compile(r"(\d{4})[- ]?Q([1-4])")
HALF = re.compile(r"(\d{4})-?[SH]([12])")
YEAR = re.compile(r"(\d{4})(?:-A1)?")


@dataclass(frozen=True)
class Period:
    """`label` is normalised, `end` its last day, `frequency` D, W, M, Q, S (half a year) or A."""

    label: str
    end: date
    frequency: str


def business_days(start: date, end: date) -> int:
    """Weekdays after `start` up to and including `end`; 0 if `end` is not later. Ignores holidays."""
    weeks, rest = divmod(max(0, (end - start).days), 7)
    return 5 * weeks + sum((start.weekday() + day) % 7 < 5 for day in range(1, rest + 1))


def add_business_days(start: date, count: int) -> date:
    """The weekday `count` weekdays after `start`, which must be a weekday."""
    weeks, rest = divmod(start.weekday() + count, 5)
    return start + timedelta(days=7 * weeks + rest - start.weekday())


def month_end(year: int, month: int) -> date:
    return date(year, month, monthrange(year, month)[1])


def parse(text: str) -> Period:
    """Parses 2026-06-14, 2026-W05, 2026-08 (2026M08, "2026 JUL"), 2026-Q2, 2026-S1, 2025.

    Raises ValueError for anything else, and for a week, month or day that does not exist.
    """
    text = text.strip().upper()
    if found := DAY.fullmatch(text):
        day = date.fromisoformat(text)
        return Period(day.isoformat(), day, "D")
    if found := WEEK.fullmatch(text):
        year, week = int(found[1]), int(found[2])
        return Period(f"{year}-W{week:02}", date.fromisocalendar(year, week, 7), "W")
    if found := MONTH.fullmatch(text):
        return _month(int(found[1]), int(found[2]))
    if found := MONTH_NAME.fullmatch(text):
        return _month(int(found[1]), MONTHS.index(found[2]) + 1)
    if found := QUARTER.fullmatch(text):
        return of(month_end(int(found[1]), 3 * int(found[2])), "Q")
    if found := HALF.fullmatch(text):
        year, half = int(found[1]), int(found[2])
        return Period(f"{year}-S{half}", month_end(year, 6 * half), "S")
    if found := YEAR.fullmatch(text):
        return of(date(int(found[1]), 12, 31), "A")
    raise ValueError(f"{text!r} is not a period")


def frequency_of(label: str) -> str:
    """D, W, M, Q, S or A of a normalised label."""
    rest = label[5:]
    if rest[:1] in ("Q", "S", "W"):
        return rest[0]
    return {0: "A", 2: "M"}.get(len(rest), "D")


def first_day(label: str) -> date:
    """The first day of a normalised period label; raises ValueError for anything else."""
    period = parse(label)
    if period.frequency == "W":
        return period.end - timedelta(days=6)
    months = {"M": 1, "Q": 3, "S": 6, "A": 12}.get(period.frequency)
    return period.end.replace(month=period.end.month - months + 1, day=1) if months else period.end


def _month(year: int, month: int) -> Period:
    if not 1 <= month <= 12:
        raise ValueError(f"{year} has no month {month}")
    return of(date(year, month, 1), "M")


def of(day: date, frequency: str) -> Period:
    """The period of that frequency that contains the day; weekly figures keep their day as label."""
    if frequency == "M":
        return Period(f"{day:%Y-%m}", month_end(day.year, day.month), "M")
    if frequency == "Q":
        quarter = (day.month + 2) // 3
        return Period(f"{day.year}-Q{quarter}", month_end(day.year, 3 * quarter), "Q")
    if frequency == "A":
        return Period(f"{day.year}", date(day.year, 12, 31), "A")
    return Period(day.isoformat(), day, frequency)


def label_of(day: date, frequency: str) -> str:
    """The label of a day's period in the spelling of sources' filters: 2026-08, 2026-Q3, 2026, 2026-W33."""
    if frequency == "W":
        year, week, _ = day.isocalendar()
        return f"{year}-W{week:02}"
    if frequency == "S":
        return f"{day.year}-S{1 if day.month <= 6 else 2}"
    return of(day, frequency).label


def spacing(days: Sequence[date]) -> str:
    """The frequency of a series dated by first days of periods: A, Q or M; otherwise D.

    Uses the median gap, so that a missing month (the United States has no CPI for October 2025) does not change the
    frequency.
    """
    if len(days) < 3 or any(day.day != 1 for day in days):
        return "D"
    gap = median((late - early).days for early, late in pairwise(sorted(days)))
    if gap > 300:
        return "A"
    if gap > 80:
        return "Q"
    return "M" if gap > 20 else "D"
