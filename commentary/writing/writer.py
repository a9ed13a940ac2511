"""Calls the model that writes: from an assignment to a draft in both languages."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from briefing.core.outside import llm
from briefing.core.outside.llm import Answer, ModelError, Request
from commentary.language.draft import SlotDraft, UnusableDraft, parse_draft
from commentary.language.slot_table import SlotTable
from commentary.writing import prompts
from commentary.writing.drafts import Assignment, read_object

MAX_TOKENS = {"read": 1200, "aggregate": 1800, "log": 2000}


@dataclass(frozen=True)
class WrittenDraft:
    draft: SlotDraft
    answer: Answer


def write(
    assignment: Assignment, slots: SlotTable, *, now: datetime, feedback: Sequence[str] = ()
) -> WrittenDraft:
    """Makes one attempt; `feedback` is on the previous one. Raises ModelError."""
    request = Request(
        purpose=assignment.kind,
        system=prompts.system(assignment.kind, assignment.style),
        user=prompts.to_write(assignment, slots, now=now, feedback=feedback),
        max_tokens=MAX_TOKENS[assignment.kind],
        schema=schema(assignment, slots),
        temperature=0.3,
        thinking=False,
        usable=lambda text: _draft(text, titled=assignment.titled) is not None,
    )
    answer = llm.complete(request)
    draft = _draft(answer.text, titled=assignment.titled)
    if draft is None:
        raise ModelError("the answer is not in the form asked for", code="unusable")
    return WrittenDraft(draft, answer)


def _draft(text: str, *, titled: bool) -> SlotDraft | None:
    found = read_object(text)
    try:
        draft = parse_draft(found) if found is not None else None
    except UnusableDraft:
        return None
    if draft is None or (titled and not draft.title):
        return None
    return draft if titled else SlotDraft(None, draft.sentences)


def schema(assignment: Assignment, slots: SlotTable) -> dict[str, Any]:
    """Returns the JSON schema of a draft, with kinds and ids as enumerations."""
    ids = prompts.ids_offered(assignment, slots)
    text = {"type": "string"}
    both = {
        "type": "object",
        "properties": {"en": text, "it": text},
        "required": ["en", "it"],
        "additionalProperties": False,
    }
    sentence = {
        "kind": {"type": "string", "enum": prompts.kinds_offered(assignment)},
        "about": {"type": "array", "items": {"type": "string", "enum": ids}},
        "en": text,
        "it": text,
        "ends": {"type": "boolean"},
    }
    return {
        "type": "object",
        "properties": {
            "title": both if assignment.titled else {"type": "null"},
            "sentences": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": sentence,
                    "required": list(sentence),
                    "additionalProperties": False,
                },
            },
        },
        "required": ["title", "sentences"],
        "additionalProperties": False,
    }
