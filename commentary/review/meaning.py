"""Whether a translation means the same where words and no numbers say it: places, order, extremes, runs, certainty."""

import re

from commentary.review.grounding.words import words
from commentary.review.normalise import readable
from commentary.review.verdict import Finding

LANGUAGES = ("en", "it")
_NUMBER = re.compile(r"-?\d[\d.,]*\d|\d")
_YEAR = re.compile(r"(?:19|20)\d\d")
_CERTAIN = {
    "en": re.compile(r"\b(?:certain\w*|surely|definitely|undoubtedly|clearly|without doubt|proves?)\b"),
    "it": re.compile(
        r"\b(?:cert[oaie]|certamente|sicuramente|di sicuro|senza dubbio|indubbiamente|senz'altro)\b"
    ),
}


def meaning(english: str, italian: str) -> list[Finding]:
    """Findings for what both texts say for certain and not alike."""
    texts = {"en": readable(english).text.lower(), "it": readable(italian).text.lower()}
    checks = (_places, _order, _whose, _parts, _spans, _origins, _extremes, _runs, _stands, _certainty)
    return [finding for check in checks for finding in check(texts)]


def _finding(rule: str, why: str, what: str) -> Finding:
    return Finding(f"fidelity.{rule}", "", why, f"Keep {what} as in the original.")


def _regions(text: str, lang: str) -> list[str]:
    """The places of a text in their order, each run of one place once."""
    found = sorted(
        (match.start(), name)
        for name, pattern in words(lang).sorts["regions"].items()
        for match in pattern.finditer(text)
    )
    names = [name for _start, name in found]
    return [name for place, name in enumerate(names) if not place or names[place - 1] != name]


def _places(texts: dict[str, str]) -> list[Finding]:
    one, two = (set(_regions(texts[lang], lang)) for lang in LANGUAGES)
    lost, new = one - two, two - one
    return [_finding("place", "It speaks of another place.", "each place")] if lost and new else []


def _order(texts: dict[str, str]) -> list[Finding]:
    """ "The US pays more than the UK" turned round."""
    one, two = (_regions(texts[lang], lang) for lang in LANGUAGES)
    if len(one) != 2 or one != two[::-1]:
        return []
    ways = [tuple(words(lang).has(name, texts[lang]) for name in ("larger", "smaller")) for lang in LANGUAGES]
    turned = ways[0] == ways[1] and sum(ways[0]) == 1
    return (
        [_finding("order", "The two places are turned round.", "which is compared with which")]
        if turned
        else []
    )


def _whose(texts: dict[str, str]) -> list[Finding]:
    """Two places with a number each: "1.4 % in Italy and 4.1 % in Britain" with the numbers turned round."""
    regions = [_regions(texts[lang], lang) for lang in LANGUAGES]
    values = [
        [
            re.sub(r"\D", "", match[0])
            for match in _NUMBER.finditer(texts[lang])
            if not _YEAR.fullmatch(match[0])
        ]
        for lang in LANGUAGES
    ]
    if any(len(each) != 2 for each in [*regions, *values]):
        return []
    if (
        sorted(regions[0]) != sorted(regions[1])
        or sorted(values[0]) != sorted(values[1])
        or values[0][0] == values[0][1]
    ):
        return []
    turned = (regions[0] == regions[1]) != (values[0] == values[1])
    return (
        [_finding("order", "The numbers belong to the other place.", "whose number is whose")]
        if turned
        else []
    )


def _parts(texts: dict[str, str]) -> list[Finding]:
    """The top fifth for the bottom one."""
    one, two = (
        tuple(words(lang).has(name, texts[lang]) for name in ("count_high", "count_low"))
        for lang in LANGUAGES
    )
    turned = {one, two} == {(True, False), (False, True)}
    return [_finding("extreme", "High and low are turned round.", "highs and lows")] if turned else []


def _spans(texts: dict[str, str]) -> list[Finding]:
    """A change over a year told as one over a month or a quarter."""
    names = ("year", "span_month", "span_quarter", "span_week")
    one, two = ({name for name in names if words(lang).has(name, texts[lang])} for lang in LANGUAGES)
    other = one and two and not one & two
    return (
        [_finding("span", "The change is over another time.", "over which time a figure changed")]
        if other
        else []
    )


def _origins(texts: dict[str, str]) -> list[Finding]:
    """Where a figure came from: "to 101.3 from 101.9"."""
    found = []
    for lang in LANGUAGES:
        text = texts[lang]
        starts = (
            match
            for match in _NUMBER.finditer(text)
            if words(lang).has("strictly_from", text[max(0, match.start() - 24) : match.start()])
        )
        found.append({re.sub(r"\D", "", match[0]) for match in starts})
    swapped = found[0] and found[1] and not found[0] & found[1]
    return (
        [_finding("origin", "The figure comes from another value.", "which value was before")]
        if swapped
        else []
    )


def _extremes(texts: dict[str, str]) -> list[Finding]:
    one, two = (tuple(words(lang).has(name, texts[lang]) for name in ("high", "low")) for lang in LANGUAGES)
    turned = {one, two} == {(True, False), (False, True)}
    return [_finding("extreme", "High and low are turned round.", "highs and lows")] if turned else []


def _runs(texts: dict[str, str]) -> list[Finding]:
    found = []
    for lang in LANGUAGES:
        known = words(lang)
        spans = [match for name in ("run", "running") for match in known.of[name].finditer(texts[lang])]
        parts = [part for match in spans for part in match.groups() if part]
        found.append({int(re.sub(r"\D", "", part) or known.numbers.get(part, 0)) for part in parts} - {0})
    return (
        [_finding("run", "Another length of the run.", "how many in a row")]
        if found[0] and found[1] and found[0] != found[1]
        else []
    )


def _stands(texts: dict[str, str]) -> list[Finding]:
    """What stood still in one language and moved in the other."""
    still = [any(words(lang).has(name, texts[lang]) for name in ("flat", "soft_flat")) for lang in LANGUAGES]
    moved = [any(words(lang).has(name, texts[lang]) for name in ("up", "down")) for lang in LANGUAGES]
    wrong = still[0] != still[1] and moved[0] != moved[1] and still[0] == moved[1]
    return (
        [_finding("direction", "What stood still moves, or the other way round.", "what moved")]
        if wrong
        else []
    )


def _certainty(texts: dict[str, str]) -> list[Finding]:
    surer = _CERTAIN["it"].search(texts["it"]) and not _CERTAIN["en"].search(texts["en"])
    return [_finding("certainty", "It is surer than the original.", "how sure it is")] if surer else []
