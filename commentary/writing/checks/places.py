"""Checks the position of amounts: inside a wording, or right after the word of their role."""

import re
from collections.abc import Iterator

from commentary.language.wordings import NAME_SLOT, Match, slots_of
from commentary.review.verdict import Finding
from commentary.writing.checks.findings import finding
from commentary.writing.checks.side import Side

# Allowed only inside a wording, since their role would be unclear elsewhere.
_WITHIN = {
    "share", "below", "rarity", "usual", "times", "freq", "run", "run_f", "run_ended", "level", "lowest",
    "highest", "year_ago", "extreme_since", "age", "size", "before_size",
}  # fmt: skip
# What may precede a level and the previous reading; `_WAS` also where a date identifies the reading.
_VALUE = {
    "en": re.compile(
        r"(?:\b(?:to|at|is|was|stands|stood|now|(?:level|reading|value|rate|price) of)|[,:(–—])$"
    ),
    "it": re.compile(
        r"(?:\b(?:a|ad|al|allo|è|era|vale|valeva|ora|pari a|(?:livello|valore|tasso|prezzo) di)|all’|[,:(–—])$"
    ),
}
_EARLIER = {
    "en": re.compile(r"\b(?:from|after|against)$"),
    "it": re.compile(r"(?:\b(?:da|dal|dallo|dopo|contro)(?: il| lo)?|\b(?:dall’|(?:dopo|contro) l’))$"),
}
_WAS = {
    "en": re.compile(r"\b(?:was|at|with|to)$"),
    "it": re.compile(r"(?:\b(?:era|a|al|allo|era il|era lo)|all’)$"),
}
_NAME = re.compile(NAME_SLOT)
_NOUN = re.compile(r"\b(?:of|di|del|dello|dell’)$")  # "the gain of 2% was a rare move"
_OF = re.compile(r"\s*(?:of|by|di|del|dello|dell’|pari a|pari al|pari allo|pari all’)?\s*")
# "Brent rose 2.0% and US crude 1.9%"
_NAME_BEFORE = re.compile(
    r"(?:\b(?:and|e|ed)|[,;]) (?:il |lo |la |l’)?⟨([a-z0-9]+)\.(?:name|short|glossed)⟩"
    r"(?: (?:by|di|del|dello)| dell’)?\s*$"
)
_RANGE = re.compile(
    r"\s*(?:(?:from|to|between|da|dal|dallo|dall’|a|al|allo|all’|fra|tra|il|lo|l’|and|e|⟨[a-z0-9]+\.(?:lowest|highest)⟩)\s*)*"
)
_COPULA = re.compile(r"(?:is|was|were|are|has|è|era|sono|erano|ha)\b")
_IS_AT = re.compile(r"\s*,?\s*(?:is|was|stands at|stood at|at|of|it is|è|era|è di|era di|di|a)?\s*")
_MOVING = frozenset(("up", "down", "widened", "narrowed", "small", "grew", "shrank"))


def check(side: Side) -> Iterator[Finding]:
    """Checks that each amount is inside a wording or follows the word of its role."""
    ways = [match.end for match in side.matches if match.claims & _MOVING]
    for place, id, field in slots_of(side.text):
        if field in ("lowest", "highest") and _follows_direction(side, place, ways):
            yield finding(
                "role",
                side.text[max(0, place - 25) : place] + f"{{{id}.{field}}}",
                "A move leads from {x.before} to {x.value}.",
            )
        if side.is_inside(place):
            continue
        before, after = side.text[:place].rstrip(), side.text[side.text.index("⟩", place) + 1 :].lstrip()
        slot = f"{{{id}.{field}}}"
        if field in _WITHIN:
            yield finding("role", before[-25:] + slot, f"{slot} stands in one of its wordings alone.")
        elif field == "move" and not _adjoins_direction(side, place) and not _shared_claims(side, id, place):
            yield finding("role", before[-25:] + slot, f"{slot} follows “by” or a verb of movement.")
        elif field == "value" and not _VALUE[side.language].search(before):
            yield finding("role", before[-25:] + slot, f"{slot} follows “to”, “at” or “is”.")
        elif field in ("before", "revised_from") and not _is_earlier(side, id, field, before):
            yield finding("role", before[-25:] + slot, f"{slot} follows “from”.")
        elif field == "revised_to" and not side.by_rules:
            yield finding("role", before[-25:] + slot, "Use only the slots that the material lists.")
        elif (
            (field == "value" or not _NOUN.search(before))
            and field in ("value", "move")
            and _COPULA.match(after)
        ):
            yield finding("role", slot + after[:20], f"{slot} belongs to a figure; it cannot be a subject.")
        elif field == "on" and after.startswith("⟨") and not _NAME.match(after):
            yield finding("role", slot, f"Words stand between {slot} and the next slot.")


