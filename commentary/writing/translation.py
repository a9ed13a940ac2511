"""The model that translates an accepted English text into Italian."""

from collections.abc import Sequence
from datetime import datetime

from briefing.core import llm
from briefing.core.llm import ModelError, Request
from commentary.writing import prompts
from commentary.writing.drafts import SCHEMA, Assignment, Draft, read_draft
from commentary.writing.writer import Written

MAX_TOKENS = 1_400  # Italian takes about half as many tokens again as English


def translate(english: Draft, assignment: Assignment, *, now: datetime, told: Sequence[str] = ()) -> Written:
    """One attempt; `told` is what was wrong with the one before. Raises ModelError."""
    titled = bool(english.title)
    request = Request(
        purpose="translation",
        system=prompts.system(assignment.kind, assignment.style),
        user=prompts.to_translate(english, assignment, now=now, told=told),
        max_tokens=MAX_TOKENS,
        schema=SCHEMA,
        temperature=0.1,
        thinking=False,
        usable=lambda text: read_draft(text, titled=titled) is not None,
    )
    answer = llm.complete(request)
    draft = read_draft(answer.text, titled=titled)
    if draft is None:
        raise ModelError("the answer is not in the form asked for", code="unusable")
    return Written(draft, answer)
