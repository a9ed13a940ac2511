"""What a figure is called inside a sentence, in both languages."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from commentary.facts.snapshot import RowFacts
from indicators.groups import load

PATH = Path(__file__).parent.with_name("names.toml")


@dataclass(frozen=True)
class Name:
    """`subject` stands inside a sentence (singular, Italian with its article), `head` in a title.

    `form` and `head_form` are the Italian gender and number: ms, fs, mp, fp.
    """

    subject: str
    form: str
    head: str
    head_form: str
    rate: bool = False


@cache
def _file() -> dict[str, dict[str, Any]]:
    return tomllib.loads(PATH.read_text(encoding="utf-8"))


@cache
def forms() -> dict[str, str]:
    """Gender and number of each configured row's Italian label: ms, fs, mp, fp."""
    return {row.code: row.form for group in load().configured for row in group.rows}


def name_of(row: RowFacts, language: str) -> Name:
    """The curated name of a row, or its label in quotation marks where it has none."""
    entry = _file().get(row.key)
    if entry is None:
        label = row.label_it if language == "it" else row.label_en
        subject = f"il dato «{label}»" if language == "it" else f"the figure “{label}”"
        return Name(subject, "ms", label, forms().get(row.key, "ms"))
    rate = bool(entry.get("rate", False))
    if language == "it":
        return Name(entry["it"], entry["it_form"], entry["head_it"], entry["head_form"], rate)
    return Name(entry["en"], "", entry["head_en"], "", rate)
