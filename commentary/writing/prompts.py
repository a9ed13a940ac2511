"""Builds prompts from files, ordered so that calls of one edition share the longest cacheable prefix.

The system prompt has rider, form and style; the reviewer's has no form. The writer's prompt has the figures,
the previous text and headlines between marks unique to the call, tone, task and example, and finally feedback
on the previous attempt.
"""

import secrets
import tomllib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from commentary.language.draft import KINDS
from commentary.language.rendering import RenderedText
from commentary.language.slot_table import SlotTable
from commentary.writing import material
from commentary.writing.drafts import Assignment, TextSubject

FOLDER = Path(__file__).parent.with_name("prompts")
LANGUAGES = {"en": "English", "it": "Italian"}
ONLY_WITH_NEWS = ("story", "due")  # kinds of sentence that the read of a group lacks


@cache
def part(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def system(kind: str, style: str) -> str:
    """Returns the writer's system prompt: compliance rider, form, style."""
    return (
        rider(kind)
        + (part("portfolio_form") if kind == "portfolio" else form(kind))
        + part(f"style_{style.lower()}")
    )


def form(kind: str) -> str:
    """Returns how to answer, with the kinds of sentence that the material of this kind of text has."""
    without = tuple(f"{each}: " for each in ONLY_WITH_NEWS) if kind == "read" else ()
    lines = part("form").splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(without))


def system_of_reviewer(kind: str, style: str) -> str:
    """Returns the reviewer's system prompt, without the form, which code checks."""
    return rider(kind) + part(f"style_{style.lower()}")


def rider(kind: str = "") -> str:
    """Returns the compliance rules, with additional ones for a portfolio text."""
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
    """Returns the reviewer's prompt: all languages of a text between marks, with its source material."""
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
    """Returns the ids allowed in "about"."""
    figures = material.listed_ids(slots)
    if assignment.kind == "read":
        return figures
    return [*figures, *material.listed_stories(slots), *material.listed_due(slots)]


def kinds_offered(assignment: Assignment) -> list[str]:
    """Returns the kinds of sentence that a text may have; counts are printed below it."""
    without = {"count", *(ONLY_WITH_NEWS if assignment.kind == "read" else ())}
    if assignment.style != "SPECULATIVE":
        without.add("scenario")
    return [kind for kind in KINDS if kind not in without]


def review_basis(texts: Mapping[str, RenderedText], slots: SlotTable) -> list[str]:
    """Returns the reviewer's material: only headlines, since code checks figures and wordings."""
    found = material.headlines(
        slots, new_mark(*(text.whole for text in texts.values())), with_publishers=True
    )
    return [found] if found else []


def basis(assignment: Assignment, slots: SlotTable) -> list[str]:
    """Returns the writer's material."""
    mark = new_mark()
    earlier = material.earlier(assignment.facts, mark)
    if assignment.kind == "read":
        rest = [earlier]
    else:
        headlines = material.headlines(slots, mark) or "HEADLINES: none (write no story)"
        rest = [material.due(slots), earlier, headlines]
    figures = material.figures(slots)
    return [figures, *filter(None, rest)]


def marked(text: str, mark: str) -> list[str]:
    return [f"=== {mark}", text, f"=== {mark}"]


def new_mark(*around: str) -> str:
    """Returns a random delimiter that occurs in none of these texts."""
    mark = secrets.token_hex(8)
    while any(mark in text for text in around):
        mark = secrets.token_hex(8)
    return mark


def clock(now: datetime) -> str:
    return f"\nCurrent time: {now.astimezone(UTC):%Y-%m-%d %H:%M} UTC."


def retry(feedback: Sequence[str]) -> str:
    if not feedback:
        return ""
    return (
        "\nSentences of your last attempt were refused. Write the whole text again.\n"
        + "\n".join(feedback)
        + "\n"
    )


@cache
def examples() -> dict[str, str]:
    """Returns an example answer by kind, with other figures."""
    return tomllib.loads((FOLDER / "examples.toml").read_text(encoding="utf-8"))


def example(kind: str) -> str:
    found = examples().get(kind)
    return f"A good answer, of other figures: {found.strip()}" if found else ""
