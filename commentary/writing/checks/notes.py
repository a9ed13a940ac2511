"""Checks notes: what a figure measures, in the words of its configured note."""

import re
from collections.abc import Iterator

from commentary.language.wordings import canonical
from commentary.review.verdict import Finding
from commentary.writing.checks import watched
from commentary.writing.checks.findings import finding
from commentary.writing.checks.side import Side

STEM = 4  # letters compared of a word
_TERM = re.compile(r"\b(?:for ten years|ten-year|a dieci anni)\b")  # which a note may leave out
# Function words that can turn the meaning of a note round.
_TELLING = frozenset(("not", "no", "paid", "pays", "pay", "non", "paga", "pagano"))


def check(side: Side) -> Iterator[Finding]:
    """Checks that each part of a note between commas begins a part of the configured note and goes on as that does.

    A word left out between others can turn the meaning: "what the state pays, by the curve of the bank" is not what
    the bank pays.
    """
    ids = list(dict.fromkeys(side.figure_ids or [side.only_figure]))
    fields = {field for _id, field in side.sentence.slots(side.language)}
    if fields - {"name", "short"}:
        yield finding("note", side.text[:80], "A note has no slot but {x.name} and {x.short}.")
    texts = [text for id in ids if id for text in notes_of(side, id)]
    notes = [_parts(each, side.language) for text in texts for each in (text, _TERM.sub(" ", text))]
    parts = [
        part
        for part in re.split(r"[,;:]", re.sub(r"⟨[^⟩]*⟩", " ", side.text))
        if re.search(r"[^\W\d_]", part)
    ]
    written = [_stems(part, side.language) for part in parts]
    if not written or not any(_follows(note, written) for note in notes):
        yield finding(
            "note",
            side.text.strip()[:80],
            "Use the words of the note, in its order, and leave none out between them.",
        )


def notes_of(side: Side, id: str) -> tuple[str, str]:
    """Returns what a figure measures, and its limits, both canonical."""
    row = side.table.figures[id].row
    note, limits = (row.note_it, row.limits_it) if side.language == "it" else (row.note_en, row.limits_en)
    return canonical(note), canonical(limits)


def _parts(text: str, language: str) -> list[list[str]]:
    """Returns the stems of the parts of a note between commas, and of what goes over a comma to the next semicolon."""
    found = []
    for clause in re.split(r"[;:.]", text):
        pieces = clause.split(",")
        found += [_stems(" ".join(pieces[start:]), language) for start in range(len(pieces))]
    return found


def _follows(note: list[list[str]], written: list[list[str]]) -> bool:
    """Whether each part begins like a part of the note, in the note's order."""
    place = 0
    for words in written:
        while place < len(note) and (not words or note[place][: len(words)] != words):
            place += 1
        if place == len(note):
            return False
        place += 1
    return True


def _stems(text: str, language: str) -> list[str]:
    """Returns the beginnings of the words of a text that are no function words."""
    function_words = frozenset().union(*(watched.words(name, language) for name in ("free", "alone", "note")))
    words = re.findall(r"[^\W\d_]+", text)
    return [word[:STEM] for word in words if word not in function_words - _TELLING]
