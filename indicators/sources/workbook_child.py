"""Subprocess that parses Excel files (`python -m indicators.sources.workbook_child <sheet>`).

Reads a file from stdin and writes its rows as JSON, or an error text, to stdout. It has no database, settings or
environment, and limits on CPU time and memory.
"""

import io
import json
import resource
import sys
import zipfile
from datetime import date, datetime

from python_calamine import load_workbook

CPU_S = 15
MEMORY = 640 * 2**20
MOST_UNPACKED = 64 * 2**20
MOST_CELLS = 1_000_000


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    json.dump(read(sys.stdin.buffer.read(), sys.argv[1]), sys.stdout)


def read(body: bytes, sheet: str) -> list[list[object]] | str:
    """The rows, or an error text. For a zip (.xlsx) the declared unpacked size is checked before unpacking."""
    if body.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(body)) as packed:
            size = sum(entry.file_size for entry in packed.infolist())
        if size > MOST_UNPACKED:
            return f"that unpacks to {size:,} bytes, more than is read"
    book = load_workbook(io.BytesIO(body))
    if sheet not in book.sheet_names:
        return f"without the sheet {sheet!r}"
    found = book.get_sheet_by_name(sheet)
    if found.total_height * found.total_width > MOST_CELLS:
        return f"with a sheet of more than {MOST_CELLS:,} cells"
    return [[_plain(cell) for cell in row] for row in found.to_python(skip_empty_area=False)]


def _plain(cell: object) -> object:
    """The cell in a JSON type; a date as a list of one string."""
    if isinstance(cell, datetime):
        return [cell.date().isoformat()]
    if isinstance(cell, date):
        return [cell.isoformat()]
    return cell if isinstance(cell, str | float | int) else str(cell)


if __name__ == "__main__":
    main()
