"""Lists of words allowed only within wordings: `commentary/language/watched.toml`."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import commentary.language

PATH = Path(commentary.language.__file__).with_name("watched.toml")


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads(PATH.read_text(encoding="utf-8"))


@cache
def classes(language: str) -> Mapping[str, re.Pattern[str]]:
    return {name: any_of(tuple(words)) for name, words in _file()[language].items()}


@cache
def words(name: str, language: str) -> frozenset[str]:
    return frozenset(_file()[language][name])


@cache
def everywhere(name: str) -> re.Pattern[str]:
    """Returns the pattern of a class in both languages, for headlines in either."""
    return any_of(tuple(word for language in ("en", "it") for word in _file()[language][name]))


@cache
def foreign_too(name: str, language: str) -> re.Pattern[str]:
    """Returns the pattern of a class in both languages, without ordinary words of this one (English "due")."""
    own = words("free", language) | words("due", language)
    other = "it" if language == "en" else "en"
    return any_of((*_file()[language][name], *(word for word in _file()[other][name] if word not in own)))


@cache
def opposites() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    return tuple((any_of(tuple(pair["one"])), any_of(tuple(pair["other"]))) for pair in _file()["opposites"])


@cache
def markets() -> tuple[re.Pattern[str], ...]:
    """Returns a pattern for each market, place and event that a headline may be about."""
    return tuple(any_of(tuple(words)) for words in _file()["markets"]["same"])


@cache
def any_of(words: tuple[str, ...]) -> re.Pattern[str]:
    """Compiles alternatives, longest first; "*" matches any ending."""
    found = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<![\w⟨.])(?:{'|'.join(map(_word, found))})(?![\w⟩])")


def _word(word: str) -> str:
    return re.escape(word).replace(r"\*", r"\w*").replace(r"\ ", r"\s+")
