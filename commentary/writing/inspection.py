"""The deterministic review of a draft, by the parts that it is shown in. An exception is a failing verdict."""

import logging
from collections.abc import Iterator

from commentary.review.fidelity import fidelity
from commentary.review.review import review
from commentary.review.verdict import Outcome, Verdict, failed
from commentary.writing.drafts import Assignment, Draft

log = logging.getLogger(__name__)


def inspect(draft: Draft, assignment: Assignment, *, lang: str) -> Verdict:
    """The whole review of each part; of a log, the header under the rules for headers."""
    try:
        verdicts = [
            review(
                text,
                lang=lang,
                kind=kind,
                style=assignment.style,
                facts=assignment.facts,
            )
            for kind, text in _parts(draft, assignment.kind)
        ]
    except Exception:
        log.exception("the review of a %s failed", assignment.kind)
        return failed("review.error", "The review could not be carried out.")
    return together(verdicts)


def faithful(english: Draft, italian: Draft) -> Verdict:
    """Whether the translation says the same: paragraphs, numbers, signs, dates and names."""
    if len(english.paragraphs) != len(italian.paragraphs):
        return failed("fidelity.paragraphs", "The translation has another number of paragraphs.")
    try:
        return fidelity(english.whole, italian.whole)
    except Exception:
        log.exception("the comparison of a translation failed")
        return failed("fidelity.error", "The translation could not be compared.")


def _parts(draft: Draft, kind: str) -> Iterator[tuple[str, str]]:
    if kind == "log":
        yield "log_header", draft.title
        yield "log_body", draft.body
    else:
        yield kind, draft.whole


def together(verdicts: list[Verdict]) -> Verdict:
    """One verdict with all findings and the worst outcome."""
    worst = {verdict.outcome for verdict in verdicts}
    outcome = next((each for each in (Outcome.ERROR, Outcome.FAIL) if each in worst), Outcome.PASS)
    return Verdict(tuple(finding for verdict in verdicts for finding in verdict.findings), outcome)
