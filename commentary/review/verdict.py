"""Findings of a review, and the verdict on a text."""

from dataclasses import dataclass, field
from enum import Enum


def plain_spaces(text: str) -> str:
    return " ".join(text.split())


class ReviewOutcome(Enum):
    """Only PASS may be published; ERROR means the review could not be completed."""

    PASS = "pass"  # noqa: S105  # nosec B105  # a verdict
    FAIL = "fail"
    ERROR = "error"


@dataclass(frozen=True)
class Finding:
    """A reason to refuse a text.

    `rule` starts with a class of the rule book (C01 to C34) or another check ("draft", "form", "judge").
    `excerpt` quotes the original text, `instruction` is a sentence for the next attempt. `span` is the position
    in the folded text.
    """

    rule: str
    excerpt: str
    reason: str = ""
    instruction: str = ""
    language: str = ""
    span: tuple[int, int] = field(default=(0, 0), compare=False)

    @property
    def words(self) -> str:
        """The excerpt with plain spaces, without quotation marks and dots around it."""
        return plain_spaces(self.excerpt).strip("“”\"'.… ")


@dataclass(frozen=True)
class Verdict:
    """The outcome of the deterministic stages; ERROR by default."""

    findings: tuple[Finding, ...] = ()
    outcome: ReviewOutcome = ReviewOutcome.ERROR

    @property
    def passed(self) -> bool:
        return self.outcome is ReviewOutcome.PASS


def verdict_of(findings: list[Finding]) -> Verdict:
    """Returns PASS without findings, otherwise FAIL."""
    return Verdict(tuple(findings), ReviewOutcome.FAIL if findings else ReviewOutcome.PASS)


def failed(rule: str, reason: str) -> Verdict:
    """Returns the verdict of a review that could not be completed."""
    return Verdict((Finding(rule, "", reason, "Write the text again."),), ReviewOutcome.ERROR)
