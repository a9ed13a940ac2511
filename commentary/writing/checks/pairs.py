"""Checks statements on two figures at once."""

import re
from collections.abc import Iterator

from commentary.language.periods import PeriodText
from commentary.language.wordings import Match
from commentary.review.verdict import Finding
from commentary.writing.checks.findings import finding
from commentary.writing.checks.side import BOTH, Side

OPPOSITE = re.compile(r"other way|opposite|oppost[ae]")
_ALONE = frozenset(("both", "also", "too", "entrambi", "entrambe", "anche", "pure"))  # checked per figure
_RUNS = {"run", "run_f", "run_ended"}
# Slots that a sentence on both figures may hold only if they print the same of each.
_OF_BOTH = _RUNS | {"times", "rarity", "share", "below", "usual", "extreme_since", "since", "level", "age"}


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
    if BOTH[side.language].search(side.text):
        yield from _of_both(side)


def _of_both(side: Side) -> Iterator[Finding]:
    """Checks that a slot of one figure which is said of both prints the same of the other."""
    for id, field in side.sentence.slots(side.language):
        if field not in _OF_BOTH or id not in side.table.figures:
            continue
        printed = {_printed(side, other, field) for other in side.figure_ids}
        if len(printed) > 1 or field in _RUNS:
            yield finding(
                "pair", f"{{{id}.{field}}}", "Say it of each figure by itself: it is not that of both."
            )
            return


def _printed(side: Side, id: str, field: str) -> str:
    slot = side.table.slot(id, field)
    if slot is None:
        return ""
    content = slot.content
    return content.bare(side.language) if isinstance(content, PeriodText) else content.text(side.language)


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
