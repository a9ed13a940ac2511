"""How one text comes about: a model writes, two reviewers check, three attempts at most; else the rules write."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.conf import settings

from briefing.core import notices
from briefing.core.llm import Answer, ModelError, configured_providers
from commentary.models import WrittenText
from commentary.review.verdict import Finding, Verdict
from commentary.writing import audit, form, llm_reviewer, translation, writer
from commentary.writing.audit import AuditTrail, Stage
from commentary.writing.drafts import SOURCE_LANGUAGE, TARGET_LANGUAGE, Assignment, Draft
from commentary.writing.inspection import faithful, inspect, together
from commentary.writing.llm_reviewer import ModelReview
from commentary.writing.writer import Written

ATTEMPTS = 3
WRITING = 0.7  # of the time that is left, so that a review can follow
LEAST_S = 0.5  # with less no attempt begins
REFUSED = "rules_text_refused"
log = logging.getLogger(__name__)


@dataclass
class UsageTotal:
    """The calls that a text took."""

    answers: list[Answer] = field(default_factory=list)

    @property
    def columns(self) -> dict[str, Any]:
        """Tokens and cost as the tables of texts and of translations have them."""
        return {
            "prompt_tokens": sum(answer.usage.prompt_tokens for answer in self.answers),
            "completion_tokens": sum(answer.usage.completion_tokens for answer in self.answers),
            "cost_usd": sum((Decimal(str(answer.cost_usd)) for answer in self.answers), Decimal(0)),
        }


@dataclass
class Composition:
    """A text ready to be published, with its Italian where there is one, and its audit trail."""

    english: Draft
    italian: Draft | None
    trail: AuditTrail
    author: Answer | None = None  # the call that wrote it; None for the rules
    translator: Answer | None = None  # None where the rules wrote the Italian
    spent: UsageTotal = field(default_factory=UsageTotal)
    spent_on_italian: UsageTotal = field(default_factory=UsageTotal)

    @property
    def columns(self) -> dict[str, Any]:
        """Who wrote it and what it took, as the tables of texts have it."""
        who = {
            "written_by": _by(self.author),
            "provider": self.author.provider if self.author else "",
            "model": self.author.model if self.author else "",
        }
        return who | self.spent.columns

    @property
    def italian_columns(self) -> dict[str, Any]:
        who = {"language": TARGET_LANGUAGE, "written_by": _by(self.translator)}
        model = {"model": self.translator.model if self.translator else ""}
        return who | model | self.spent_on_italian.columns


def _by(call: Answer | None) -> WrittenText.WrittenBy:
    return WrittenText.WrittenBy.AI if call else WrittenText.WrittenBy.RULES


class Unwritten(Exception):
    """No model wrote, and the text by rules that stands already stays."""

    def __init__(self, trail: AuditTrail) -> None:
        super().__init__("no model wrote")
        self.trail = trail


class Refused(Exception):
    """The rules' own text did not pass: nothing may be published, and what stands stays."""

    def __init__(self, trail: AuditTrail) -> None:
        super().__init__("the text of the rules was refused")
        self.trail = trail

    def record(self) -> None:
        """Keeps the verdicts, and tells staff, once until a later text of this scope and tone passes."""
        audit.store(self.trail.rows)
        text = "The reviewer refused a text written by rules; readers keep the one before. See the verdicts."
        notices.tell(REFUSED, subject_of(self.trail.assignment), text)


def subject_of(assignment: Assignment) -> str:
    return f"{assignment.kind} {assignment.scope} {assignment.tone} {assignment.style}"


