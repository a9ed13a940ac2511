"""Prompts from their files, in the order in which the calls of an edition share the most that a provider can cache.

The system prompt has rider, form and style; the reviewer's is without the form. The writer's prompt begins with the
figures; then come the text before and the headlines between marks of the call, the tone, the task and its example;
last, what was wrong with the attempt before.
"""

import secrets
import tomllib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from commentary.language.rendering import RenderedText
from commentary.language.slot_table import SlotTable
from commentary.writing import material
from commentary.writing.drafts import Assignment, TextSubject

FOLDER = Path(__file__).parent.with_name("prompts")
LANGUAGES = {"en": "English", "it": "Italian"}


@cache
def part(name: str) -> str:
    """The text of `prompts/<name>.txt`."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def system(kind: str, style: str) -> str:
    """The writer's: the compliance rider, the form, the style."""
    return (
        rider(kind)
        + part("portfolio_form" if kind == "portfolio" else "form")
        + part(f"style_{style.lower()}")
    )


def system_of_reviewer(kind: str, style: str) -> str:
    """The reviewer's: the same without the form, which code has checked."""
    return rider(kind) + part(f"style_{style.lower()}")


def rider(kind: str = "") -> str:
    """The rules for every text; a portfolio's has those of its own."""
    return part("rider") + (part("rider_portfolio") if kind == "portfolio" else "")


def to_write(assignment: Assignment, slots: SlotTable, *, now: datetime, feedback: Sequence[str] = ()) -> str:
    task = [part(f"tone_{assignment.tone.lower()}"), part(assignment.kind), example(assignment.kind)]
    return "\n".join([*basis(assignment, slots), clock(now), *task, retry(feedback)])


def to_review(
    texts: Mapping[str, RenderedText],
    subject: TextSubject,
    basis: Sequence[str],
    *,
    now: datetime,
    text_id: str,
) -> str:
    """All languages of a text between marks, with what it was written from."""
    mark = new_mark(*(text.whole for text in texts.values()))
    shown = [
        line for lang, text in texts.items() for line in (f"{LANGUAGES[lang]}:", *marked(text.whole, mark))
    ]
    return "\n".join([
        *basis, clock(now), part("reviewer"), part("verdict"),
        f"Kind: {subject.kind}. Tone: {subject.tone}. Style: {subject.style}. "
        f"Languages: {', '.join(LANGUAGES[lang] for lang in texts)}. text_id: {text_id}", *shown,
    ])  # fmt: skip


def ids_offered(assignment: Assignment, slots: SlotTable) -> list[str]:
    """What "about" may name."""
    stories = list(slots.stories)[: material.MOST_STORIES]
    return [*material.listed_ids(slots), *stories, *(id for id in slots.others if id != "quiet")]


def review_basis(texts: Mapping[str, RenderedText], slots: SlotTable) -> list[str]:
    """What the second reviewer needs: the headlines. Code has bound every figure and its words already."""
    found = material.headlines(slots, new_mark(*(text.whole for text in texts.values())), told=True)
    return [found] if found else []


def basis(assignment: Assignment, slots: SlotTable) -> list[str]:
    """What a text is written from."""
    mark = new_mark()
    rest = (material.earlier(assignment.facts, mark), material.headlines(slots, mark))
    due = [] if assignment.kind == "read" else [material.due(slots)]
    figures = material.figures(slots, with_counts=assignment.kind != "read")
    return [figures, *due, *(each for each in rest if each)]


def marked(text: str, mark: str) -> list[str]:
    return [f"=== {mark}", text, f"=== {mark}"]


def new_mark(*around: str) -> str:
    """A mark for one call that none of these texts holds."""
    mark = secrets.token_hex(8)
    while any(mark in text for text in around):
        mark = secrets.token_hex(8)
    return mark


def clock(now: datetime) -> str:
    return f"\nCurrent time: {now.astimezone(UTC):%Y-%m-%d %H:%M} UTC."


def retry(feedback: Sequence[str]) -> str:
    """What the next attempt is told; empty at the first."""
    if not feedback:
        return ""
    return (
        "\nSentences of your last attempt were refused. Write the whole text again.\n"
        + "\n".join(feedback)
        + "\n"
    )


@cache
def examples() -> dict[str, str]:
    """By kind: an answer of other figures, as a good agency would print it."""
    return tomllib.loads((FOLDER / "examples.toml").read_text(encoding="utf-8"))


def example(kind: str) -> str:
    found = examples().get(kind)
    return f"A good answer, of other figures: {found.strip()}" if found else ""
