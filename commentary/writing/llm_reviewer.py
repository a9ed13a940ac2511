"""The second review, by a model. Only an exact "pass" for this text passes; anything else fails."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from briefing.core.outside import llm
from briefing.core.outside.llm import Answer, ModelError, Request
from commentary.language.rendering import RenderedText
from commentary.review.verdict import Finding, ReviewOutcome, Verdict, failed, plain_spaces, verdict_of
from commentary.writing import prompts
from commentary.writing.drafts import TextSubject, read_object

MAX_TOKENS = 600
RULE = re.compile(r"C(?:0[1-9]|[12]\d|3[0-4])|headline|fidelity|language")
_FINDING = {name: {"type": "string"} for name in ("language", "rule", "excerpt", "instruction")}
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
    """The verdict with its call; `error` if there was no answer."""

    verdict: Verdict
    answer: Answer | None = None
    error: ModelError | None = None


def text_id(text: str) -> str:
    """Returns the id that the reviewer must quote, which ties a verdict to its text."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def review(
    texts: Mapping[str, RenderedText],
    subject: TextSubject,
    basis: Sequence[str],
    *,
    now: datetime,
    deadline_s: float | None = None,
) -> ModelReview:
    """Requests one review of all languages of a text; `basis` is its source material.

    A missing, malformed or mismatched verdict fails the text; no exception is raised.
    """
    whole = _whole(texts)
    request = Request(
        purpose="judge",  # stored in the ledger since the first release
        system=prompts.system_of_reviewer(subject.kind, subject.style),
        user=prompts.to_review(texts, subject, basis, now=now, text_id=text_id(whole)),
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
    return ModelReview(read_verdict(answer.text, texts), answer)


def _whole(texts: Mapping[str, RenderedText]) -> str:
    return "\n\n".join(text.whole for text in texts.values())


def read_verdict(reply: str, texts: Mapping[str, RenderedText]) -> Verdict:
    found = read_object(reply)
    if found is None or set(found) != {"text_id", "verdict", "findings"}:
        return failed("judge.unusable", "The second reviewer's answer has not the form asked for.")
    if found["text_id"] != text_id(_whole(texts)):
        return failed("judge.foreign", "The second reviewer's answer is about another text.")
    findings = found["findings"]
    if not isinstance(findings, list) or not all(isinstance(each, dict) for each in findings):
        return failed("judge.unusable", "The second reviewer's findings cannot be read.")
    if found["verdict"] == "pass" and not findings:
        return verdict_of([])
    if found["verdict"] not in ("pass", "fail") or not findings:
        return failed("judge.unusable", "The second reviewer's verdict contradicts itself.")
    return Verdict(tuple(_finding(each, texts) for each in findings), ReviewOutcome.FAIL)


def _finding(found: dict[str, Any], texts: Mapping[str, RenderedText]) -> Finding:
    rule, excerpt, instruction = (str(found.get(name) or "") for name in ("rule", "excerpt", "instruction"))
    known = rule if RULE.fullmatch(rule) else "judge.other"
    advice = instruction[:300] or "Write the sentence again."
    finding = Finding(known, excerpt[:300], "Found by the second reviewer.", advice)
    return replace(finding, language=_language(str(found.get("language")), finding.words, texts))


def _language(named: str, words: str, texts: Mapping[str, RenderedText]) -> str:
    """Returns the language of a finding; "" (all) without a text in it, or if its words are in another one's alone."""
    holding = {lang for lang, text in texts.items() if words and words in plain_spaces(text.whole)}
    return named if named in texts and (named in holding or not holding) else ""
