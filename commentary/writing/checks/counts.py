"""Checks counts and releases: each count in its own wording, each release with its own future date."""

import re
from collections.abc import Iterator

from commentary.language.wordings import slots_of
from commentary.review.verdict import Finding
from commentary.writing.checks.findings import finding
from commentary.writing.checks.side import Side

_PAST = {
    "en": re.compile(r"\b(?:was|were|has|had|have|came|been|left)\b"),
    "it": re.compile(r"\b(?:era|erano|stat[oaie]|ha|hanno|aveva|avevano|uscit[oaie])\b"),
}
_AHEAD = {
    "en": re.compile(r"\b(?:due|scheduled|expected|calendar|will|next|follows?|comes?|coming)\b"),
    "it": re.compile(
        r"\b(?:calendario|attes[oaie]|previst[oaie]|sar(?:à|anno)|esc(?:e|ono)|uscir(?:à|anno)|arrivan?o?|segu(?:e|ono)|prossim[oaie]|appuntamento)\b"
    ),
}
_WHOLE = ("ranked", "rows", "current", "hours")  # totals: "3 of {count.ranked} figures"
_PARTS = {
    "ranked": ("in_top_fifth", "in_bottom_fifth"),
    "rows": ("new", "not_new", "stale"),
    "hours": ("headlines",),
}
_OF = re.compile(r"\b(?:of|su|in|of the|dei|sui|of all)\s*$")
_COUNTS = {  # wordings allowed for each count slot
    "in_top_fifth": {
        "en": r"(?:stand|are|is|stands) in the top fifth of (?:their|its) (?:own )?history",
        "it": r"(?:sono|è|stanno) nel quinto più alto della propria storia",
    },
    "in_bottom_fifth": {
        "en": r"(?:stand|are|is|stands) in the bottom fifth of (?:their|its) (?:own )?history",
        "it": r"(?:sono|è|stanno) nel quinto più basso della propria storia",
    },
    "new": {
        "en": r"(?:have|has) a new reading|(?:have|has) new readings|(?:are|is) new|new (?:readings|figures)",
        "it": r"(?:hanno|ha) un (?:nuovo valore|valore nuovo)|(?:sono|è) nuov[oi]|nuov[oi] (?:valori|dati)",
    },
    "not_new": {
        "en": r"(?:have|has) none|(?:have|has) no new reading",
        "it": r"non ne (?:hanno|ha)|non (?:hanno|ha) un (?:nuovo valore|valore nuovo)",
    },
    "headlines": {"en": r"headlines? in", "it": r"titoli in"},
    "stale": {"en": r"(?:are|is) old", "it": r"(?:sono|è) vecchi[oa]?"},
}


def announced(side: Side) -> Iterator[Finding]:
    """Checks that a release is in the future and has its own date."""
    if side.sentence.kind != "due":
        return
    past = _PAST[side.language].search(side.text)
    if past or not _AHEAD[side.language].search(side.text):
        words = past[0] if past else side.text[:40]
        yield finding("due", words, "Say “{due1.what} is due on {due1.date}”.")
    ids = [id for _place, id, _field in slots_of(side.text)]
    if any(ids.count(id) != 2 for id in ids) or ids[::2] != ids[1::2]:
        yield finding("due", side.text[:40], "Give each release its own date, {due1.what} with {due1.date}.")


def counted(side: Side) -> Iterator[Finding]:
    """Checks that each count has one of its wordings, and totals follow "of" or "in"."""
    if side.sentence.kind != "count":
        return
    counts = [(place, field) for place, id, field in slots_of(side.text) if id == "count"]
    for number, (place, field) in enumerate(counts):
        end = counts[number + 1][0] if number + 1 < len(counts) else len(side.text)
        if field in _WHOLE:
            parts = _PARTS.get(field, ())
            is_fit = number > 0 and counts[number - 1][1] in parts and bool(_OF.search(side.text[:place]))
        else:
            after = counts[number + 1][1] if number + 1 < len(counts) else ""
            end = len(side.text) if field in _PARTS.get(after, ()) else end
            wording = _COUNTS[field][side.language] if field in _COUNTS else "(?!)"
            is_fit = re.search(wording, side.text[place:end]) is not None
        if not is_fit:
            yield finding(
                "count", f"{{count.{field}}}", "Use a count in the wordings that the material gives."
            )


def blank(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def without_counts(side: Side, rest: str) -> str:
    """Blanks the wordings of counts in the sentence."""
    slots = [
        (place, field) for place, id, field in slots_of(side.text) if id == "count" and field not in _WHOLE
    ]
    spans = []
    for field in {field for _place, field in slots} & set(_COUNTS):
        for found in re.finditer(_COUNTS[field][side.language], side.text):
            last = [name for place, name in slots if place < found.start()][-1:]
            spans += [found.span()] if last == [field] else []
    return blank(rest, spans)
