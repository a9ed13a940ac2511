"""How many true and false sentences about figures the review tells apart: `claims/`, by hands that had not seen it.

`seen` is the half that the vocabulary was written by, `unseen` the half of which only counts were looked at; a hash of
the id decides. `facts.json` is what both speak of.
"""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from commentary.review.fidelity import fidelity
from commentary.review.review import LANGUAGES, review
from evaluation import corpora
from evaluation.tables import markdown

FOLDER = Path(__file__).with_name("claims")
SETS = ("seen", "unseen")
HALVES = ("adapted to", "closed")
HEAD = (
    "Class",
    *(f"{what}, {lang}" for lang in ("English", "Italian") for what in ("true passed", "false caught")),
)


@cache
def rows(name: str) -> tuple[dict[str, Any], ...]:
    """The sentences of a half, and the translations of it."""
    return (
        *corpora.read(FOLDER / f"{name}.jsonl.xz"),
        *corpora.read(FOLDER / f"translations_{name}.jsonl.xz"),
    )


@cache
def facts() -> dict[str, Any]:
    """What the sentences speak of."""
    found: dict[str, Any] = json.loads((FOLDER / "facts.json").read_text(encoding="utf-8"))
    return found


@cache
def _judged(name: str) -> tuple[tuple[dict[str, Any], bool], ...]:
    return tuple((row, passes(row)) for row in rows(name))


def passes(row: Mapping[str, Any]) -> bool:
    """Whether a sentence passes beside the figures; a translation, beside its original."""
    if "english" in row:
        return fidelity(row["english"], row["text"]).passed
    return review(row["text"], lang=row["lang"], kind="read", style="DRY", facts=facts()).passed


def right(name: str, lang: str, expect: str, classes: Iterable[str] = ()) -> tuple[int, int]:
    """How many of so many are judged rightly; of all classes but prose and translations, where none is named."""
    wanted = set(classes) or {row["class"] for row in rows(name)} - {"prose", "translation"}
    chosen = [
        (row, passed)
        for row, passed in _judged(name)
        if (row["lang"], row["expect"]) == (lang, expect) and row["class"] in wanted
    ]
    return sum(passed == (expect == "pass") for _row, passed in chosen), len(chosen)


def table() -> str:
    """A line for each class of both halves, then the two halves as wholes."""
    names = list(dict.fromkeys(row["class"] for name in SETS for row in rows(name)))
    lines = [(f"{each} ({name})", *_cells(name, (each,))) for each in names for name in SETS]
    return markdown(HEAD, [*lines, *((f"**all figures ({name})**", *_cells(name, ())) for name in SETS)])


def _cells(name: str, classes: Iterable[str]) -> list[str]:
    shares = [right(name, lang, expect, classes) for lang in LANGUAGES for expect in ("pass", "fail")]
    return [f"{good} of {every}" if every else "–" for good, every in shares]


KINDS = {"read": "read", "lead": "aggregate", "aggregate": "aggregate", "log": "log_body"}


def fresh_table() -> str:
    """Texts by a second hand: short ones that are true, false or forbidden, and whole ones such as a model writes.

    One half was adapted to after everything had been measured once; the other was never looked at.
    """
    head = ("By a second hand", *(f"{half}, {lang}" for half in HALVES for lang in ("English", "Italian")))
    short, whole = corpora.read(FOLDER / "fresh.jsonl.xz"), corpora.read(FOLDER / "reads.jsonl.xz")
    lines = [
        (name, *(_share([row for row in short if (row["half"], row["lang"], row["class"]) == (half, lang, label)])
                 for half in HALVES for lang in LANGUAGES))
        for label, name in (("true", "true passed"), ("false", "false caught"), ("forbidden", "forbidden caught"))
    ]  # fmt: skip
    halves = [[row for row in whole if row["half"] == half] for half in HALVES]
    texts = [
        f"{sum(_accepted(row, lang) for row in some)} of {len(some)}" for some in halves for lang in LANGUAGES
    ]
    return markdown(head, [*lines, ("whole texts accepted", *texts)])


def _share(rows: list[dict[str, Any]]) -> str:
    return f"{sum(passes(row) == (row['class'] == 'true') for row in rows)} of {len(rows)}"


def _accepted(row: Mapping[str, Any], lang: str) -> bool:
    known = facts() | {"stories": row["stories"]}
    return review(row[lang], lang=lang, kind=KINDS[row["kind"]], style="DRY", facts=known).passed
