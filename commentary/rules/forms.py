"""The ways to say each kind of fact, by language, and which of them is taken. Choice by content, never by chance."""

import tomllib
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

LANGUAGES = ("en", "it")


@cache
def words(language: str) -> dict[str, Any]:
    """The whole file of a language: `directions`, `ends`, `forms`, `titles`, `explain`."""
    path = Path(__file__).with_name(f"forms_{language}.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def forms(kind: str, language: str, *, titles: bool = False) -> list[str]:
    found: list[str] = words(language)["titles" if titles else "forms"][kind]
    return found


def explanations(group: str, language: str) -> list[str]:
    """Of the terms of a group, one for each day of a week of reading; none for a group that nobody wrote for."""
    found: list[str] = words(language)["explain"].get(group, [])
    return found


def day_number(as_of: str) -> int:
    return date.fromisoformat(as_of[:10]).toordinal()


def offset(name: str) -> int:
    """A number that belongs to a name for good."""
    return crc32(name.encode())
