"""The dates and figures of a made-up SDMX series, shared by the samples of the ECB and the BIS."""

from collections.abc import Iterator
from datetime import date, timedelta

from briefing.demo.figures import FIRST_DAY, Band, business_days, month_ends, value

EVERY = {"M": 1, "Q": 3, "A": 12}


def points(
    name: str, frequency: str, band: Band, *, start: str, today: date
) -> Iterator[tuple[str, date, float]]:
    """(period label, last day of the period, figure) from the year `start` on; D is each day, B each weekday."""
    first = max(FIRST_DAY, date(int(start[:4]), 1, 1)) if start[:4].isdecimal() else FIRST_DAY
    last = band.last_day(today)
    if frequency == "D":
        days: Iterator[date] = (first + timedelta(days=count) for count in range((last - first).days + 1))
    elif frequency == "B":
        days = business_days(first, last)
    else:
        days = month_ends(first, last, every=EVERY[frequency])
    for day in days:
        yield label(day, frequency), day, value(name, day, band)


def label(day: date, frequency: str) -> str:
    if frequency == "Q":
        return f"{day.year}-Q{day.month // 3}"
    if frequency == "A":
        return str(day.year)
    return f"{day:%Y-%m}" if frequency == "M" else day.isoformat()
