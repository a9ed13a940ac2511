"""CSV texts as the sample sources send them."""

import csv
import io
from collections.abc import Iterable, Sequence

from briefing.demo import SampleResponse


def table(
    header: Sequence[str], rows: Iterable[Sequence[object]], *, content_type: str = "text/csv"
) -> SampleResponse:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return SampleResponse(text.getvalue(), content_type)


def page(status: int, words: str) -> SampleResponse:
    """A web page where data was asked for, as several sources answer mistakes."""
    return SampleResponse(f"<!DOCTYPE html>\n<html><body><h1>{words}</h1></body></html>", "text/html", status)
