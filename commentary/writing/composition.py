"""Composes a text: rules write a draft, a model may write a better one, and two reviews check both languages."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db.models import Sum

from briefing.core.models import LlmCall
from briefing.core.operations import notices
from briefing.core.outside.llm import Answer, ModelError, configured_providers, recorded_calls
from briefing.core.outside.llm.budget import MICRO
from commentary.language.draft import LANGUAGES, SlotDraft
from commentary.language.rendering import RenderedText, render
from commentary.language.slot_table import SlotTable
from commentary.models import WrittenText
from commentary.review.verdict import Finding
from commentary.writing import form, llm_reviewer, mending, prompts, writer
from commentary.writing.audit import AuditTrail, store
from commentary.writing.checks import draft as checks
from commentary.writing.checks.draft import Checked
from commentary.writing.drafts import SOURCE_LANGUAGE, Assignment

ATTEMPTS = 2  # the second gets feedback on the first
CALLS = 2 * ATTEMPTS  # each attempt is written and reviewed
MAX_FEEDBACK = 8  # findings
REFUSED = "rules_text_refused"
log = logging.getLogger(__name__)
Texts = Mapping[str, RenderedText]
ByRules = Callable[[SlotTable], SlotDraft]


@dataclass
class UsageTotal:
    """Totals the model calls of a text, failed ones included."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    micro_usd: int = 0

    @classmethod
    def of(cls, calls: Sequence[int]) -> "UsageTotal":
        """Returns the total of these rows of the ledger."""
        names = ("prompt_tokens", "completion_tokens", "cost_micro_usd")
        sums = LlmCall.objects.filter(pk__in=calls).aggregate(*(Sum(name, default=0) for name in names))
        return cls(*(sums[f"{name}__sum"] for name in names))

    def columns(self, share: float) -> dict[str, Any]:
        """Returns tokens and cost as table columns, for one language's share."""
        cost = Decimal(self.micro_usd) / MICRO * Decimal(str(share))
        return {
            "prompt_tokens": round(share * self.prompt_tokens),
            "completion_tokens": round(share * self.completion_tokens),
            "cost_usd": cost.quantize(Decimal("0.000001")),
        }


@dataclass
class Composition:
    """A text ready to publish, by language, with the rules' text of the same figures and its audit trail.

    `author` is the call that wrote it, None for rules; `languages_by_model` are those a model wrote.
    """

    texts: Texts
    rules: Texts
    trail: AuditTrail
    author: Answer | None = None
    languages_by_model: frozenset[str] = frozenset()
    spent: UsageTotal = field(default_factory=UsageTotal)

    def columns(self, language: str) -> dict[str, Any]:
        """Returns text, author, sentences and cost in one language, as table columns."""
        text = self.texts[language]
        author = self.author if language in self.languages_by_model else None
        return {
            "language": language,
            "content": text.body,
            "written_by": WrittenText.WrittenBy.AI if author else WrittenText.WrittenBy.RULES,
            "model": author.model if author else "",
            "sentences": sentences_of(text),
        } | self.spent.columns(self._share(language))

    @property
    def source_columns(self) -> dict[str, Any]:
        """The columns of a text that its translation has not."""
        author = self.author if SOURCE_LANGUAGE in self.languages_by_model else None
        return {
            "provider": author.provider if author else "",
            "by_rules": {lang: stored(text) for lang, text in self.rules.items()} if self.author else None,
        }

    def _share(self, language: str) -> float:
        """Returns the language's share of words; 1 for English without Italian."""
        words = {lang: len(text.body.split()) for lang, text in self.texts.items()}
        whole = sum(words.values())
        if len(words) == 1 or not whole:
            return 1.0 if language == SOURCE_LANGUAGE else 0.0
        return words[language] / whole


def sentences_of(text: RenderedText) -> list[dict[str, Any]]:
    """Returns the value of the column `sentences`."""
    return [sentence.as_json() for sentence in text.sentences]


def stored(text: RenderedText) -> dict[str, Any]:
    """Returns the value of the column `by_rules`."""
    return {"title": text.title, "content": text.body, "sentences": sentences_of(text)}


Written = tuple[dict[str, RenderedText], Answer]  # by language, and the call that wrote them


class NoModelText(Exception):
    """No model wrote a text, and the published rules' text remains."""

    def __init__(self, trail: AuditTrail) -> None:
        super().__init__("no model wrote")
        self.trail = trail


class TextRefused(Exception):
    """No sentence of the rules' text passed; nothing is published and the previous text remains."""

    def __init__(self, assignment: Assignment, trail: AuditTrail) -> None:
        super().__init__("the text of the rules was refused")
        self.assignment, self.trail = assignment, trail

    def record(self) -> None:
        """Stores the verdicts and notifies staff, once until a text of this scope and tone passes."""
        store(self.trail.rows)
        text = "The reviewer refused a text written by rules; readers keep the one before. See the verdicts."
        notices.notify(REFUSED, subject_of(self.assignment), text)


def subject_of(assignment: Assignment) -> str:
    """Returns the subject of notices to staff on a text."""
    return f"{assignment.kind} {assignment.scope} {assignment.tone} {assignment.style}"


