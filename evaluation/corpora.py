"""Labelled corpora: compressed JSON lines whose bytes follow from their rows alone."""

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any


def read(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a file of compressed JSON lines; ValueError names the first line that is no object."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                row = json.loads(line)
            except ValueError as error:
                raise ValueError(f"{path.name}, line {number}: not JSON ({error}).") from error
            if not isinstance(row, dict):
                raise ValueError(f"{path.name}, line {number}: not an object.")
            yield row


def write(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write rows so that the same rows give the same bytes: no time and no file name in the header."""
    text = "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)
    path.write_bytes(gzip.compress(text.encode(), compresslevel=9, mtime=0))