def _follows_direction(side: Side, place: int, ways: list[int]) -> bool:
    """Whether a range follows a verb of movement: "fell from {lowest} to {highest}"."""
    return any(end <= place and _RANGE.fullmatch(side.text[end:place]) for end in ways)


def _is_earlier(side: Side, id: str, field: str, before: str) -> bool:
    """Whether it is "from {x.before}", or "it was {x.before} on {x.before_on}"."""
    is_dated = field == "before" and any(
        slot == (id, "before_on") for slot in side.sentence.slots(side.language)
    )
    return bool(_EARLIER[side.language].search(before)) or (
        is_dated and bool(_WAS[side.language].search(before))
    )


def _adjoins_direction(side: Side, place: int) -> bool:
    """Whether a verb of movement precedes a move, or a noun of movement follows it."""
    behind = side.text.index("⟩", place) + 1
    moving = [match for match in side.matches if match.claims & _MOVING]
    return any(
        (match.end <= place and bool(_OF.fullmatch(side.text[match.end : place])))
        or (match.start > behind and side.text[behind : match.start].isspace())
        for match in moving
    )


def _shared_claims(side: Side, id: str, place: int) -> frozenset[str]:
    """Returns the claims of the preceding clause's verb that a figure shares; empty if it moved otherwise."""
    found = _NAME_BEFORE.search(side.text[:place])
    ways = [match.claims for match in side.matches if match.end <= place and match.claims & _MOVING]
    return ways[-1] & side.offered(id) if found and found[1] == id and ways else frozenset()


def shared_verbs(side: Side) -> set[tuple[str, str]]:
    """Returns (claim, figure id) of figures that share a verb: "il Dax è salito dell’1% e il Ftse dello 0,8%"."""
    moves = [(place, id) for place, id, field in slots_of(side.text) if field == "move"]
    shared = (
        (id, _shared_claims(side, id, place)) for place, id in moves if not _adjoins_direction(side, place)
    )
    return {(min(claims), id) for id, claims in shared if claims}


def unsigned(side: Side) -> Iterator[Finding]:
    """Checks that an earlier value without its sign stands beside the newest one without its own."""
    slots = side.sentence.slots(side.language)
    for id, field in slots:
        if field == "before_size" and (id, "size") not in slots:
            yield finding(
                "role", f"{{{id}.before_size}}", f"{{{id}.before_size}} stands only beside {{{id}.size}}."
            )


def gaps(side: Side) -> Iterator[Finding]:
    """Checks that a gap is that of the two figures compared."""
    for place, id, field in slots_of(side.text):
        if field != "gap":
            continue
        end = side.text.index("⟩", place) + 1
        compared = [match for match in side.matches if "compare" in match.claims]
        is_beside = any(side.text[end : match.start].isspace() for match in compared if match.start > end)
        is_before = any(_is_gap_of(side, match, id, place) for match in compared if match.start < place)
        if not is_beside and not is_before:
            yield finding(
                "role",
                f"{{{id}.gap}}",
                f"{{{id}.gap}} stands before “above B” or after “the gap between A and B is”.",
            )


def _is_gap_of(side: Side, match: Match, id: str, place: int) -> bool:
    """Whether it is "the gap between A and B is {a-b.gap}", or "the gap is …" about the sentence's figures."""
    words = side.text[match.start : match.end]
    if not re.search(r"gap|distanza", words):
        return False
    named = {one for one, _field in match.slots} or {one for _at, one in side.figures if "-" not in one}
    if len(named) == 1 and side.before:  # "the gap between the two", the other one in the sentence before
        named |= set(side.before[-1].figure_ids[-1:])
    return named == set(id.split("-")) and bool(_IS_AT.fullmatch(side.text[match.end : place]))
