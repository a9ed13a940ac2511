"""Checks a whole text: minimum length, and no repetition of the previous text."""

import re
from collections.abc import Iterator

from commentary.language.draft import LANGUAGES, SlotDraft, SlotSentence
from commentary.language.rendering import UnknownSlot, render
from commentary.language.slot_table import SlotTable
from commentary.review.normalise import words_of
from commentary.review.verdict import Finding
from commentary.writing.checks.draft import Checked
from commentary.writing.drafts import Assignment

LEAST_WORDS = {"read": 15, "aggregate": 40, "log": 40}


def check(draft: SlotDraft, assignment: Assignment, slots: SlotTable) -> list[Checked]:
    """Returns one entry about the whole text if it fails, otherwise none."""
    try:
        text = render(draft, slots, "en")
    except UnknownSlot:
        return []  # its sentence is refused
    findings = tuple(_findings(text.title, text.body, assignment))
    if not findings:
        return []
    whole = SlotSentence("", (), dict.fromkeys(LANGUAGES, ""))
    return [Checked(whole, dict.fromkeys(LANGUAGES, findings), is_whole=True)]


def _findings(title: str, body: str, assignment: Assignment) -> Iterator[Finding]:
    words, least = len(body.split()), LEAST_WORDS[assignment.kind]
    if words < least:
        advice = f"It has {words} words: write at least {least}, as the task says."
        yield Finding("form.length", "", advice, advice)
    for other in (assignment.facts.get("previous"), assignment.facts.get("beside")):
        if not other:
            continue
        if title and words_of(title) == words_of(other["title"]):
            yield Finding("form.repeated", title, "", "Give it a title of its own.")
        if _opening(body) == _opening(other["text"]):
            yield Finding("form.repeated", body[:100], "", "Open with another sentence.")


def _opening(text: str) -> list[str]:
    return words_of(re.split(r"(?<=[.!?])\s", text.strip(), maxsplit=1)[0])