def compose(
    assignment: Assignment,
    by_rules: Callable[[], dict[str, Draft]],
    *,
    now: datetime,
    replacing: bool = False,
) -> Composition:
    """The reviewed text of a model, or at once that of the rules, whose Italian is made with its English.

    Where a model's Italian fails for good, Italian readers get the rules'. Raises Refused; with `replacing`, where the
    rules' text of the same figures stands already, Unwritten instead of writing it again.
    """
    trail, spent = AuditTrail(assignment), UsageTotal()
    written = _guarded(assignment, trail, spent, now) if configured_providers() else None
    if written is None and replacing:
        raise Unwritten(trail)
    if written is None:
        return reviewed(by_rules(), trail, spent)
    piece = Composition(written.draft, None, trail, author=written.answer, spent=spent)
    found = _guarded_italian(written.draft, trail, piece.spent_on_italian, now)
    if found is None:  # the row of the English bears what was tried
        spent.answers += piece.spent_on_italian.answers
        piece.spent_on_italian = UsageTotal()
        piece.italian = _italian_by_rules(by_rules, trail)
    else:
        piece.italian, piece.translator = found.draft, found.answer
    return piece


def _italian_by_rules(by_rules: Callable[[], dict[str, Draft]], trail: AuditTrail) -> Draft | None:
    """The rules' Italian under the fixed rules of the review; None where it fails, which staff are told."""
    draft = by_rules().get(TARGET_LANGUAGE)
    if draft is None:
        return None
    verdict = inspect(draft, trail.assignment, lang=TARGET_LANGUAGE)
    trail.precheck(verdict, draft, lang=TARGET_LANGUAGE, attempt=0)
    if verdict.passed:
        return draft
    text = "The reviewer refused an Italian text written by rules; readers get the English. See the verdicts."
    notices.tell(REFUSED, subject_of(trail.assignment), text)
    return None


def reviewed(drafts: dict[str, Draft], trail: AuditTrail, spent: UsageTotal | None = None) -> Composition:
    """The rules' texts under the fixed rules of the review, as attempt 0; without its Italian where only that fails.

    Raises Refused.
    """
    passed = {}
    for lang, draft in drafts.items():
        verdict = inspect(draft, trail.assignment, lang=lang)
        trail.precheck(verdict, draft, lang=lang, attempt=0)
        if verdict.passed:
            passed[lang] = draft
    if SOURCE_LANGUAGE not in passed:
        raise Refused(trail)
    if len(passed) == len(drafts):
        notices.resolve(REFUSED, subject_of(trail.assignment))
    return Composition(
        passed[SOURCE_LANGUAGE], passed.get(TARGET_LANGUAGE), trail, spent=spent or UsageTotal()
    )


def _guarded(assignment: Assignment, trail: AuditTrail, spent: UsageTotal, now: datetime) -> Written | None:
    try:
        return accepted(assignment, trail, spent, now)
    except Exception:
        # Whatever it was, it is a failing verdict: readers get the rules text.
        log.exception("writing a %s failed", assignment.kind)
        trail.unwritten(ModelError("The writing broke off.", code="crashed"), lang=SOURCE_LANGUAGE, attempt=1)
        return None


def _guarded_italian(english: Draft, trail: AuditTrail, spent: UsageTotal, now: datetime) -> Written | None:
    try:
        return italian(english, trail, spent, now=now)
    except Exception:
        log.exception("translating a %s failed", trail.assignment.kind)
        broken = ModelError("The translating broke off.", code="crashed")
        trail.unwritten(broken, lang=TARGET_LANGUAGE, attempt=1)
        return None


