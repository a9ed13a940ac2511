"""Titles: three to eight words, from the first fact, never that of the edition before."""

from collections.abc import Callable, Mapping

from commentary.facts.snapshot import RowFacts
from commentary.rules.fitness import is_fit
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
    row: RowFacts | None = None,
    as_of: str = "",
    banned: frozenset[str] = frozenset(),
    kind_of_text: str = "log_header",
) -> dict[str, str]:
    """By language. `last` is the title of the edition before, in whatever language it is known; `row` the one named;
    `banned` are those that the review refused. `kind_of_text` is the review's; only a log's header may name no hour.
    """
    rows = (row,) if row else ()

    def is_new(text: str, language: str) -> bool:
        short = SHORTEST <= len(text.split()) <= LONGEST
        return (
            short
            and text != last
            and text not in banned
            and is_fit(text, rows, lang=language, kind=kind_of_text, as_of=as_of)
        )

    return {language: _title(kind, language, slots[language], wanted, is_new) for language in LANGUAGES}


def _title(
    kind: str, language: str, slots: Mapping[str, str], wanted: int, is_new: Callable[[str, str], bool]
) -> str:
    """The form wanted or the next that is new and fit; the shortest of all where none is."""
    made = [fill(form, slots) for form in forms(kind, language, titles=True)]
    order = [made[(wanted + turn) % len(made)] for turn in range(len(made))]
    found = [text for text in order if text]
    new = (text for text in found if is_new(text, language))
    return next(new, min(found, key=lambda text: len(text.split()), default=""))
