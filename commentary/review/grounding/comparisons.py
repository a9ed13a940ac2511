"""One figure against another, or against itself before: what a sentence compares without a number."""

import re
from collections.abc import Iterator

from commentary.review.grounding.matching import Fault
from commentary.review.grounding.rows import Row
from commentary.review.grounding.sentence import Sentence


def comparisons(sentence: Sentence) -> Iterator[Fault]:
    """Comparisons that the facts contradict."""
    yield from _between_two(sentence)
    yield from _past(sentence)


def _between_two(sentence: Sentence) -> Iterator[Fault]:
    words = sentence.words
    if words.has("own_past", sentence.text):
        return
    for match in words.of["comparing"].finditer(sentence.text):
        sign = 1 if words.has("larger", match[0]) else -1 if words.has("smaller", match[0]) else 0
        two = _two(sentence, match)
        if not sign or two is None:
            continue
        one, other = two
        if one.value is None or other.value is None or not _alike(one, other):
            continue
        difference = one.shown(one.value) - other.shown(other.value)
        if sentence.negated(match.start()):
            wrong = difference * sign > 0
        else:
            wrong = difference * sign <= 0 and (one.value - other.value) * sign <= 0
        if wrong:
            yield Fault("comparison", *match.span(), "the two figures compare the other way")


def _past(sentence: Sentence) -> Iterator[Fault]:
    """A figure against itself a year, or an observation, before."""
    words, text = sentence.words, sentence.text
    for name in ("than_year", "than_before"):
        for match in words.of[name].finditer(text):
            sign = 1 if words.has("larger", match[0]) else -1 if words.has("smaller", match[0]) else 0
            rows = sentence.rows_of(sentence.subject(match.start()))
            told = any(0 <= match.start() - each.end < 3 for each in sentence.numbers)
            if not sign or len(rows) != 1 or told or sentence.negated(match.start()):
                continue
            change = rows[0].year_change if name == "than_year" else rows[0].change
            level = (
                rows[0].value if name == "than_year" and rows[0].yearly else None
            )  # output below that of a year ago
            if change is not None and change * sign <= 0 and (level or 0.0) * sign <= 0:
                yield Fault("comparison", *match.span(), "it was the other way round then")


def _two(sentence: Sentence, match: re.Match[str]) -> tuple[Row, Row] | None:
    """The figure before the comparison and the one right after it, where each is certain."""
    end = match.end()
    after = [each for each in sentence.mentions if each.end > end and each.start - end <= 30]
    if not after or not sentence.words.has("than_glue", sentence.text[end : max(end, after[0].start)]):
        return None
    before = [each for each in sentence.mentions if each.start < match.start() or each.end <= end] or list(
        sentence.topic[-1:]
    )
    before = [each for each in before if each is not after[0]]
    if not before:
        before = [each for each in sentence.mentions if each.start > after[0].start]
    if not before:
        return None
    one, other = before[-1].rows, after[0].rows
    if len(one) != 1 or len(other) != 1 or one == other:
        return None
    return sentence.rows[one[0]], sentence.rows[other[0]]


def _alike(one: Row, other: Row) -> bool:
    return one.kind == other.kind or {one.kind, other.kind} <= {"%", "pp"}
