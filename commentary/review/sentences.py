"""Splits a folded text into sentences, headings, list items and table rows."""

import re
from typing import NamedTuple

LONGEST = 600  # characters; longer sentences are cut at a space, to limit the input of patterns
_END = re.compile(r"(?<=[.!?…])[\"')\]]*\s+|\n+")
_ABBREVIATED = re.compile(r"(?:\b(?:st|no|nr|vs|mr|mrs|dr|es|cfr|sig|approx|e\.g|i\.e)|\b[a-z]\.[a-z])\.$")


class Segment(NamedTuple):
    """A sentence or line of the folded text with its start offset."""

    start: int
    text: str


def segments(text: str) -> list[Segment]:
    """Returns the sentences of a folded text, at most LONGEST characters each."""
    found: list[Segment] = []
    start = 0
    for match in _END.finditer(text):
        if "\n" not in match[0] and _ABBREVIATED.search(text[max(start, match.start() - 8) : match.start()]):
            continue
        _add(found, text, start, match.start())
        start = match.end()
    _add(found, text, start, len(text))
    return found


def _add(found: list[Segment], text: str, start: int, end: int) -> None:
    while end - start > LONGEST:
        cut = text.rfind(" ", start + LONGEST // 2, start + LONGEST)
        cut = start + LONGEST if cut < 0 else cut
        found.append(Segment(start, text[start:cut]))
        start = cut
    if text[start:end].strip():
        found.append(Segment(start, text[start:end]))
