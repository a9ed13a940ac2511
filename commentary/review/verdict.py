"""What a review says: findings, each with a rule and the words it is about, and the verdict made of them."""

from dataclasses import dataclass, field
from enum import Enum


class ReviewOutcome(Enum):
    """Only PASS may be published; ERROR is a review that could not be finished."""

    PASS = "pass"  # noqa: S105  # nosec B105  # a verdict
    FAIL = "fail"
    ERROR = "error"


@dataclass(frozen=True)
class Finding:
    """One reason to refuse a text.

    `rule` begins with a class of the rule book (C01 to C34), with "grounding" or with "fidelity"; `excerpt`
    is in the words of the original text; `instruction` is one sentence for the next attempt. A finding that
    is no more than a hint has `blocks` False. `span` is its place in the folded text.
    """

    rule: str
    excerpt: str
    reason: str = ""
    instruction: str = ""
    blocks: bool = True
    language: str = ""
    span: tuple[int, int] = field(default=(0, 0), compare=False)


@dataclass(frozen=True)
class Verdict:
    """The outcome of the deterministic stages, not passing unless it was said."""

    findings: tuple[Finding, ...] = ()
    outcome: ReviewOutcome = ReviewOutcome.ERROR

    @property
    def passed(self) -> bool:
        return self.outcome is ReviewOutcome.PASS

    @property
    def instructions(self) -> list[str]:
        """What to tell the next attempt, each sentence once."""
        return list(dict.fromkeys(f.instruction for f in self.findings if f.instruction))


def verdict_of(findings: list[Finding]) -> Verdict:
    """PASS when nothing blocks."""
    blocked = any(finding.blocks for finding in findings)
    return Verdict(tuple(findings), ReviewOutcome.FAIL if blocked else ReviewOutcome.PASS)


def failed(rule: str, reason: str) -> Verdict:
    """The verdict of a review that could not be carried out."""
    return Verdict((Finding(rule, "", reason, "Write the text again."),), ReviewOutcome.ERROR)
