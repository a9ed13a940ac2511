"""Whether an Italian text says what its English original says, without any model.

Facts are compared as multisets: numbers with their unit and sign, dates, names that no language changes,
paragraphs and headings. What only may be wrong (a lost hedge or negation) is a finding that does not block.
"""

import re
from collections import Counter
from dataclasses import replace

from commentary.review.dates import dates
from commentary.review.grounding.ground import without_names
from commentary.review.grounding.words import words
from commentary.review.meaning import meaning
from commentary.review.normalise import readable
from commentary.review.numbers import Number, numbers
from commentary.review.sentences import segments
from commentary.review.verdict import Finding, Verdict, verdict_of

SHORTEST, LONGEST = 0.7, 1.75  # Italian length over English, from 80 characters on
_FOREIGN = frozenset(
    "the of and is was were in to that with from its by for than which has have been at on are this since".split()
)
_ENGLISH_WORDS = 6  # of the words above in one sentence of the translation
_NAMES = re.compile(
    r"\b(?:S&P(?: ?\d+)?|NASDAQ|Nasdaq|DAX|CAC|FTSE|MIB|STOXX|Stoxx|VIX|MOVE|MSCI|Nikkei|USD|EUR|GBP|JPY|CHF|CNY|BTP|Bund|WTI|"
    r"Brent|SOFR|PMI|[A-Z0-9]{2,6}\.[A-Z]{1,3})\b|https?://[^\s)]+"
)
_LIST = re.compile(r"^ {0,3}(?:[-*•]|\d{1,2}[.)]) ", re.M)
_HEADING = re.compile(r"^#{1,6} ", re.M)
_NOT = {
    "en": re.compile(r"\b(?:not|no|never|without|nor|neither|none|\w+n't)\b", re.I),
    "it": re.compile(r"\b(?:non|no|mai|senza|né|nessun\w*|neppure|nemmeno)\b", re.I),
}
_MAY = {
    "en": re.compile(r"\b(?:could|may|might|would|can)\b", re.I),
    "it": re.compile(r"\b(?:potrebbe\w*|può|possono|\w+rebbe(?:ro)?)\b", re.I),
}
_UP = {
    "en": re.compile(r"\b(?:rose|risen|climbed|increased|widened|grew|higher)\b"),
    "it": re.compile(r"\b(?:salit[oaie]|aumentat[oaie]|cresciut[oaie]|allargat\w|ampliat\w|più alt[oaie])\b"),
}
_DOWN = {
    "en": re.compile(r"\b(?:fell|fallen|declined|decreased|narrowed|shrank|lower|dropped)\b"),
    "it": re.compile(
        r"\b(?:sces[oaie]|diminuit[oaie]|calat[oaie]|ristrett[oaie]|più bass[oaie]|ridott[oaie])\b"
    ),
}


def fidelity(english: str, italian: str) -> Verdict:
    """The verdict on a translation; any difference of facts or structure fails it."""
    found = [
        *_numbers(english, italian),
        *_dates(english, italian),
        *_names(english, italian),
        *_structure(english, italian),
        *_untranslated(italian),
        *_directions(english, italian),
        *meaning(english, italian),
        *_softened(english, italian),
    ]
    return verdict_of(found)


def _same(rule: str, english: Counter[str], italian: Counter[str], what: str) -> list[Finding]:
    lost = [Finding(rule, item, f"A {what} is lost.", f"Keep “{item}”.") for item in (english - italian)]
    added = [Finding(rule, item, f"A {what} is new.", f"Take out “{item}”.") for item in (italian - english)]
    return lost + added


def _names(english: str, italian: str) -> list[Finding]:
    """A new name is none of the original's; one of several may be left out ("the two crudes")."""
    one, two = (Counter(_NAMES.findall(text)) for text in (english, italian))
    found = _same("fidelity.name", one, two, "name")
    return found if two - one or (one and not two) else []


def _numbers(english: str, italian: str) -> list[Finding]:
    return _same("fidelity.number", _values(english, "en"), _values(italian, "it"), "number")


