"""Checks claims: each wording must be offered for its figure, and other words must not describe figures."""

import re
from collections.abc import Iterator

from commentary.language.claims import OPEN
from commentary.language.wordings import Match, plain, wordings_of
from commentary.review.verdict import Finding
from commentary.writing.checks import counts, links, notes, pairs, watched
from commentary.writing.checks.findings import finding
from commentary.writing.checks.side import Side

_SINCE_SLOT = re.compile(r"\bsince (?=⟨[a-z0-9-]+\.(?:since|extreme_since)⟩)")
_GAP_BEFORE = re.compile(r"⟨([a-z0-9-]+)\.gap⟩\s*$")
_ALSO = {"en": re.compile(r"\b(?:also|too)\b"), "it": re.compile(r"\b(?:anche|pure)\b")}
_VERBLESS = frozenset(("level", "neutral", "pair"))
_IS = re.compile(r"\b(?:was|is|stood|stands|came|era|è|vale|valeva)\b")
_YEARLY = {"en": re.compile(r"\byear on year\b"), "it": re.compile(r"\bsu base annua\b")}
_FROM_YEAR_AGO = re.compile(r"\b(?:from|da|dal|dallo|dall’)\s*⟨([a-z0-9]+)\.year_ago⟩")
_WAYS = {"up": 1, "widened": 1, "run_up": 1, "down": -1, "narrowed": -1, "run_down": -1, "unchanged": 0}
# Classes of words allowed in sentences on releases due.
_DUE_FREE = ("forecast", "time", "order", "judgement")
# Lists of allowed words, and of what stories may not do.
_LISTS = ("idioms", "free", "alone", "due", "note", "refusals", "expects", "expected", "moods")
_SIZES = {"more_than_usual", "less_than_usual"}
_NOUNS = {"rise": "up", "fall": "down"}
_IN_EITHER = ("units", "numbers")  # checked in both languages


def check(side: Side) -> Iterator[Finding]:
    """Checks facts, titles, counts and releases; notes have a check of their own."""
    if side.sentence.kind == "note":
        yield from notes.check(side)
        return
    for match in side.matches:
        if side.sentence.kind in ("fact", "due") and not links.SAME_DAY.match(side.text, match.start):
            yield from _match(side, match)
    yield from _pairs(side)
    if not side.by_rules:
        yield from pairs.check(side)
        yield from _basis(side)
        yield from _left_out(side)
        yield from links.check(side)
        yield from counts.counted(side)
        yield from counts.announced(side)
        rest = _uncovered(side)
        if side.sentence.kind == "count":
            rest = counts.without_counts(side, rest)
        found = list(_watched(side, rest))
        yield from found or _closed(side, rest)


def claimed(side: Side) -> set[tuple[str, str]]:
    """Returns (claim, figure id) of the offered wordings, without open ones."""
    found = set()
    for match in side.matches:
        for id in side.subjects(match):
            offered = match.claims & side.offered(id)
            if offered and not match.claims & OPEN:
                found.add((min(offered), id))
            if way := _direction_in(side, match):
                found.add((way, id))
    return found


def _direction_in(side: Side, match: Match) -> str:
    """Returns the direction within the wording of a size: "up" for "edged up" and "a larger rise than usual"."""
    words = side.text[match.start : match.end].split()
    if "small" in match.claims and words[-1] in ("up", "down"):
        return words[-1]
    return next((way for noun, way in _NOUNS.items() if match.claims & _SIZES and noun in words), "")


def _match(side: Side, match: Match) -> Iterator[Finding]:
    words = side.text[match.start : match.end]
    if "compare" in match.claims:
        yield from _comparison(side, match, words)
        return
    subjects = side.subjects(match)
    if not subjects and not match.claims & OPEN:
        yield finding("claim", words, "Say by a slot which figure this is about.")
    for id in subjects:
        way = _direction_in(side, match)
        if not match.claims & (side.offered(id) | OPEN) or (way and way not in side.offered(id)):
            yield finding("claim", words, f"That is not offered for {id}. {_advice(side, id)}")


def _comparison(side: Side, match: Match, words: str) -> Iterator[Finding]:
    """Checks "above B": the figure before must be the higher one, and both comparable."""
    names = [id for id, _field in match.slots]
    if re.search(r"gap|distanza", words):
        return
    compared = [(each.start, each.end) for each in side.matches if "compare" in each.claims]
    before = [
        id
        for place, id in side.figures
        if place < match.start
        and id not in names
        and not any(start <= place < end for start, end in compared)
    ]
    if not names or not before:
        yield finding("compare", words, "Name both figures of a comparison by their slots.")
        return
    one, other = before[-1], names[-1]
    gap = _GAP_BEFORE.search(side.text[: match.start])
    if gap and set(gap[1].split("-")) != {one, other}:
        yield finding("compare", gap[0] + words, f"The gap of {one} and {other} is another slot.")
        return
    is_above = bool(re.search(r"\b(?:above|higher|sopra|superiore)\b|più alt", words))
    if not (side.table.is_higher(one, other) if is_above else side.table.is_higher(other, one)):
        yield finding(
            "compare", words, f"{one} is not {'above' if is_above else 'below'} {other} by the material."
        )


def _pairs(side: Side) -> Iterator[Finding]:
    """Checks "also rose" and "went the other way" against the other figures."""
    own = [(claim, id) for claim, id in claimed(side) if claim in _WAYS]
    others = {id for each in (*side.before, side) for id in each.figure_ids}
    also = _with_also(side)
    for claim, id in own:
        ways = {side.table.figures[other].direction for other in others if other != id}
        if not ways:
            continue
        is_last = id == (side.figure_ids or [side.only_figure])[-1]
        if is_last and pairs.OPPOSITE.search(side.text) and -_WAYS[claim] not in ways:
            yield finding("pair", side.text[:80], f"No figure before {id} went the other way.")
        if id in also and _WAYS[claim] not in ways:
            yield finding("pair", side.text[:80], f"No figure before {id} went the same way.")


