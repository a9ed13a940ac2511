"""CSV texts as the sources send them, and their names of periods."""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import date

from briefing.demo import SampleResponse
from briefing.demo.world import FIRST_DAY


def table(
    header: Sequence[str], rows: Iterable[Sequence[object]], *, content_type: str = "text/csv"
) -> SampleResponse:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return SampleResponse(text.getvalue(), content_type)


def page(status: int, words: str) -> SampleResponse:
    """Returns a web page instead of data, as several sources respond to errors."""
    return SampleResponse(f"<!DOCTYPE html>\n<html><body><h1>{words}</h1></body></html>", "text/html", status)


def start_of(text: str) -> date:
    """Returns the first day of the year in which a query starts."""
    return max(FIRST_DAY, date(int(text[:4]), 1, 1)) if text[:4].isdecimal() else FIRST_DAY


def label(day: date, frequency: str) -> str:
    if frequency == "Q":
        return f"{day.year}-Q{day.month // 3}"
    if frequency == "A":
        return str(day.year)
    return f"{day:%Y-%m}" if frequency == "M" else day.isoformat()
