"""The review, held over a whole text by rules: what it refuses is told anew, in other forms."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from commentary.review.review import review

T = TypeVar("T")
TRIES = 8  # texts in all; each leaves out the forms that those before were refused for
STYLE = "DRY"  # the stricter one
Parts = Sequence[
    tuple[str, str, Sequence[str]]
]  # kind, text, and the sentences and titles that it is made of


def passing(
    tell: Callable[[frozenset[str]], dict[str, T]],
    parts_of: Callable[[T], Parts],
    facts: Mapping[str, Any],
    *,
    plain: Callable[[], dict[str, T]],
) -> dict[str, T]:
    """The first of TRIES tellings that passes the review; else by language the first that does, else the plain one.

    `tell` is given the sentences and titles that may not stand in the text; equal facts give an equal text.
    """
    banned, found = frozenset[str](), dict[str, T]()
    for _ in range(TRIES):
        texts = tell(banned)
        refused = {
            language: blame
            for language, text in texts.items()
            if (blame := blamed(parts_of(text), facts, language))
        }
        if not refused:
            return texts
        found = {language: text for language, text in texts.items() if language not in refused} | found
        banned = banned.union(*refused.values())
    return plain() | found


def blamed(parts: Parts, facts: Mapping[str, Any], language: str) -> set[str]:
    """The sentences that the text is refused for, all of them where none holds what was found; none where it passes."""
    found: set[str] = set()
    for kind, text, sentences in parts:
        if excerpts := _excerpts(text, facts, kind=kind, language=language):
            held = {each for each in sentences if any(_holds(each, excerpt) for excerpt in excerpts)}
            found |= held or set(sentences)
    return found


def _excerpts(text: str, facts: Mapping[str, Any], *, kind: str, language: str) -> list[str]:
    verdict = review(text, lang=language, kind=kind, style=STYLE, facts=facts)
    return [each.excerpt for each in verdict.findings if each.blocks] if not verdict.passed else []


def _holds(sentence: str, excerpt: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(excerpt)}(?!\w)", sentence) is not None