def _with_also(side: Side) -> set[str]:
    """Returns the figures that "also" moved: the one right after the word ("anche il Bund"), else the one before.

    Without either it is the sentence's last figure, or the one that "it" stands for.
    """
    found = set()
    for also in _ALSO[side.language].finditer(side.text):
        after = [id for place, id in side.figures if 0 <= place - also.end() <= 1][:1]
        before = [id for place, id in side.figures if place < also.start()]
        found.update(after or (before or side.figure_ids or [side.only_figure])[-1:])
    return found


def _basis(side: Side) -> Iterator[Finding]:
    """Checks "year on year" against the basis, and "from {x.year_ago}" against the direction over a year."""
    for found in _YEARLY[side.language].finditer(side.text):
        id = next((one for place, one in reversed(side.figures) if place < found.start()), side.only_figure)
        if id and "year" not in side.table.figures[id].row.basis_en:
            yield finding("claim", found[0], f"{id} is not measured over a year.")
    for found in _FROM_YEAR_AGO.finditer(side.text):
        if any(
            match.start <= found.start() and found.end() <= match.end
            for match in side.matches
            if not match.claims & OPEN
        ):
            continue
        stated = {_WAYS[claim] for claim, id in claimed(side) if id == found[1] and claim in _WAYS}
        then = {"higher_than_year_ago": 1, "lower_than_year_ago": -1}
        over_year = {way for claim, way in then.items() if claim in side.offered(found[1])}
        if stated and stated != over_year:
            yield finding(
                "claim",
                found[0],
                "Over a year it moved another way: say what it was a year earlier in a sentence of its own.",
            )


def _left_out(side: Side) -> Iterator[Finding]:
    """Checks "A fell to …, B to …": a figure without its own verb must have moved the same way."""
    stated = {id: _WAYS[claim] for claim, id in claimed(side) if claim in _WAYS}
    own = {id for match in side.matches if _has_verb(side, match) for id in _subjects(side, match)}
    for id in side.figure_ids:
        if stated and id not in own and side.table.figures[id].direction not in stated.values():
            yield finding(
                "claim",
                f"{{{id}.name}}",
                f"Give {id} a verb of its own: as it stands it goes the way of the other.",
            )


def _has_verb(side: Side, match: Match) -> bool:
    return not match.claims <= _VERBLESS or bool(_IS.search(side.text, match.start, match.end))


def _subjects(side: Side, match: Match) -> list[str]:
    before = (
        [id for place, id in side.figures if place < match.start][-1:] if "compare" in match.claims else []
    )
    return [*before, *side.subjects(match)]


def _uncovered(side: Side) -> str:
    """Returns the sentence with wordings, slots and idioms blanked out."""
    spans = [] if side.sentence.kind == "count" else [(match.start, match.end) for match in side.matches]
    text = counts.blank(side.text, spans)
    for pattern in (_SINCE_SLOT, links.SAME_DAY):
        text = counts.blank(text, [found.span() for found in pattern.finditer(side.text)])
    text = re.sub(r"⟨[^⟩]*⟩", lambda found: " " * len(found[0]), text)
    return counts.blank(
        text, [found.span() for found in watched.classes(side.language)["idioms"].finditer(text)]
    )


def is_closed(side: Side) -> bool:
    """Whether every word is a slot, wording, idiom or function word."""
    return not _open_words(side, _uncovered(side))


def _open_words(side: Side, rest: str) -> list[str]:
    names = ["free", "alone"] if len(side.figure_ids) < 2 else ["free"]
    names += ["due"] if side.sentence.kind == "due" else []
    known = frozenset().union(*(watched.words(name, side.language) for name in names))
    return [word for word in re.findall(r"[^\W\d_]+", rest) if word not in known]


def _closed(side: Side, rest: str) -> Iterator[Finding]:
    """Yields the first unlisted word, which could state a cause, event or judgement."""
    for word in _open_words(side, rest)[:1]:
        id = side.only_figure or (side.figure_ids[0] if side.figure_ids else "")
        yield finding("word", word, f"Leave out “{word}”. {_advice(side, id) if id else ''}".strip())


def _watched(side: Side, rest: str) -> Iterator[Finding]:
    for name, pattern in watched.classes(side.language).items():
        if name in _LISTS or (side.sentence.kind in ("due", "quiet") and name in _DUE_FREE):
            continue
        found = (watched.foreign_too(name, side.language) if name in _IN_EITHER else pattern).search(rest)
        if found:
            id = side.only_figure or (side.figure_ids[0] if side.figure_ids else "")
            yield finding(_rule_of(name), found[0], _advice(side, id) if id else "Leave it out.")
            return


def _rule_of(name: str) -> str:
    return {
        "cause": "cause",
        "judgement": "judgement",
        "forecast": "forecast",
        "advice": "advice",
        "numbers": "digit",
        "negations": "negation",
    }.get(name, "word")


def _advice(side: Side, id: str) -> str:
    """Returns advice listing the first two wordings of each offered claim."""
    table = wordings_of(side.language)
    offered = [claim for claim in sorted(side.offered(id)) if claim in table]
    stated = "; ".join(", ".join(plain(each, id) for each in table[claim][:2]) for claim in offered)
    return f"Use one of: {stated}." if stated else "Leave it out."
