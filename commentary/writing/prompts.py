"""Prompts from their files, in the order in which the calls of an edition share the most that a provider can cache.

The system prompt (rider, how to read the material, style) is the same for writer, reviewer and translator. The user's
prompt begins with the figures, the same in every tone and for the translator; then come, for writer and reviewer of
one tone, the edition before and the headlines between marks of the call; then the role, the tone and the task; then
what was wrong with the last attempt.
"""

import json
import secrets
import tomllib
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from django.conf import settings

from commentary.writing import material
from commentary.writing.drafts import SOURCE_LANGUAGE, Assignment, Draft

FOLDER = Path(__file__).parent.with_name("prompts")
LANGUAGES = {"en": "English", "it": "Italian"}


@cache
def part(name: str) -> str:
    """The text of `prompts/<name>.txt`."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def system(kind: str, style: str) -> str:
    """For every role: the compliance rider, what the material is and how it may be used, the style."""
    use = part("writing") if kind == "portfolio" else part("material")
    return rider(kind) + use + part(f"style_{style.lower()}")


def rider(kind: str = "") -> str:
    """The rules for every text; for a portfolio's with those of its own, while its flag is on."""
    own = kind == "portfolio" and settings.PORTFOLIO_AI_ENABLED
    return part("rider") + (part("rider_portfolio") if own else "")


def to_write(assignment: Assignment, *, now: datetime, told: Sequence[str] = ()) -> str:
    task = [part(f"tone_{assignment.tone.lower()}"), part(assignment.kind), part("answer")]
    example = _example(assignment, SOURCE_LANGUAGE)
    return "\n".join([*_basis(assignment, new_mark()), clock(now), *task, *example, retry(told)])


def to_review(
    draft: Draft,
    assignment: Assignment,
    *,
    now: datetime,
    text_id: str,
    lang: str,
    english: Draft | None = None,
) -> str:
    """`english` is the accepted text that `draft` translates: it is held against that and the figures alone, since
    headlines and the edition before have vouched for the English.
    """
    mark = new_mark(draft.whole, english.whole if english else "")
    basis = _basis(assignment, mark) if english is None else _figures(assignment)
    extra = [part("reviewer_it"), *_marked(english.whole, mark)] if english else []
    return "\n".join([
        *basis, clock(now), part("reviewer"), *extra, part("verdict"),
        f"Kind: {assignment.kind}. Tone: {assignment.tone}. Style: {assignment.style}. Language: {LANGUAGES[lang]}. "
        f"text_id: {text_id}", *_marked(draft.whole, mark),
    ])  # fmt: skip


def to_translate(english: Draft, assignment: Assignment, *, now: datetime, told: Sequence[str] = ()) -> str:
    """The title stands as a line of its own, so that "title" is asked for where there is one."""
    mark = new_mark(english.whole)
    shown = [
        f"An English text: {text}\nIts Italian: {italian}"
        for text, italian in zip(_example(assignment, "en"), _example(assignment, "it"), strict=True)
    ]
    said = [f"Title: {english.title}"] if english.title else []
    return "\n".join([*_figures(assignment), clock(now), part("translate"), *shown,
                      *_marked("\n".join([*said, "Text:", english.body]), mark), retry(told)])  # fmt: skip


def _figures(assignment: Assignment) -> list[str]:
    return [assignment.material or material.edition(assignment.facts)]


def _basis(assignment: Assignment, mark: str) -> list[str]:
    """What a text rests on. A portfolio brings its material with it."""
    if assignment.material:
        return [assignment.material]
    rest = (material.earlier(assignment.facts), material.stories(assignment.facts, mark))
    return [*_figures(assignment), *(each for each in rest if each)]


def _marked(text: str, mark: str) -> list[str]:
    return [f"=== {mark}", text, f"=== {mark}"]


def new_mark(*around: str) -> str:
    """A mark for one call that none of these texts holds."""
    mark = secrets.token_hex(8)
    while any(mark in text for text in around):
        mark = secrets.token_hex(8)
    return mark


def clock(now: datetime) -> str:
    return f"\nCurrent time: {now.astimezone(UTC):%Y-%m-%d %H:%M} UTC."


def retry(told: Sequence[str]) -> str:
    """What the next attempt is told; empty at the first."""
    if not told:
        return ""
    return "\nYour last attempt was refused. " + " ".join(told) + "\n"


@cache
def examples() -> dict[str, dict[str, dict[str, str]]]:
    """By kind and tone: `title_en`, `text_en`, `title_it` and `text_it`, of invented figures."""
    return tomllib.loads((FOLDER / "examples.toml").read_text(encoding="utf-8"))


def example(kind: str, tone: str, language: str) -> Draft | None:
    """A good text of its kind; None for a kind that has none."""
    found = examples().get(kind, {}).get(tone)
    return Draft.of(found.get(f"title_{language}", ""), found[f"text_{language}"]) if found else None


def _example(assignment: Assignment, language: str) -> list[str]:
    draft = example(assignment.kind, assignment.tone, language)
    if draft is None:
        return []
    said = json.dumps({"title": draft.title, "paragraphs": list(draft.paragraphs)}, ensure_ascii=False)
    return [f"A good one, of other figures: {said}"]
