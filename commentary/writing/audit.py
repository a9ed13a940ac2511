"""The audit trail of a text: one row per verdict of each stage, stored when the text is published."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from briefing.core.outside.llm import Answer, ModelError
from commentary.language.draft import LANGUAGES
from commentary.language.rendering import RenderedText
from commentary.models import IndicatorSummary, ReviewerVerdict, StrategicLog
from commentary.review.verdict import Finding, ReviewOutcome, Verdict, verdict_of
from commentary.writing.checks.draft import Checked
from commentary.writing.drafts import TextSubject
from commentary.writing.llm_reviewer import ModelReview

Stage, StoredVerdict = ReviewerVerdict.Stage, ReviewerVerdict.Verdict
STORED_AS = {
    ReviewOutcome.PASS: StoredVerdict.PASS,
    ReviewOutcome.FAIL: StoredVerdict.FAIL,
    ReviewOutcome.ERROR: StoredVerdict.ERROR,
}


@dataclass
class AuditTrail:
    """Unsaved rows; for "portfolio" no written content is stored."""

    subject: TextSubject
    rows: list[ReviewerVerdict] = field(default_factory=list)

    @property
    def private(self) -> bool:
        return self.subject.kind == "portfolio"

    def checked(
        self, checked: Sequence[Checked], *, attempt: int, languages: Sequence[str] = LANGUAGES
    ) -> None:
        """Adds the deterministic check by language, one row per finding, with refused sentences."""
        for language in languages:
            findings = [finding for each in checked for finding in each.findings[language]]
            refused = "\n".join(
                each.sentence.texts[language]
                for each in checked
                if each.findings[language] and not each.is_whole
            )
            self._add(Stage.PRECHECK, verdict_of(findings), language, attempt, draft=refused)

    def reviewed(self, review: ModelReview, texts: Mapping[str, RenderedText], *, attempt: int) -> None:
        """Adds the second reviewer's verdict on each language; a finding without language counts for all."""
        for language, text in texts.items():
            own = tuple(each for each in review.verdict.findings if each.language in ("", language))
            outcome = review.verdict.outcome if own or review.error else ReviewOutcome.PASS
            verdict = Verdict(own, outcome)
            refused = "" if verdict.passed else text.whole
            self._add(Stage.LLM_REVIEWER, verdict, language, attempt, draft=refused, answer=review.answer)

    def no_draft(self, error: ModelError, *, lang: str, attempt: int) -> None:
        """Adds a missing draft: the provider failed or the cap was reached."""
        finding = Finding(f"writer.{error.code}", "", str(error))
        self._add(Stage.WRITER, Verdict((finding,), ReviewOutcome.ERROR), lang, attempt)

    def _add(
        self,
        stage: str,
        verdict: Verdict,
        lang: str,
        attempt: int,
        *,
        draft: str = "",
        answer: Answer | None = None,
    ) -> None:
        for place, finding in enumerate(verdict.findings or (None,)):
            self.rows.append(
                ReviewerVerdict(
                    opens=place == 0,
                    kind=self.subject.kind,
                    lang=lang,
                    tone=self.subject.tone,
                    style=self.subject.style,
                    stage=stage,
                    attempt=attempt,
                    verdict=STORED_AS[verdict.outcome],
                    rule=finding.rule[:80] if finding else "",
                    excerpt=finding.excerpt[:300] if finding and not self.private else "",
                    # May quote the text or be a reviewer's comment on it.
                    instruction=(finding.instruction or finding.reason)[:500]
                    if finding and not self.private
                    else "",
                    draft="" if self.private else draft,
                    provider=answer.provider if answer else "",
                    model=answer.model if answer else "",
                )
            )


def store(
    rows: Sequence[ReviewerVerdict],
    *,
    summary: IndicatorSummary | None = None,
    log: StrategicLog | None = None,
) -> None:
    """Stores the rows; called in the transaction that publishes the text."""
    for row in rows:
        row.summary, row.log = summary, log
    ReviewerVerdict.objects.bulk_create(rows)
