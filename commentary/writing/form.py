"""What a model's text must be besides lawful and true: long enough, its own, and honest about who said what.

Deterministic, and only where it is certain: the rules' own texts, which quote headlines in quotation marks with
their publisher, are not held against it.
"""

import logging
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from commentary.review.normalise import fold
from commentary.review.verdict import Finding, Verdict, failed, verdict_of
from commentary.writing import attribution
from commentary.writing.drafts import Assignment, Draft

LEAST_WORDS = {"read": 25, "aggregate": 40, "log": 60, "portfolio": 25}
COPIED = 6  # words of a headline in a row; a shorter one counts when it stands there whole
LEAST_WHOLE = 15  # letters of such a headline: "Oil rises" may be everybody's
WORD = re.compile(r"[^\W_]+")
log = logging.getLogger(__name__)


def check(draft: Draft, assignment: Assignment, *, lang: str) -> Verdict:
    """A failing verdict for a text in the wrong form; an exception is one too."""
    try:
        return verdict_of([
            *_length(draft, assignment.kind),
            *_repeated(draft, assignment.facts),
            *_copied(draft, assignment.facts.get("stories") or (), lang),
            *attribution.check(draft, assignment.facts, lang=lang),
        ])  # fmt: skip
    except Exception:
        log.exception("the form of a %s could not be checked", assignment.kind)
        return failed("form.error", "The form of the text could not be checked.")


def _length(draft: Draft, kind: str) -> Iterable[Finding]:
    words, least = len(draft.body.split()), LEAST_WORDS[kind]
    if words < least:
        yield Finding(
            "form.length", "", f"It has {words} words.", f"Write at least {least} words, as the task says."
        )


def _repeated(draft: Draft, facts: Mapping[str, Any]) -> Iterable[Finding]:
    """The title or the opening of the edition before, or of the lead that stands beside a log."""
    for other in (facts.get("previous"), facts.get("beside")):
        if not other:
            continue
        if draft.title and words_of(draft.title) == words_of(other["title"]):
            yield Finding("form.repeated", draft.title, "", "Give it a title of its own.")
        if _opening(draft.body) == _opening(other["text"]):
            yield Finding("form.repeated", draft.body[:100], "", "Open with another sentence.")


def _opening(text: str) -> list[str]:
    return words_of(re.split(r"(?<=[.!?])\s", text.strip(), maxsplit=1)[0])


def _copied(draft: Draft, stories: Sequence[Mapping[str, Any]], lang: str) -> Iterable[Finding]:
    """What a headline says has to be told in other words: so nothing of it is published as it came."""
    said = words_of(draft.whole, lang)
    runs = {size: _runs(said, size) for size in range(1, COPIED + 1)}
    for story in stories:
        for text in (story["title"], story.get("summary", "")):
            found = _run_in(words_of(text, lang), runs)
            if found:
                yield Finding("form.copied", " ".join(found), "", "Tell a headline in your own words.")


def _run_in(words: Sequence[str], runs: Mapping[int, set[tuple[str, ...]]]) -> tuple[str, ...]:
    size = min(COPIED, len(words))
    if size < COPIED and sum(map(len, words)) < LEAST_WHOLE:
        return ()
    for start in range(len(words) - size + 1):
        run = tuple(words[start : start + size])
        if run in runs[size]:
            return run
    return ()


def _runs(words: Sequence[str], size: int) -> set[tuple[str, ...]]:
    return {tuple(words[start : start + size]) for start in range(len(words) - size + 1)}


def words_of(text: str, lang: str = "en") -> list[str]:
    """Its words as a reader sees them: folded, without signs."""
    return WORD.findall(fold(text, lang=lang).text.casefold())
