"""Titles: three to eight words, from the first fact, never that of the edition before."""

from collections.abc import Callable, Mapping

from commentary.rules.forms import LANGUAGES, forms
from commentary.rules.sentences import fill

SHORTEST, LONGEST = 3, 8
OF_KIND = {"big": "move", "extreme_still": "extreme"}
STANDING = {"near", "standing", "middle", "level", "old"}


def kind_of_title(kind: str) -> str:
    return "standing" if kind in STANDING else OF_KIND.get(kind, kind)


def title(
    kind: str,
    slots: Mapping[str, Mapping[str, str]],
    *,
    wanted: int,
    last: str = "",
    banned: frozenset[str] = frozenset(),
) -> dict[str, str]:
    """By language. `last` is the title of the edition before, in whatever language it is known; `banned` are those that
    the review refused.
    """

    def is_new(text: str) -> bool:
        return SHORTEST <= len(text.split()) <= LONGEST and text != last and text not in banned

    return {language: _title(kind, language, slots[language], wanted, is_new) for language in LANGUAGES}


def _title(
    kind: str, language: str, slots: Mapping[str, str], wanted: int, is_new: Callable[[str], bool]
) -> str:
    """The form wanted or the next that is new; the shortest of all where none is."""
    made = [fill(form, slots) for form in forms(kind, language, titles=True)]
    order = [made[(wanted + turn) % len(made)] for turn in range(len(made))]
    found = [text for text in order if text]
    new = (text for text in found if is_new(text))
    return next(new, min(found, key=lambda text: len(text.split()), default=""))