def accepted(
    assignment: Assignment,
    trail: AuditTrail,
    spent: UsageTotal,
    now: datetime,
    *,
    lang: str = SOURCE_LANGUAGE,
    ends: float | None = None,
    also: Callable[[Draft], Verdict] | None = None,
) -> Written | None:
    """The first draft that both reviewers pass; None when a provider failed or every attempt was refused.

    `also` is a further deterministic check of a kind's own. `ends`, by the monotonic clock, is when all attempts
    with all their calls are over.
    """
    told: list[str] = []
    for attempt in range(1, ATTEMPTS + 1):
        try:
            if ends is not None and ends - time.monotonic() < LEAST_S:
                raise ModelError("no time is left to write", code="deadline")
            written = writer.write(assignment, now=now, told=told, deadline_s=_left(ends, WRITING))
        except ModelError as error:
            trail.unwritten(error, lang=lang, attempt=attempt)
            return None
        spent.answers.append(written.answer)
        verdict = _fixed_rules(written.draft, assignment, lang)
        if also:
            verdict = together([verdict, also(written.draft)])
        trail.precheck(verdict, written.draft, lang=lang, attempt=attempt)
        if verdict.passed:
            reviewed = llm_reviewer.ask(written.draft, assignment, now=now, lang=lang, deadline_s=_left(ends))
            _booked(reviewed, written.draft, trail, spent, lang=lang, attempt=attempt)
            if reviewed.verdict.passed:
                return written
            if reviewed.error is not None:
                return None
            verdict = reviewed.verdict
        told = telling(verdict)
    return None


def _fixed_rules(draft: Draft, assignment: Assignment, lang: str) -> Verdict:
    """What every text is held against, and what a model's is besides."""
    return together([inspect(draft, assignment, lang=lang), form.check(draft, assignment, lang=lang)])


def _booked(
    reviewed: ModelReview, draft: Draft, trail: AuditTrail, spent: UsageTotal, *, lang: str, attempt: int
) -> None:
    """The second reviewer's call and verdict, in the sum and in the audit trail."""
    if reviewed.answer:
        spent.answers.append(reviewed.answer)
    trail.note(Stage.LLM_REVIEWER, reviewed.verdict, lang=lang, attempt=attempt, draft=draft,
               answer=reviewed.answer)  # fmt: skip


def _left(ends: float | None, share: float = 1.0) -> float | None:
    """Seconds for one call out of what is left, never beyond a call's own limit; next to none where none is left."""
    if ends is None:
        return None
    return min(float(settings.LLM_TIMEOUT_S), max(share * (ends - time.monotonic()), 0.01))


def italian(english: Draft, trail: AuditTrail, spent: UsageTotal, *, now: datetime) -> Written | None:
    """The first faithful translation that both reviewers pass; None after the last attempt."""
    assignment = trail.assignment
    told: list[str] = []
    for attempt in range(1, ATTEMPTS + 1):
        try:
            written = translation.translate(english, assignment, now=now, told=told)
        except ModelError as error:
            trail.unwritten(error, lang=TARGET_LANGUAGE, attempt=attempt)
            return None
        spent.answers.append(written.answer)
        checked = _fixed_rules(written.draft, assignment, TARGET_LANGUAGE)
        trail.precheck(checked, written.draft, lang=TARGET_LANGUAGE, attempt=attempt)
        compared = faithful(english, written.draft)
        trail.note(Stage.FIDELITY, compared, lang=TARGET_LANGUAGE, attempt=attempt, draft=written.draft)
        verdicts = [checked, compared]
        if checked.passed and compared.passed:
            reviewed = llm_reviewer.ask(
                written.draft, assignment, now=now, lang=TARGET_LANGUAGE, english=english
            )
            _booked(reviewed, written.draft, trail, spent, lang=TARGET_LANGUAGE, attempt=attempt)
            if reviewed.verdict.passed:
                return written
            if reviewed.error is not None:
                return None
            verdicts = [reviewed.verdict]
        told = telling(*verdicts)
    return None


def telling(*verdicts: Verdict) -> list[str]:
    """What the next attempt is told: each finding's words and what to do about them."""
    findings = [finding for verdict in verdicts for finding in verdict.findings if finding.blocks]
    return list(dict.fromkeys(_sentence(finding) for finding in findings[:6]))


def _sentence(finding: Finding) -> str:
    advice = finding.instruction or finding.reason
    return f"“{finding.excerpt[:120]}”: {advice}" if finding.excerpt else advice