def _values(text: str, lang: str) -> Counter[str]:
    low = readable(text).text.lower()
    masked = without_names(low, [(said.start, said.end) for said in dates(low, lang)])
    found = numbers(masked, lang)
    shared = [_shared(one, two, masked) for one, two in zip(found, [*found, None][1:], strict=True)]
    return Counter(_canonical(number) for number in shared if _compared(number))


_THEN = re.compile(r" ?(?:to|and|or|a|al|all'|allo|e|o|-) ?")


def _shared(number: Number, after: Number | None, text: str) -> Number:
    """ "From 5.5 to 4.9 %": the unit of the second is that of the first."""
    if number.unit or after is None or not _THEN.fullmatch(text[number.end : after.start]):
        return number
    return replace(number, unit=after.unit)


def _compared(number: Number) -> bool:
    """Spelled-out numbers of things and of time are left to the model; so is "a point"."""
    return any(char.isdigit() for char in number.text) or (number.unit != "duration" and number.value != 1)


def _canonical(number: Number) -> str:
    sign = "-" if number.sign < 0 else ""
    unit = "" if number.unit in ("points", "duration") else number.unit
    return f"{sign}{number.value:.10g} {unit}".strip()


def _dates(english: str, italian: str) -> list[Finding]:
    said = [
        Counter("-".join(map(str, date.parts)) for date in dates(readable(text).text.lower(), lang))
        for text, lang in ((english, "en"), (italian, "it"))
    ]
    return _same("fidelity.date", said[0], said[1], "date")


def _parts(text: str) -> dict[str, int]:
    paragraphs = [part for part in re.split(r"\n\s*\n", text) if part.strip()]
    return {
        "headings": len(_HEADING.findall(text)),
        "list items": len(_LIST.findall(text)),
        "paragraphs": len(paragraphs),
    }


def _structure(english: str, italian: str) -> list[Finding]:
    theirs = _parts(italian)
    found = [
        Finding("fidelity.structure", "", f"Another number of {name}.", f"Keep the {name}.")
        for name, count in _parts(english).items()
        if theirs[name] != count
    ]
    ratio = len(italian) / max(1, len(english))
    if len(english) >= 80 and not SHORTEST <= ratio <= LONGEST:
        found.append(
            Finding(
                "fidelity.length",
                "",
                "Far longer or shorter than the original.",
                "Translate all, add nothing.",
            )
        )
    return found


def _untranslated(italian: str) -> list[Finding]:
    found = []
    for part in segments(italian):
        words = re.findall(r"[A-Za-z']+", part.text.lower())
        if sum(word in _FOREIGN for word in words) >= _ENGLISH_WORDS:
            found.append(
                Finding("fidelity.untranslated", part.text[:160], "A sentence is English.", "Translate it.")
            )
    return found


def _directions(english: str, italian: str) -> list[Finding]:
    """A sentence that only rises in one language and only falls in the other, where sentences pair up."""
    pairs = list(zip(segments(english), segments(italian), strict=False))
    if len(segments(english)) != len(segments(italian)):
        return []
    found = []
    for one, other in pairs:
        first, second = one.text.lower(), other.text.lower()
        ways = [
            bool(p.search(t))
            for p, t in ((_UP["en"], first), (_DOWN["en"], first), (_UP["it"], second), (_DOWN["it"], second))
        ]
        if ways in ([True, False, False, True], [False, True, True, False]):
            found.append(
                Finding(
                    "fidelity.direction", other.text[:160], "The move is turned round.", "Keep the direction."
                )
            )
    return found


def _softened(english: str, italian: str) -> list[Finding]:
    found = []
    for rule, patterns, what in (("fidelity.negation", _NOT, "negation"), ("fidelity.hedge", _MAY, "hedge")):
        lost = len(patterns["en"].findall(english)) > len(patterns["it"].findall(italian))
        still = words("it").has("flat", italian.lower()) or words("it").has("soft_flat", italian.lower())
        blocks = rule == "fidelity.negation" and not patterns["it"].search(italian) and not still
        if lost:
            found.append(Finding(rule, "", f"A {what} may be lost.", f"Keep each {what}.", blocks=blocks))
    return found
