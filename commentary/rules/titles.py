"""Titles: three to eight words, from the first fact, never that of the edition before."""

from collections.abc import Mapping

from commentary.rules.fitness import is_fit
from commentary.rules.forms import LANGUAGES, forms
from commentary.rules.sentences import fill

SHORTEST, LONGEST = 3, 8
OF_KIND = {"big": "move", "extreme_still": "extreme"}
STANDING = {"near", "standing", "middle", "level", "old"}


def kind_of_title(kind: str) -> str:
    return "standing" if kind in STANDING else OF_KIND.get(kind, kind)


def title(
    kind: str, slots: Mapping[str, Mapping[str, str]], *, wanted: int, last: str = ""
) -> dict[str, str]:
    """By language. `last` is the title of the edition before, in whatever language it is known."""
    return {language: _title(kind, language, slots[language], wanted, last) for language in LANGUAGES}


def _title(kind: str, language: str, slots: Mapping[str, str], wanted: int, last: str) -> str:
    made = [fill(form, slots) for form in forms(kind, language, titles=True)]
    order = [made[(wanted + turn) % len(made)] for turn in range(len(made))]
    found = [text for text in order if text]
    short = (
        text
        for text in found
        if _is_short(text) and text != last and is_fit(text, lang=language, kind="log_header")
    )
    return next(short, min(found, key=lambda text: len(text.split()), default=""))


def _is_short(text: str) -> bool:
    return SHORTEST <= len(text.split()) <= LONGEST
