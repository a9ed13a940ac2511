"""Checks statements on two figures at once."""

import re
from collections.abc import Iterator

from commentary.language.wordings import NAME_FIELDS, NAME_SLOT, Match
from commentary.review.verdict import Finding
from commentary.writing.checks.findings import finding
from commentary.writing.checks.side import BOTH, Side

OPPOSITE = re.compile(r"other way|opposite|oppost[ae]")
_ALONE = frozenset(("both", "also", "too", "entrambi", "entrambe", "anche", "pure"))  # checked per figure
_RUNS = {"run", "run_f", "run_ended"}
# "A and B rose", "as did B": one verb for two figures.
_JOINED = re.compile(rf"{NAME_SLOT},? (?:and|e|ed|as did|come) (?:the |il |lo |la |l’)?{NAME_SLOT}")


def check(side: Side) -> Iterator[Finding]:
    """Checks "as did B", "in opposite directions" and what is said of both."""
    for match in side.matches:
        words = side.text[match.start : match.end]
        if "pair" not in match.claims or words in _ALONE:
            continue
        ids = _pair_of(side, match)
        ways = [side.table.figures[id].direction for id in ids]
        is_opposite = bool(OPPOSITE.search(words))
        if is_opposite and len(ways) > 1 and ways[0] and not any(ways[0] == -way for way in ways[1:]):
            yield finding("pair", words, f"{ids[0]} and {ids[1]} did not go different ways.")
        if not is_opposite and len(ways) > 1 and any(way != ways[0] for way in ways[1:]):
            yield finding("pair", words, f"{ids[0]} and {ids[1]} did not go the same way.")
        if len(ways) < 2 and side.before:
            yield finding("pair", words, "Say by slots which figures this is about.")
    if BOTH[side.language].search(side.text) or _JOINED.search(side.text) or _ends_with_another(side):
        yield from _of_both(side)


def _ends_with_another(side: Side) -> bool:
    """Whether the last figure has nothing but its name: "A rose 2%, as did B"."""
    fields = {
        id: {field for one, field in side.sentence.slots(side.language) if one == id}
        for id in side.figure_ids
    }
    names_another = any(match.slots and "pair" in match.claims for match in side.matches)
    return names_another and len(fields) > 1 and fields[side.figure_ids[-1]] <= NAME_FIELDS


def _of_both(side: Side) -> Iterator[Finding]:
    """Checks that what one figure has in a sentence on several is that of each, or that each has its own."""
    slots = set(side.sentence.slots(side.language))
    for id, field in sorted(slots):
        if field in NAME_FIELDS or id not in side.table.figures:
            continue
        others = [other for other in side.figure_ids if (other, field) not in slots]
        is_shared = all(_printed(side, other, field) == _printed(side, id, field) for other in others)
        if not is_shared or field in _RUNS:
            yield finding(
                "pair", f"{{{id}.{field}}}", "Say it of each figure by itself: it is not that of both."
            )
            return


def _printed(side: Side, id: str, field: str) -> str:
    slot = side.table.slot(id, field)
    return slot.shown(side.language) if slot else ""


def _pair_of(side: Side, match: Match) -> list[str]:
    """Returns the figures of the sentence, or its figure and those of the previous sentence."""
    named = [id for id, _field in match.slots]
    if named:
        first = [id for place, id in side.figures if place < match.start and id not in named][-1:]
        return [*first, *named]
    if len(side.figure_ids) > 1:
        return side.figure_ids
    earlier = [id for id in (side.before[-1].figure_ids if side.before else []) if id not in side.figure_ids]
    return [*(side.figure_ids or ([side.only_figure] if side.only_figure else [])), *earlier]
