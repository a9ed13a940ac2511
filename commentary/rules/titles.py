"""Titles: three to eight words, from the first fact, never that of the edition before."""

from collections.abc import Mapping

from commentary.rules.forms import LANGUAGES, forms, free
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
    unfit = {place for place, text in enumerate(made) if not text or not _is_short(text) or text == last}
    if len(unfit) < len(made):
        return made[free(wanted, len(made), unfit)] or ""
    shortest = sorted((text for text in made if text), key=lambda text: len(text.split()))
    return shortest[0] if shortest else ""


def _is_short(text: str) -> bool:
    return SHORTEST <= len(text.split()) <= LONGEST
