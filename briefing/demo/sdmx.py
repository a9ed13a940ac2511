"""The labels of periods in a made-up SDMX series, shared by the samples of the ECB and the BIS."""

from datetime import date

from briefing.demo.world import FIRST_DAY


def start_of(text: str) -> date:
    """The first day of the year that a query begins with."""
    return max(FIRST_DAY, date(int(text[:4]), 1, 1)) if text[:4].isdecimal() else FIRST_DAY


def label(day: date, frequency: str) -> str:
    if frequency == "Q":
        return f"{day.year}-Q{day.month // 3}"
    if frequency == "A":
        return str(day.year)
    return f"{day:%Y-%m}" if frequency == "M" else day.isoformat()
