"""A figure against its own average: "below normal", where the facts say what is normal."""

import re
from collections.abc import Iterator

from commentary.review.grounding.matching import Fault
from commentary.review.grounding.rows import Row
from commentary.review.grounding.sentence import Sentence

_CENTRE = re.compile(r"(?P<level>-?\d+(?:\.\d+)?|zero) (?:=|is) (?:the )?(?:long-run )?(?:average|normal)")


def centre(row: Row) -> float | None:
    """What the facts call a figure's average or normal: "100 = average", "zero is normal"; None when they do not."""
    match = _CENTRE.search(f"{row.text('basis_en')} ; {row.text('note_en')}".lower())
    if match is None:
        return None
    return 0.0 if match["level"] == "zero" else float(match["level"])


def averages(sentence: Sentence) -> Iterator[Fault]:
    """Claims of being above or below the average that are not true of any figure meant."""
    words = sentence.words
    for match in words.of["against_average"].finditer(sentence.text):
        rows = sentence.rows_of(sentence.subject(match.start()) or sentence.mentions or sentence.topic)
        before = sentence.text[max(0, match.start() - 30) : match.start()]
        if not rows or sentence.negated(match.start()) or words.has("any_value", before):
            continue
        sign = 1 if match["over"] else -1
        if all(_off(row, sign) for row in rows):
            yield Fault("comparison", *match.span(), "it is on the other side of its average")


def _off(row: Row, sign: int) -> bool:
    level = centre(row)
    return level is not None and row.value is not None and (row.shown(row.value) - level) * sign <= 0
