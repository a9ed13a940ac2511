"""Checks notes: what a figure measures, in the words of its configured note."""

import re
from collections.abc import Iterator

from commentary.review.verdict import Finding
from commentary.writing.checks import watched
from commentary.writing.checks.findings import finding
from commentary.writing.checks.side import Side

STEM = 4  # letters compared of a word
_TERM = re.compile(r"\b(?:for ten years|ten-year|a dieci anni)\b")  # which a note may leave out


def check(side: Side) -> Iterator[Finding]:
    """Checks that each part of a note between commas is a run of words of the configured note, but for names.

    A word left out between others can turn the meaning: "what the state pays, by the curve of the bank" is not what
    the bank pays.
    """
    ids = list(dict.fromkeys(side.figure_ids or [side.only_figure]))
    fields = {field for _id, field in side.sentence.slots(side.language)}
    if fields - {"name", "short"}:
        yield finding("note", side.text[:80], "A note has no slot but {x.name} and {x.short}.")
    texts = [text.lower().replace("'", "’") for id in ids if id for text in notes_of(side, id)]
    notes = [_stems(each, side.language) for text in texts for each in (text, _TERM.sub(" ", text))]
    parts = re.split(r"[,;:]", re.sub(r"⟨[^⟩]*⟩", " ", side.text))
    if not all(any(_has_run(note, _stems(part, side.language)) for note in notes) for part in parts):
        yield finding(
            "note",
            side.text.strip()[:80],
            "Use the words of the note, in its order, and leave none out between them.",
        )


def notes_of(side: Side, id: str) -> tuple[str, str]:
    """Returns what a figure measures, and its limits."""
    row = side.table.figures[id].row
    return (row.note_it, row.limits_it) if side.language == "it" else (row.note_en, row.limits_en)


def _stems(text: str, language: str) -> list[str]:
    """Returns the beginnings of the words of a text that are no function words."""
    function_words = (
        watched.words("free", language) | watched.words("alone", language) | watched.words("note", language)
    )
    words = re.findall(r"[^\W\d_]+", text)
    return [word[:STEM] for word in words if word not in function_words]


def _has_run(note: list[str], words: list[str]) -> bool:
    return any(note[start : start + len(words)] == words for start in range(len(note)))
