"""Parses the sources' CSV tables by column name and rejects anything else; no network."""

import csv
import io
from collections.abc import Sequence

from indicators.sources import SourceError

Row = dict[str, str]
# 8 MB of commas would become hundreds of megabytes of cells; real tables have at most some 100,000.
MOST_CELLS = 1_000_000


def rows(source: str, text: str, required: Sequence[str] = ()) -> list[Row]:
    """The table's rows by column name, in the order sent.

    Raises SourceError if a required column is missing, a column name is repeated, a row has another number of cells
    than the header (as in a truncated body), or there are too many cells.
    """
    if text.count(",") + text.count("\n") > MOST_CELLS:
        raise SourceError(f"{source} sent a table of more than {MOST_CELLS:,} cells.")
    reader = csv.reader(io.StringIO(text), skipinitialspace=True, strict=True)
    try:
        lines = [line for line in reader if any(cell.strip() for cell in line)]
    except csv.Error as error:
        raise SourceError(f"{source} sent a table that cannot be read: {error}.") from None
    if not lines:
        raise SourceError(f"{source} sent an empty table.")
    header = [cell.strip() for cell in lines[0]]
    check_header(source, header, required)
    for line in lines[1:]:
        if len(line) != len(header):
            raise SourceError(f"{source} sent a row of {len(line)} cells under {len(header)} columns.")
    return [dict(zip(header, line, strict=True)) for line in lines[1:]]


def check_header(source: str, header: Sequence[str], required: Sequence[str]) -> None:
    if absent := [name for name in required if name not in header]:
        shown = ", ".join(header[:6])[:120]
        raise SourceError(f"{source} sent a table without {', '.join(absent)} (it starts with: {shown}).")
    if len(set(header)) != len(header):
        raise SourceError(f"{source} sent a table that has a column twice.")
