"""Checks links between figures: no causes, "the same day" only if true, and the frequency of a figure."""

import re
from collections.abc import Iterator

from commentary.language.figure_slots import FREQUENCIES
from commentary.review.verdict import Finding
from commentary.writing.checks.findings import finding
from commentary.writing.checks.side import Side

_FREQUENCY = re.compile(r"\b(?:daily|weekly|monthly|quarterly)\b")
_ON_ANOTHER = {
    "en": re.compile(
        r"\b(?:on|from|by|for|with|as|in|at|to|against|like|is|was|are|were) ⟨([a-z0-9]+)\.(?:name|short|glossed)⟩"
    ),
    "it": re.compile(
        r"\b(?:su|sul|sullo|sulla|da|dal|dallo|dalla|per|con|a|al|alla|in|contro|di|del|della|è|era|sono) "
        r"⟨([a-z0-9]+)\.(?:name|short|glossed)⟩"
    ),
}
SAME_DAY = re.compile(r"\bthe same (?:day|date)\b|\bstess[oa] (?:giorno|data)\b")


def check(side: Side) -> Iterator[Finding]:
    yield from _frequency(side)
    yield from _causes(side)
    yield from _same_day(side)


def _frequency(side: Side) -> Iterator[Finding]:
    """Checks that "its usual weekly move" refers to a weekly figure."""
    for match in side.matches:
        found = _FREQUENCY.search(side.text, match.start, match.end)
        for id in side.subjects(match) if found else ():
            own = FREQUENCIES.get(side.table.figures[id].row.frequency, ("",))
            if found and own[0] != found[0]:
                yield finding("claim", found[0], f"{id} is not {found[0]}: say “its usual move”.")


def _causes(side: Side) -> Iterator[Finding]:
    """Checks "A fell on B" and "A is B": figures may be joined only by "and", "while" or a wording."""
    for found in _ON_ANOTHER[side.language].finditer(side.text):
        names = {id for place, id in side.figures if place < found.start(1)}
        if not side.is_inside(found.start(1)) and names - {found[1]}:
            yield finding(
                "cause", found[0], "Join two figures by “and”, “while” or a listed comparison alone."
            )


def _same_day(side: Side) -> Iterator[Finding]:
    """Checks that "on the same date" matches the previous figure."""
    found = SAME_DAY.search(side.text)
    if not found:
        return
    ids = [
        *(side.before[-1].figure_ids[-1:] if side.before and len(side.figure_ids) < 2 else []),
        *side.figure_ids,
    ]
    days = {str(side.table.figures[id].row.period) for id in ids}
    if len(ids) < 2 or len(days) > 1:
        yield finding("claim", found[0], "Say the date by {x.on}: no figure before has the same.")
