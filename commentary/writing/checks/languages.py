"""Checks that both languages of a sentence have the same slots and claims."""

from collections import Counter
from collections.abc import Iterator

from commentary.review.verdict import Finding
from commentary.writing.checks import places, watched
from commentary.writing.checks.claims import claimed
from commentary.writing.checks.findings import finding
from commentary.writing.checks.side import Side

_SAME_FIELD = {
    "short": "name",
    "glossed": "name",
    "short_glossed": "name",
    "head": "name",
    "label": "name",
    "run_f": "run",
    "opening": "publisher",
    "titled_by": "publisher",
    "weekday": "date",
    "others": "publishers",
}
_SAME_CLAIM = {"widened": "up", "narrowed": "down"}
_IMPLIED = {
    "up": {
        "run_up", "crossed_above", "widened", "raised_rate", "ended_run_down", "reached", "above_year",
        "highest_since", "highest_stored", "record_high",
    },
    "down": {
        "run_down", "crossed_below", "narrowed", "cut_rate", "ended_run_up", "reached", "below_year",
        "lowest_since", "lowest_stored", "record_low", "shrank",
    },
    "small": {"up", "down"}, "unchanged": {"held_rate", "same_as_year_ago"}, "times": {"more_than_usual"},
    "shrank": {"down"}, "grew": {"up"},
}  # fmt: skip
_LEFT_OUT = {"new", "old", "small"}


def check(english: Side, italian: Side) -> Iterator[Finding]:
    """Yields findings for the Italian text, compared to the English."""
    one, other = (Counter(_fields(side)) for side in (english, italian))
    for id, field in {*one} ^ {*other}:
        if field != "name":
            yield finding("languages", f"{{{id}.{field}}}", "Both languages have the same slots.")
    if english.sentence.kind == "story":
        yield from _opposed(english, italian)
        return
    if english.sentence.kind in ("note", "count"):
        return  # each is checked against its own note, or against the counts
    claims, italian_claims = (_claims(side) for side in (english, italian))
    for claim, id in sorted(claims ^ italian_claims):
        there = italian_claims if (claim, id) in claims else claims
        if not any(
            other_id == id and other_claim in _IMPLIED.get(claim, ()) for other_claim, other_id in there
        ):
            yield finding("languages", claim, f"Only one language says {claim} of {id}.")


def _opposed(english: Side, italian: Side) -> Iterator[Finding]:
    """Checks that the languages do not state opposites of a headline."""
    for one, other in watched.opposites():
        for here, there in ((one, other), (other, one)):
            found = there.search(italian.text)
            if (
                here.search(english.text)
                and not there.search(english.text)
                and found
                and not here.search(italian.text)
            ):
                yield finding("languages", found[0], f"The English says the opposite of “{found[0]}”.")
                return


def _fields(side: Side) -> list[tuple[str, str]]:
    return [(id, _SAME_FIELD.get(field, field)) for id, field in side.sentence.slots(side.language)]


def _claims(side: Side) -> set[tuple[str, str]]:
    claims = claimed(side) | places.shared_verbs(side)
    return {(_SAME_CLAIM.get(claim, claim), id) for claim, id in claims if claim not in _LEFT_OUT}
