"""Reads one sheet of an Excel file (old or new) as rows of cells, in a process of its own and within bounds.

The library ends its process over some broken files, so it gets one: nothing of ours goes with it.
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
    """The sheet's cells from its first row and column on, "" where there is nothing; times of day are cut off.

    SourceError for what is no such file, lacks the sheet, or is larger than it may be.
    """
    try:
        done = subprocess.run(  # noqa: S603  # nosec B603  # our own command line
            [sys.executable, "-m", workbook_child.__name__, sheet],
            input=body, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT, timeout=WITHIN_S, check=False,
            env={"PYTHONDONTWRITEBYTECODE": "1"},  # nothing of ours: it reads what strangers write
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
