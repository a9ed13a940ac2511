"""Checks sentences of the speculative style: a regime in words only, called one of several possible."""

import re
from collections.abc import Iterator

from commentary.review.verdict import Finding
from commentary.writing.checks import names, slots, watched
from commentary.writing.checks.findings import finding
from commentary.writing.checks.side import Side

STYLE = "SPECULATIVE"
_CALLED = {
    "en": re.compile(r"\bone of (?:several|many|the) possible\b"),
    "it": re.compile(
        r"\b(?:uno|una) (?:fra|tra|di|dei|delle) (?:più|molt[ie]|tant[ie]|i|le)?\s?possibil[ie]\b"
    ),
}
_REFUSED = ("numbers", "units", "advice", "judgement", "cause")
_MARKETS = {
    "en": re.compile(r"\b(?:yields?|shares?|stocks?|bonds?|gold|oil|bitcoin|dollar|euro|prices? of|market)\b"),
    "it": re.compile(
        r"\b(?:rendiment[oi]|azion[ei]|bors[ae]|obbligazion[ei]|oro|petrolio|bitcoin|dollaro|euro|mercat[oi])\b"
    ),
}  # fmt: skip


def check(side: Side) -> Iterator[Finding]:
    """Rejects slots, numbers, signs, names, assets and causes; the review applies too."""
    text = side.text
    if side.sentence.slots(side.language):
        yield finding("scenario", text[:80], "A scenario has no slots.")
    yield from slots.written(side)
    yield from names.named(side)
    if not _CALLED[side.language].search(text):
        yield finding("scenario", text[:80], "Call it “one of several possible …”, “uno di più possibili …”.")
    market = _MARKETS[side.language].search(text)
    if market:
        yield finding(
            "scenario", market[0], "A scenario names no market: growth, inflation, policy or credit alone."
        )
    rest = _CALLED[side.language].sub(" ", text)
    for name in _REFUSED:
        found = watched.foreign_too(name, side.language).search(rest)
        if found:
            yield finding("scenario", found[0], "Leave it out of a scenario.")
