"""Reads one sheet of an Excel file (.xls or .xlsx) in a subprocess with limits.

The library crashes its process on some broken files.
"""

import json
import subprocess
import sys
from datetime import date
from pathlib import Path

from indicators.sources import SourceError, workbook_child

Cell = str | float | bool | date
ROOT = Path(__file__).resolve().parents[2]
WITHIN_S = 30.0


def rows(source: str, body: bytes, sheet: str) -> list[list[Cell]]:
    """The sheet's cells from its first row and column on, "" for empty ones; datetimes become dates.

    Raises SourceError for a file that is not a workbook, lacks the sheet, or is too large.
    """
    try:
        done = subprocess.run(  # noqa: S603  # nosec B603  # our own command line
            [sys.executable, "-m", workbook_child.__name__, sheet],
            input=body, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT, timeout=WITHIN_S, check=False,
            env={"PYTHONDONTWRITEBYTECODE": "1"},  # an empty environment, since the process reads untrusted input
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise SourceError(
            f"{source} sent a file that takes more than {WITHIN_S:g} seconds to read."
        ) from None
    if done.returncode:
        raise SourceError(f"{source} sent a file that is no Excel sheet, or is broken.")
    answer = json.loads(done.stdout)
    if isinstance(answer, str):
        raise SourceError(f"{source} sent a file {answer}.")
    return [
        [date.fromisoformat(cell[0]) if isinstance(cell, list) else cell for cell in row] for row in answer
    ]
