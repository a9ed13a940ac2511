"""Checks notes: what a figure measures, in the words of its configured note."""

import re
from collections.abc import Iterator

from commentary.review.verdict import Finding
from commentary.writing.checks import watched
from commentary.writing.checks.findings import finding
from commentary.writing.checks.side import Side


def check(side: Side) -> Iterator[Finding]:
    """Checks that a note uses only name slots and words supported by the configured note."""
    ids = list(dict.fromkeys(side.figure_ids or [side.only_figure]))
    known = " ".join(note_of(side, id) for id in ids if id)
    fields = {field for _id, field in side.sentence.slots(side.language)}
    if fields - {"name", "short"}:
        yield finding("note", side.text[:80], "A note has no slot but {x.name} and {x.short}.")
    text = re.sub(r"⟨[^⟩]*⟩", lambda found: " " * len(found[0]), side.text)
    for name in _OF_A_NOTE:
        for found in watched.classes(side.language)[name].finditer(text):
            is_plain = found[0] in watched.words("note", side.language)
            if not is_plain and not bears_out(known, found[0]) and not _is_idiom(side, text, found):
                yield finding("note", found[0], "Use the words of the note.")
                return
    yield from _words_outside_note(side, known, text)
    if _out_of_order(known, text):
        yield finding(
            "note", text.strip()[:80], "Keep the order of the note: it says which is measured in which."
        )


def _out_of_order(known: str, text: str) -> bool:
    """Whether currencies or maturities follow each other in another order than in the note."""
    rest = iter([each[0][:STEM] for each in _TERMS.finditer(known)])
    return not all(each[0][:STEM] in rest for each in _TERMS.finditer(text))


def _words_outside_note(side: Side, known: str, text: str) -> Iterator[Finding]:
    """Checks that all words but function words are in the configured note."""
    free = frozenset().union(*(watched.words(name, side.language) for name in ("free", "alone", "note")))
    words = [word for word in re.findall(r"[^\W\d_]+", text) if word not in free]
    strange = [word for word in words if not bears_out(known, word)]
    if strange:
        yield finding("note", ", ".join(strange), "Use the words of the note.")


def note_of(side: Side, id: str) -> str:
    row = side.table.figures[id].row
    parts = (row.note_it, row.limits_it) if side.language == "it" else (row.note_en, row.limits_en)
    return " ".join(parts).lower().replace("'", "’")


_OF_A_NOTE = (
    "up", "down", "unchanged", "size", "order", "cause", "judgement", "forecast", "advice", "numbers",
    "refusals", "negations", "parties", "time",
)  # fmt: skip
_TERMS = re.compile(
    r"\b(?:dollar\w*|pounds?|sterlin\w*|yen|francs?|franchi|(?<!area )euros?(?![- ]area)"
    r"|(?:ten|two)-year|three-month|dieci anni|due anni|tre mesi)\b"
)
_SAME = (("compare", "against", "compared", "confronta", "rispetto", "confront"),)
STEM = 4


def bears_out(known: str, word: str) -> bool:
    """Whether a text has a word of the same stem, or of the same group."""
    stems = {each[:STEM] for each in re.findall(r"\w+", known)}
    if word.split(maxsplit=1)[0][:STEM] in stems:
        return True
    return any(word in group and any(other[:STEM] in stems for other in group) for group in _SAME)


def _is_idiom(side: Side, text: str, found: re.Match[str]) -> bool:
    return any(
        idiom.start() <= found.start() < idiom.end()
        for idiom in watched.classes(side.language)["idioms"].finditer(text)
    )
