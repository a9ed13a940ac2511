"""Measures how many violations the review catches and how many lawful texts it passes in held-out sets."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from commentary.review import lexicon, weights
from commentary.review.review import LANGUAGES, review
from evaluation.review import sets
from evaluation.tables import markdown

HEAD = (
    "Set",
    *(f"{what}, {lang}" for lang in ("English", "Italian") for what in ("caught", "lawful passed")),
)


@dataclass(frozen=True)
class Rate:
    """Correct verdicts and their total."""

    right: int
    every: int

    def __str__(self) -> str:
        return f"{self.right / self.every:.1%} of {self.every:,}" if self.every else "–"


def share(rows: Iterable[Mapping[str, Any]], lang: str, expect: str) -> Rate:
    """Returns the rate of correct verdicts among the texts of a language with the expected verdict."""
    chosen = [row for row in rows if (row["lang"], row["expect"]) == (lang, expect)]
    return Rate(sum(passes(row) == (expect == "pass") for row in chosen), len(chosen))


def passes(row: Mapping[str, Any]) -> bool:
    return review(row["text"], lang=row["lang"], kind=row["kind"], style=row["style"]).passed


def table() -> str:
    held_out = sets.held_out()
    every = [row for rows in held_out.values() for row in rows]
    named = {**held_out, "**all of them**": every, "near-misses": sets.near_misses()}
    return markdown(HEAD, [(name, *_cells(rows)) for name, rows in named.items()]) + f"\n\n{_sizes()}"


def _cells(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    kept = list(rows)
    return [str(share(kept, lang, expect)) for lang in LANGUAGES for expect in ("fail", "pass")]


def _sizes() -> str:
    parts = [
        f"{lang}: {len(lexicon.load(lang))} rules, {len(weights.load(lang).refused):,} features in "
        f"{(weights.FOLDER / f'{lang}.bin').stat().st_size / 1000:.0f} kB"
        for lang in LANGUAGES
    ]
    return "; ".join(parts) + "."