def compose(
    assignment: Assignment, by_rules: ByRules, *, now: datetime, replaces: bool = False
) -> Composition:
    """Returns the reviewed text of a model, or that of the rules.

    A language that a model fails gets the rules' text. Raises TextRefused if there is no English text, or
    NoModelText with `replaces`, if the rules' text of the same figures is already published.
    """
    trail, slots = AuditTrail(assignment), assignment.slots
    rules = reviewed_rules(by_rules(slots), slots, assignment, trail)
    attempts = _DraftAttempts(assignment, slots, rules, trail, now)
    with recorded_calls() as calls:
        found = attempts.guarded() if configured_providers() else None
    spent = UsageTotal.of(calls)
    if found is None and replaces:
        raise NoModelText(trail)
    by_rule = {language: render(rules, slots, language) for language in LANGUAGES} if rules else {}
    if found is not None and (rules or SOURCE_LANGUAGE in found[0]):
        texts, author = found
        languages = frozenset(texts)
        return Composition({**by_rule, **texts}, by_rule, trail, author, languages, spent)
    if rules is None:
        raise TextRefused(assignment, trail)
    return Composition(by_rule, by_rule, trail, spent=spent)


def longest() -> timedelta:
    """Returns the time that a text may take: calls that all last until their deadline, and the work around them."""
    return timedelta(minutes=16, seconds=CALLS * settings.LLM_TIMEOUT_S)


def by_rules_alone(assignment: Assignment, by_rules: ByRules) -> Composition:
    """Returns the rules' text, without calling a model. Raises TextRefused."""
    trail, slots = AuditTrail(assignment), assignment.slots
    rules = reviewed_rules(by_rules(slots), slots, assignment, trail)
    if rules is None:
        raise TextRefused(assignment, trail)
    texts = {language: render(rules, slots, language) for language in LANGUAGES}
    return Composition(texts, texts, trail)


def reviewed_rules(
    draft: SlotDraft, slots: SlotTable, assignment: Assignment, trail: AuditTrail
) -> SlotDraft | None:
    """Returns the rules' draft without refused sentences, as attempt 0; None if none remains."""
    checked = checks.check(draft, slots, kind=assignment.kind, style=assignment.style, by_rules=True)
    trail.checked(checked, attempt=0)
    left = mending.without_failures(draft, checked)
    if left is not None and all(each.passed for each in checked):
        notices.resolve(REFUSED, subject_of(assignment))
    return left


@dataclass(frozen=True)
class _DraftAttempts:
    """A model's attempts at one text, and their records."""

    assignment: Assignment
    slots: SlotTable
    rules: SlotDraft | None  # its sentences replace failed ones
    trail: AuditTrail
    now: datetime

    def guarded(self) -> Written | None:
        """Like `texts`, but returns None on any exception, so that the rules' text is published."""
        try:
            return self.texts()
        except Exception:
            log.exception("writing a %s failed", self.assignment.kind)
            crash = ModelError("The writing broke off.", code="crashed")
            self.trail.no_draft(crash, lang=SOURCE_LANGUAGE, attempt=1)
            return None

    def texts(self) -> Written | None:
        """Returns the languages that passed both reviews, or None.

        The first attempt is published only if complete; in the second, failed sentences are replaced by the
        rules'.
        """
        feedback: list[str] = []
        for attempt in range(1, ATTEMPTS + 1):
            last = attempt == ATTEMPTS
            try:
                written = writer.write(self.assignment, self.slots, now=self.now, feedback=feedback)
            except ModelError as error:
                self.trail.no_draft(error, lang=SOURCE_LANGUAGE, attempt=attempt)
                return None
            checked = self._checked(written.draft)
            self.trail.checked(checked, attempt=attempt)
            if not all(each.passed for each in checked) and not last:
                feedback = feedback_on_checks(checked)
                continue
            drafts = mending.mended(written.draft, checked, self.rules, self.slots)
            if not drafts:
                return None
            found, findings = self._reviewed(drafts, attempt)
            if found is not None:
                return found, written.answer
            if findings is None:
                return None
            if last:
                texts = self._rendered(mending.without_objections(drafts, findings, self.rules, self.slots))
                return (texts, written.answer) if texts else None
            feedback = feedback_on(findings)
        return None

    def _checked(self, draft: SlotDraft) -> list[Checked]:
        found = checks.check(draft, self.slots, kind=self.assignment.kind, style=self.assignment.style)
        return [*found, *form.check(draft, self.assignment, self.slots)]

    def _reviewed(
        self, drafts: Mapping[str, SlotDraft], attempt: int
    ) -> tuple[dict[str, RenderedText] | None, Sequence[Finding] | None]:
        """Returns (texts, None) if the second review passes, (None, findings), or (None, None) on its error."""
        texts = self._rendered(drafts)
        basis = prompts.review_basis(texts, self.slots)
        reviewed = llm_reviewer.review(texts, self.assignment, basis, now=self.now)
        self.trail.reviewed(reviewed, texts, attempt=attempt)
        if reviewed.verdict.passed:
            return texts, None
        return None, None if reviewed.error is not None else reviewed.verdict.findings

    def _rendered(self, drafts: Mapping[str, SlotDraft]) -> dict[str, RenderedText]:
        return {language: render(draft, self.slots, language) for language, draft in drafts.items()}


def feedback_on_checks(checked: Sequence[Checked]) -> list[str]:
    """Returns the feedback for the next attempt: each refused sentence with advice."""
    return feedback_on([finding for each in checked for found in each.findings.values() for finding in found])


def feedback_on(findings: Sequence[Finding]) -> list[str]:
    return list(dict.fromkeys(map(_sentence, findings)))[:MAX_FEEDBACK]


def _sentence(finding: Finding) -> str:
    advice = finding.instruction or finding.reason
    return f"“{finding.excerpt[:120]}”: {advice}" if finding.excerpt else advice
