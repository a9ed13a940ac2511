"""Checks names: facts name figures only by slots; other names must be in the note or headline."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from commentary.language.periods import MONTHS, WEEKDAYS
from commentary.review.verdict import Finding
from commentary.writing.checks.findings import finding
from commentary.writing.checks.notes import notes_of
from commentary.writing.checks.side import Side

PATH = Path(__file__).parent.with_name("names.toml")
_WORD = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)*")
_ELIDED = re.compile(
    r"^(?:[ldnsLDNS]|[Dd]ell|[Nn]ell|[Aa]ll|[Ss]ull|[Dd]all|[Uu]n|[Qq]uest|[Qq]uell)[’'](?=\w)"
)
_POSSESSIVE = re.compile(r"[’']s?$")
_SLOT = re.compile(r"\{[^}]*\}")
# Common nouns that name figures; facts must use slots instead.
_FIGURES = {
    "en": re.compile(
        r"\b(?:gold|bitcoin|oil|crude|inflation|unemployment|euro|dollar|sterling|yen|gdp|treasur(?:y|ies)|bunds?|gilts?|btps?)\b",
        re.IGNORECASE,
    ),
    "it": re.compile(
        r"\b(?:oro|bitcoin|petrolio|greggio|inflazione|disoccupazione|euro|dollaro|sterlina|yen|pil|treasury|bund|gilt|btp)\b",
        re.IGNORECASE,
    ),
}


def check(side: Side) -> Iterator[Finding]:
    """Checks capitalised names and, in facts, figures named without a slot."""
    text = _SLOT.sub(" ⟨⟩ ", side.sentence.texts[side.language].replace("'", "’"))
    if side.sentence.kind not in ("story", "note"):
        found = _FIGURES[side.language].search(text)
        if found:
            yield finding("name", found[0], "Call a figure by {x.name} or {x.short}.")
    yield from named(side)


def named(side: Side) -> Iterator[Finding]:
    """Yields the first capitalised name that is not allowed."""
    text = _SLOT.sub(" ⟨⟩ ", side.sentence.texts[side.language].replace("'", "’"))
    known = _known(side)
    for name in _names(text):
        if name.casefold() not in known:
            advice = (
                "Name nobody whom the headline does not name."
                if side.sentence.kind == "story"
                else "Use a slot for names."
            )
            yield finding("name", name, advice)
            return


def _names(text: str) -> Iterator[str]:
    """Yields capitalised words except the first, and institutions anywhere."""
    for found in _WORD.finditer(text):
        word = _without_affixes(found[0])
        opens = not re.search(r"[\w⟩]", text[: found.start()])
        if word[:1].isupper() and (not opens or word.casefold() in _list("bodies")):
            yield word


def _without_affixes(word: str) -> str:
    return _POSSESSIVE.sub("", _ELIDED.sub("", word))


def _known(side: Side) -> set[str]:
    """Returns allowed names: those of the headline or note, otherwise only ordinary capitalised words."""
    if side.sentence.kind == "story":
        stories = [side.table.stories[id] for id in side.sentence.about if id in side.table.stories]
        in_story = {
            _without_affixes(word).casefold()
            for story in stories
            for word in _WORD.findall(story.words.replace("'", "’"))
        }
        translated = {city for pair in _cities() if pair & in_story for city in pair}
        return in_story | translated | _list("places") | _list("words") | _calendar()
    if side.sentence.kind == "note":
        ids = [id for id in side.sentence.about if id in side.table.figures]
        words = {word for id in ids for text in notes_of(side, id) for word in _WORD.findall(text)}
        return set(map(_without_affixes, words)) | _list("ordinary")
    return set(_list("ordinary"))


@cache
def _file() -> dict[str, list[Any]]:
    return tomllib.loads(PATH.read_text(encoding="utf-8"))


@cache
def _list(name: str) -> set[str]:
    return {word.casefold() for word in _file()[name]}


@cache
def _cities() -> list[set[str]]:
    return [{name.casefold() for name in pair} for pair in _file()["cities"]]


@cache
def _calendar() -> set[str]:
    return {
        word.casefold() for table in (MONTHS, WEEKDAYS) for names in table.values() for word in names.split()
    }
