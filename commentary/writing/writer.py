"""The model that writes: from an assignment to a draft."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from briefing.core import llm
from briefing.core.llm import Answer, ModelError, Request
from commentary.writing import prompts
from commentary.writing.drafts import SCHEMA, Assignment, Draft, read_draft

MAX_TOKENS = {"read": 500, "aggregate": 600, "log": 1000, "portfolio": 500}


@dataclass(frozen=True)
class Written:
    """A draft with the call that made it."""

    draft: Draft
    answer: Answer


def write(
    assignment: Assignment, *, now: datetime, told: Sequence[str] = (), deadline_s: float | None = None
) -> Written:
    """One attempt; `told` is what was wrong with the one before. Raises ModelError."""
    request = Request(
        purpose=assignment.kind,
        system=prompts.system(assignment.kind, assignment.style),
        user=prompts.to_write(assignment, now=now, told=told),
        max_tokens=MAX_TOKENS[assignment.kind],
        schema=SCHEMA,
        temperature=0.3,
        thinking=False,
        usable=lambda text: read_draft(text, titled=assignment.titled) is not None,
        deadline_s=deadline_s,
    )
    answer = llm.complete(request)
    draft = read_draft(answer.text, titled=assignment.titled)
    if draft is None:
        raise ModelError("the answer is not in the form asked for", code="unusable")
    return Written(draft, answer)
