"""True and false texts about figures, by hands that had seen neither code nor sets, and how they are judged: `claims/`.

Of the first hand's sentences the vocabulary was written by the half `seen` (a hash of the id decides); of `unseen`, and
of what is called closed or "b", only counts were ever looked at. `facts.json` is what they speak of; the fifth hand's
have sheets of their own.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from commentary.review.fidelity import fidelity
from commentary.review.review import LANGUAGES, review
from commentary.review.verdict import Verdict
from evaluation import corpora
from evaluation.tables import markdown

FOLDER = Path(__file__).with_name("claims")
SETS = ("seen", "unseen")
NAMES = {"en": "English", "it": "Italian"}
KINDS = {"read": "read", "lead": "aggregate", "aggregate": "aggregate", "log": "log_body"}
# What each line of the table of hands is made of: files, and the half of them.
HANDS = {
    "first, adapted to": (("seen", "translations_seen"), None),
    "first, closed": (("unseen", "translations_unseen"), None),
    "second, adapted to": (("second", "second_whole"), "adapted to"),
    "second, closed": (("second", "second_whole"), "closed"),
    "fourth, adapted to": (("fourth",), None),
    "fifth, adapted to": (("fifth",), "a"),
    "fifth, closed": (("fifth",), "b"),
}
# Each measure in both directions; the last is of Italian sentences as such and of translations.
MEASURES = {
    "true passed": ("true",),
    "false caught": ("false",),
    "forbidden caught": ("forbidden",),
    "whole texts accepted": ("whole",),
    "sound Italian passed": ("good",),
    "broken or wrongly translated caught": ("broken",),
}
Row = Mapping[str, Any]


@cache
def facts() -> dict[str, Any]:
    """What the sentences speak of, unless they have a sheet."""
    found: dict[str, Any] = json.loads((FOLDER / "facts.json").read_text(encoding="utf-8"))
    return found


@cache
def rows(name: str) -> tuple[dict[str, Any], ...]:
    """The sentences of a half of the first hand's, and the translations of it."""
    return (
        *corpora.read(FOLDER / f"{name}.jsonl.xz"),
        *corpora.read(FOLDER / f"translations_{name}.jsonl.xz"),
    )


@cache
def hand(name: str) -> tuple[dict[str, Any], ...]:
    """The texts of a line of the table, each in one language, with its facts."""
    files, half = HANDS[name]
    every = [row for file in files for row in corpora.read(FOLDER / f"{file}.jsonl.xz")]
    return tuple(each for row in laid_out(every) if row.get("half") == half for each in both(row))


def laid_out(every: Iterable[Row]) -> Iterator[Row]:
    """Texts with the facts of their sheets; the sheets themselves stand before them."""
    sheets: dict[str, Any] = {}
    for row in every:
        if "facts" in row:
            sheets[row["sheet"]] = row["facts"]
        else:
            yield {**row, "facts": sheets[row["sheet"]]} if "sheet" in row else row


def both(row: Row) -> Iterator[dict[str, Any]]:
    """A whole text is a row for each language."""
    if "text" in row:
        yield {"lang": "it", **row}
    else:
        yield from ({**row, "lang": lang, "text": row[lang], "class": "whole"} for lang in LANGUAGES)


def judged(row: Row) -> Verdict:
    """What the review says of a text beside its figures; of a translation, beside its original."""
    if "english" in row:
        return fidelity(row["english"], row["text"])
    known = row.get("facts") or facts() | {"stories": row.get("stories", ())}
    kind = KINDS[row.get("kind", "read")]
    return review(row["text"], lang=row["lang"], kind=kind, style="DRY", facts=known)


def passes(row: Row) -> bool:
    return judged(row).passed


def label(row: Row) -> str:
    """By which measure a text counts."""
    if row["class"] == "whole":
        return "whole"
    lawful = row["expect"] == "pass" if "expect" in row else row["class"] in ("true", "good")
    if "english" in row or row["class"] in ("prose", "good", "broken"):
        return "good" if lawful else "broken"
    return str(row["class"]) if "expect" not in row else "true" if lawful else "false"


def is_lawful(row: Row) -> bool:
    return label(row) in ("true", "good", "whole")


@cache
def _judged(name: str) -> tuple[tuple[dict[str, Any], bool], ...]:
    return tuple((row, passes(row)) for row in rows(name))


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
    """The first hand by class: a line for each class of both halves."""
    names = list(dict.fromkeys(row["class"] for name in SETS for row in rows(name)))
    head = (
        "Class",
        *(f"{what}, {lang}" for lang in NAMES.values() for what in ("true passed", "false caught")),
    )
    return markdown(head, [(f"{each} ({name})", *_cells(name, each)) for each in names for name in SETS])


def _cells(name: str, kind: str) -> list[str]:
    shares = [right(name, lang, expect, (kind,)) for lang in LANGUAGES for expect in ("pass", "fail")]
    return [f"{good} of {every}" if every else "–" for good, every in shares]


def hands_table() -> str:
    """All hands: a line for each half and language, a column for each measure."""
    lines = []
    for name in HANDS:
        known = [(row["lang"], label(row), passes(row) == is_lawful(row)) for row in hand(name)]
        for lang in LANGUAGES:
            told = [
                [right for own, kind, right in known if own == lang and kind in kinds]
                for kinds in MEASURES.values()
            ]
            lines.append(
                (name, NAMES[lang], *(f"{sum(each)} of {len(each)}" if each else "–" for each in told))
            )
    return markdown(("By a hand", "in", *MEASURES), lines)
