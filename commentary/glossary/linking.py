"""Links the numbers of a text to the rows of their figures. Pure."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from commentary.glossary.marking import MarkedText
from commentary.receipts import NumberSpan

# Matches whole values only: 4.1% is not found inside 14.1%, −4.1% or 4.1%-4.3%.
BEFORE, AFTER = r"(?<![\w.,\-−–])", r"(?![\w%\-–])"
# Excludes bare whole numbers, which may be counts or days.
DIGIT, OTHER = re.compile(r"\d"), re.compile(r"\D")


def linked(
    paragraphs: list[list[MarkedText]], basis: Sequence[tuple[str, str, str, str]]
) -> list[list[MarkedText]]:
    """Splits the pieces that contain a value of `basis` (key, label, value, date).

    Links the first occurrence of each value; a value shared by two figures is not linked.
    """
    shared = Counter(value for _key, _label, value, _date in basis)
    keys = {
        _plain(value): key
        for key, _label, value, _date in basis
        if shared[value] == 1 and DIGIT.search(value) and OTHER.search(value)
    }
    if not keys:
        return paragraphs
    longest_first = sorted(keys, key=len, reverse=True)
    forms = "|".join(re.escape(value).replace(r"\ ", r"\s") for value in longest_first)
    pattern = re.compile(f"{BEFORE}(?:{forms}){AFTER}")
    seen: set[str] = set()
    return [
        [
            part
            for piece in pieces
            for part in (_split(piece, pattern, keys, seen) if piece.term is None else [piece])
        ]
        for pieces in paragraphs
    ]


def linked_at(
    paragraphs: list[list[MarkedText]], spans: Sequence[Sequence[NumberSpan]]
) -> list[list[MarkedText]]:
    """Splits the pieces at numbers with known positions, except inside glossary terms."""
    return [list(_split_at(pieces, known)) for pieces, known in zip(paragraphs, spans, strict=True)]


def _split_at(pieces: Sequence[MarkedText], spans: Sequence[NumberSpan]) -> Iterator[MarkedText]:
    begin = 0
    for piece in pieces:
        end = begin + len(piece.text)
        at = begin
        for span in spans if piece.term is None else ():
            if begin <= span.start and span.end <= end:
                if span.start > at:
                    yield MarkedText(piece.text[at - begin : span.start - begin])
                yield MarkedText(piece.text[span.start - begin : span.end - begin], figure=span.code)
                at = span.end
        if at < end:
            yield replace(piece, text=piece.text[at - begin :])
        begin = end


def _split(
    piece: MarkedText, pattern: re.Pattern[str], keys: dict[str, str], seen: set[str]
) -> list[MarkedText]:
    parts, end = [], 0
    for match in pattern.finditer(piece.text):
        key = keys[_plain(match[0])]
        if key in seen:
            continue
        seen.add(key)
        parts += [MarkedText(piece.text[end : match.start()]), MarkedText(match[0], figure=key)]
        end = match.end()
    return [part for part in (*parts, replace(piece, text=piece.text[end:])) if part.text]


def _plain(value: str) -> str:
    return " ".join(value.split())
