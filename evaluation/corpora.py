"""Reads and writes texts as compressed JSON lines; the same rows always give the same bytes."""

import json
import lzma
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

SUFFIX = ".jsonl.xz"


def read(path: Path) -> list[dict[str, Any]]:
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def write(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    path.write_bytes(lzma.compress(lines.encode(), preset=9 | lzma.PRESET_EXTREME))


def folder(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Returns the rows of each file of a folder by file name without suffix."""
    return {each.name.removesuffix(SUFFIX): read(each) for each in sorted(path.glob(f"*{SUFFIX}"))}
