"""The fixed wordings of claims, read from `claims.toml`, and their matches in sentences.

Sentences are matched in canonical form: lowercase, one kind of apostrophe, slots as ⟨us10.value⟩.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from commentary.language.draft import SLOT

NAME_FIELDS = frozenset(("name", "short", "glossed", "short_glossed", "head", "label"))
NAME_SLOT = r"⟨[a-z0-9-]+\.(?:name|short|glossed|head)⟩"
_SLOT_ID = re.compile(r"⟨([a-z0-9-]+)\.([a-z0-9_]+)⟩")
# Omitted in prompts: optional words, and Italian articles and contractions that code corrects.
_PLAIN = tuple(
    (re.compile(pattern), text)
    for pattern, text in (
        (r"(?<!\w)(?:dell[’oa]|del|dei|di)(?:/(?:dell[’oa]|del|dei|di))+", "di"),
        (r"(?<!\w)(?:dall[’o]|dal|da)(?:/(?:dall[’o]|dal|da))+", "da"),
        (r"(?<!\w)(?:all[’oa]|al|a)(?:/(?:all[’oa]|al|a))+", "a"),
        (r" ?\(,\)", ""),
        (
            r"\((?:daily/weekly/monthly/quarterly|all|own|su[oa]|suo/proprio|suoi|la|l’|il/l[^)]*)\) ",
            "",
        ),
        (r"\(a/pari\) \(a\) ", "a "),
        (r"\(di/pari\) \(a\) (?=\()|\(di(?:/il/l’/lo)?\) (?=\(\[)", "(di) "),
        (r"\(pari\) (?:\(a\) \(di\) )?", ""),
        (r"\(di\) (?=\[)", "di "),
        (r"\((of|di)\) \(\[", r"(\1 ["),
    )
)
_LEAD = re.compile(r"\((?:,|of|to|di|d[ae]ll?[’o]?|pari|al?|all[’o]|/)+\)")
_TOKEN = re.compile(r"\([^)]*\)|[^\s(]+(?=\()|\S+")


@dataclass(frozen=True)
class Match:
    """A wording in a sentence, with the claims it makes and the slots inside it."""

    start: int
    end: int
    claims: frozenset[str]
    slots: tuple[tuple[str, str], ...]


def canonical(text: str) -> str:
    """Returns the form in which wordings are matched."""
    text = SLOT.sub(lambda found: f"⟨{found[1]}.{found[2]}⟩", text)
    return " ".join(text.replace("'", "’").replace("’ ", "’").lower().split())


def slots_of(text: str) -> list[tuple[int, str, str]]:
    """Returns (position, id, field) of each slot of a canonical sentence."""
    return [(found.start(), found[1], found[2]) for found in _SLOT_ID.finditer(text)]


def matches(text: str, language: str) -> list[Match]:
    """Returns the wordings in a canonical sentence by position; of overlapping ones the longest."""
    found: dict[tuple[int, int], set[str]] = {}
    for claim, pattern in patterns(language).items():
        for each in pattern.finditer(text):
            found.setdefault(each.span(), set()).add(claim)
    taken: list[Match] = []
    for (start, end), claims in sorted(found.items(), key=lambda item: (item[0][0] - item[0][1], item[0])):
        if all(end <= other.start or start >= other.end for other in taken):
            inside = tuple((each[1], each[2]) for each in _SLOT_ID.finditer(text, start, end))
            taken.append(Match(start, end, frozenset(claims), inside))
    return sorted(taken, key=lambda match: match.start)


@cache
def patterns(language: str) -> Mapping[str, re.Pattern[str]]:
    """Returns one pattern per claim, matching any of its wordings."""
    forms = _forms(language)
    return {claim: _alternatives(wordings, forms) for claim, wordings in wordings_of(language).items()}


@cache
def wordings_of(language: str) -> Mapping[str, tuple[str, ...]]:
    """Returns the wordings of each claim as written in the table."""
    return {claim: tuple(entry[language]) for claim, entry in _file().items() if claim != "forms"}


def plain(wording: str, id: str = "x") -> str:
    """Formats a wording for a prompt, with slots in braces and without optional parts."""
    for pattern, text in _PLAIN:
        wording = pattern.sub(text, wording)
    return re.sub(r"\[(\w+)\]", rf"{{{id}.\1}}", wording)


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("claims.toml").read_text(encoding="utf-8"))


@cache
def _forms(language: str) -> Mapping[str, str]:
    return {verb: "|".join(map(_word, forms.split())) for verb, forms in _file()["forms"][language].items()}


def _alternatives(wordings: tuple[str, ...], forms: Mapping[str, str]) -> re.Pattern[str]:
    # Longest wording first, since an alternation takes the first match.
    ordered = sorted(wordings, key=lambda wording: (_least_words(wording), len(wording)), reverse=True)
    found = [_pattern(wording, forms) for wording in ordered]
    return re.compile(rf"(?<![\w⟨.])(?:{'|'.join(found)})(?!\w)")


def _least_words(wording: str) -> int:
    """Returns the number of mandatory words."""
    return sum(not token.startswith("(") for token in _TOKEN.findall(wording))


def _pattern(wording: str, forms: Mapping[str, str]) -> str:
    tokens = _TOKEN.findall(wording)
    parts = [_part(token, forms) for token in tokens]
    needed = [place for place, (_text, optional) in enumerate(parts) if not optional]
    first, last = needed[0], needed[-1]
    before = "".join(rf"(?:{text}\s*)?" for text, _optional in parts[:first])
    lead, end = len(tokens), ""
    if tokens[-1].startswith("(["):  # what leads to an optional slot goes with it: "(,) (of) ([usual])"
        lead -= 1
        while lead > last + 1 and _LEAD.fullmatch(tokens[lead - 1]):
            lead -= 1
        end = rf"(?:{_follow(parts[lead:-1])}\s*{parts[-1][0]})?"
    return f"{before}{parts[first][0]}{_follow(parts[first + 1 : lead])}{end}"


def _follow(parts: list[tuple[str, bool]]) -> str:
    return "".join(rf"(?:\s*{text})?" if optional else rf"\s*{text}" for text, optional in parts)


def _part(token: str, forms: Mapping[str, str]) -> tuple[str, bool]:
    """Returns the pattern of a token and whether it is optional."""
    optional = token.startswith("(")
    words = token.strip("()")
    if words == ",":
        return ",", True
    options = [
        r"\s+".join(_word_or_slot(word, forms) for word in option.split()) for option in words.split("/")
    ]
    return f"(?:{'|'.join(options)})", optional


def _word_or_slot(word: str, forms: Mapping[str, str]) -> str:
    if word == "B":
        return NAME_SLOT
    if word.startswith("<"):
        return rf"\b(?:{forms[word.strip('<>')]})\b"
    if word.startswith("["):
        return rf"⟨[a-z0-9-]+\.{word.strip('[]')}⟩"
    return rf"\b{_word(word)}" + ("" if word.endswith("’") else r"\b")


def _word(word: str) -> str:
    """Escapes a word; "*" matches Italian gender and number endings."""
    return re.escape(word.rstrip("*")) + "[oaie]" if word.endswith("*") else re.escape(word)
