"""Measures the LLM reviewer on a hundred labelled texts, for choosing a model."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from commentary.language.rendering import RenderedSentence, RenderedText
from commentary.review.verdict import ReviewOutcome
from commentary.writing.drafts import Assignment
from commentary.writing.llm_reviewer import review

SET = Path(__file__).with_name("reviewer_set.jsonl")
NO_FIGURES = "No figures are supplied with this text: judge the rules alone."


@dataclass
class Score:
    """Counts: `caught` of `bad` refused, `let` of `good` passed; `unusable` answers count as refusals."""

    bad: int = 0
    caught: int = 0
    good: int = 0
    let: int = 0
    unusable: int = 0
    cost_usd: float = 0.0
    seconds: list[float] = field(default_factory=list)
    wrong: list[dict[str, Any]] = field(default_factory=list)

    def __str__(self) -> str:
        middle = sorted(self.seconds)[len(self.seconds) // 2] if self.seconds else 0.0
        return (
            f"caught {self.caught} of {self.bad}, let {self.let} of {self.good} pass, "
            f"{self.unusable} unusable answers; {middle:.1f} s each in the middle, {self.cost_usd:.4f} USD"
        )


def texts() -> list[dict[str, Any]]:
    """Returns the set: id, lang, kind, tone, style, text, expected ("pass" or "fail") and the class violated."""
    return [json.loads(line) for line in SET.read_text(encoding="utf-8").splitlines()]


def measure(rows: list[dict[str, Any]], score: Score, *, now: datetime) -> Iterator[None]:
    """Reviews each text once and adds the result to `score`; yields after each."""
    for row in rows:
        text = RenderedText("", ((RenderedSentence(row["text"], "note"),),))
        subject = Assignment(row["kind"], "", row["tone"], row["style"], {})
        found = review({row["lang"]: text}, subject, [NO_FIGURES], now=now)
        passed = found.verdict.passed
        score.unusable += found.verdict.outcome is ReviewOutcome.ERROR
        if found.answer:
            score.cost_usd += found.answer.cost_usd
            score.seconds.append(found.answer.seconds)
        if row["expected"] == "fail":
            score.bad += 1
            score.caught += not passed
        else:
            score.good += 1
            score.let += passed
        if passed != (row["expected"] == "pass"):
            score.wrong.append(row)
        yield
