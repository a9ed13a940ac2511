"""The second review, by a model. Only an exact "pass" about this very text passes; all else is a failure."""

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from briefing.core import llm
from briefing.core.llm import Answer, ModelError, Request
from commentary.review.verdict import Finding, Outcome, Verdict, failed, verdict_of
from commentary.writing import prompts
from commentary.writing.drafts import SOURCE_LANGUAGE, Assignment, Draft, read_object

MAX_TOKENS = 400
MOST_FINDINGS = 8
RULE = re.compile(r"C(?:0[1-9]|[12]\d|3[0-4])|grounding|fidelity|language")
_FINDING = {name: {"type": "string"} for name in ("rule", "excerpt", "instruction")}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "text_id": {"type": "string"},
        "verdict": {"type": "string", "enum": ["pass", "fail"]},
        "findings": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": _FINDING,
                "required": list(_FINDING),
                "additionalProperties": False,
            },
        },
    },
    "required": ["text_id", "verdict", "findings"],
    "additionalProperties": False,
}


@dataclass(frozen=True)
class ModelReview:
    """The verdict with the call behind it; `error` where there was no answer at all."""

    verdict: Verdict
    answer: Answer | None = None
    error: ModelError | None = None


def text_id(text: str) -> str:
    """What the reviewer has to quote, so that a verdict cannot be about another text."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def ask(
    draft: Draft,
    assignment: Assignment,
    *,
    now: datetime,
    lang: str = SOURCE_LANGUAGE,
    english: Draft | None = None,
    deadline_s: float | None = None,
) -> ModelReview:
    """Asks once. A missing, unusable or foreign verdict is a failing one, without an exception.

    With `english`, whether `draft` is that text in good Italian.
    """
    text = draft.whole
    request = Request(
        purpose="judge",  # as stored in the ledger since the first release
        system=prompts.system(assignment.kind, assignment.style),
        user=prompts.to_review(draft, assignment, now=now, text_id=text_id(text), lang=lang, english=english),
        max_tokens=MAX_TOKENS,
        schema=SCHEMA,
        temperature=0.0,
        thinking=False,
        deadline_s=deadline_s,
    )
    try:
        answer = llm.complete(request)
    except ModelError as error:
        return ModelReview(failed(f"judge.{error.code}", "The second reviewer gave no answer."), error=error)
    return ModelReview(read_verdict(answer.text, text), answer)


def read_verdict(reply: str, text: str) -> Verdict:
    """The verdict in a reply about `text`."""
    found = read_object(reply)
    if found is None or set(found) != {"text_id", "verdict", "findings"}:
        return failed("judge.unusable", "The second reviewer's answer has not the form asked for.")
    if found["text_id"] != text_id(text):
        return failed("judge.foreign", "The second reviewer's answer is about another text.")
    findings = found["findings"]
    if not isinstance(findings, list) or not all(isinstance(each, dict) for each in findings):
        return failed("judge.unusable", "The second reviewer's findings cannot be read.")
    if found["verdict"] == "pass" and not findings:
        return verdict_of([])
    if found["verdict"] not in ("pass", "fail") or not findings:
        return failed("judge.unusable", "The second reviewer's verdict contradicts itself.")
    return Verdict(tuple(_finding(each) for each in findings[:MOST_FINDINGS]), Outcome.FAIL)


def _finding(found: dict[str, Any]) -> Finding:
    rule, excerpt, instruction = (str(found.get(name) or "") for name in ("rule", "excerpt", "instruction"))
    known = rule if RULE.fullmatch(rule) else "judge.other"
    return Finding(
        known, excerpt[:300], "Found by the second reviewer.", instruction[:300] or "Write the text anew."
    )
