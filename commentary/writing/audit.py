"""The audit trail of one text: a row for each verdict of each stage, kept until the text is published with it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from briefing.core.llm import Answer, ModelError
from commentary.models import IndicatorSummary, ReviewerVerdict, StrategicLog
from commentary.review.verdict import Finding, Outcome, Verdict
from commentary.writing.drafts import Assignment, Draft

Stage, Said = ReviewerVerdict.Stage, ReviewerVerdict.Verdict
SAID = {Outcome.PASS: Said.PASS, Outcome.FAIL: Said.FAIL, Outcome.ERROR: Said.ERROR}


@dataclass
class AuditTrail:
    """Rows not yet stored. Of a kind "portfolio" nothing that was written is kept."""

    assignment: Assignment
    rows: list[ReviewerVerdict] = field(default_factory=list)

    @property
    def private(self) -> bool:
        return self.assignment.kind == "portfolio"

    def precheck(self, verdict: Verdict, draft: Draft, *, lang: str, attempt: int) -> None:
        """The deterministic review: its lexicon and its grounding each get their own rows."""
        grounding = [f for f in verdict.findings if f.rule.startswith("grounding")]
        rest = [f for f in verdict.findings if not f.rule.startswith("grounding")]
        refused = "" if verdict.passed else draft.whole
        for stage, findings in ((Stage.PRECHECK, rest), (Stage.GROUNDING, grounding)):
            self._add(stage, _part(verdict, findings), lang, attempt, draft=refused)

    def note(
        self,
        stage: str,
        verdict: Verdict,
        *,
        lang: str,
        attempt: int,
        draft: Draft,
        answer: Answer | None = None,
    ) -> None:
        refused = "" if verdict.passed else draft.whole
        self._add(stage, verdict, lang, attempt, draft=refused, answer=answer)

    def unwritten(self, error: ModelError, *, lang: str, attempt: int) -> None:
        """No draft at all: the provider failed, or the cap was reached."""
        finding = Finding(f"writer.{error.code}", "", str(error))
        self._add(Stage.WRITER, Verdict((finding,), Outcome.ERROR), lang, attempt)

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
        # What blocks comes first, so that the row that opens a check says how it ended.
        findings = sorted(verdict.findings, key=lambda finding: not finding.blocks)
        for place, finding in enumerate(findings or (None,)):
            self.rows.append(
                ReviewerVerdict(
                    opens=place == 0,
                    kind=self.assignment.kind,
                    lang=lang,
                    tone=self.assignment.tone,
                    style=self.assignment.style,
                    stage=stage,
                    attempt=attempt,
                    verdict=_said(verdict, finding),
                    rule=finding.rule[:80] if finding else "",
                    excerpt=finding.excerpt[:300] if finding and not self.private else "",
                    # It may quote the text, or be a second reviewer's own words about it.
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
    """Called inside the transaction that publishes: without its audit rows no text appears."""
    for row in rows:
        row.summary, row.log = summary, log
    ReviewerVerdict.objects.bulk_create(rows)


def _part(verdict: Verdict, findings: list[Finding]) -> Verdict:
    """The same verdict seen from one stage: an error belongs to the stage that has its finding."""
    if not any(finding.blocks for finding in findings):
        return Verdict(tuple(findings), Outcome.PASS)
    return Verdict(tuple(findings), verdict.outcome)


def _said(verdict: Verdict, finding: Finding | None) -> str:
    if finding is not None and not finding.blocks:
        return Said.HINT
    return SAID[verdict.outcome]
