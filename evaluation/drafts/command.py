"""The actions of `python -m evaluation drafts`."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any

from commentary.facts.snapshot import EXTREMES
from commentary.language.draft import (
    LANGUAGES,
    SlotDraft,
    UnusableDraft,
    parse_draft,
    read_sentence,
)
from commentary.language.slot_table import SlotTable
from commentary.writing import prompts
from commentary.writing.checks import draft as checks
from commentary.writing.checks.draft import Checked
from commentary.writing.drafts import Assignment
from evaluation.drafts import mutations
from evaluation.drafts.mutations import Mutation, text_of
from evaluation.words.rebuilding import READ_AT, editions

NUMBERS = 100  # tasks have two-digit numbers from 01, so that they sort


def export(folder: Path, *, days: int, end: date) -> None:
    """Writes prompts and facts of some weekdays: the lead, the log and two groups per day."""
    for part in ("prompts", "facts"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    number = 0
    for place, edition in enumerate(editions(days, end=end)):
        for scope, tone in _chosen(list(edition.assignments), place):
            number += 1
            task = edition.assignments[scope, tone]
            _write(folder, f"{number:02d}", task, datetime.combine(edition.day, READ_AT))
    print(f"{number} prompts with their facts in {folder}")


def _chosen(texts: list[tuple[str, str]], place: int) -> Iterator[tuple[str, str]]:
    """Yields the lead and the log in both tones, and a group in each tone, rotating by day."""
    groups = list(dict.fromkeys(scope for scope, _tone in texts if scope not in ("all", "log")))
    tones = list(dict.fromkeys(tone for _scope, tone in texts))
    for step, tone in enumerate(tones):
        yield from (("all", tone), ("log", tone), (groups[(2 * place + step) % len(groups)], tone))


def _write(folder: Path, name: str, task: Assignment, now: datetime) -> None:
    document = {name: getattr(task, name) for name in ("kind", "scope", "tone", "style")} | {
        "facts": task.facts
    }
    facts = json.dumps(document, ensure_ascii=False)
    (folder / "facts" / f"{name}.facts.json").write_text(facts, encoding="utf-8")
    write_prompt(folder / "prompts", name, task, now)


def write_prompt(
    folder: Path, name: str, task: Assignment, now: datetime, *, told: Sequence[str] = ()
) -> None:
    """Writes a prompt as the service would send it; `told` is the feedback on the previous attempt."""
    user = prompts.to_write(task, task.slots, now=now, feedback=told)
    text = prompts.system(task.kind, task.style) + "\n" + user
    (folder / f"{name}.prompt.txt").write_text(text, encoding="utf-8")


def check(answers: Path, facts: Path) -> None:
    """Prints a JSON line per sentence, with the title as sentence 0; an unreadable answer gets one line."""
    for line in answers.read_text(encoding="utf-8").splitlines():
        if line.strip():
            for found in judged(json.loads(line), facts):
                print(json.dumps(found, ensure_ascii=False))


def judged(answer: Mapping[str, Any], facts: Path) -> Iterator[dict[str, Any]]:
    """Yields the check's verdicts on an answer or a single sentence."""
    task = assignment(str(answer["task"]), facts)
    try:
        draft = parse_draft(answer) if "sentences" in answer else SlotDraft(None, (read_sentence(answer),))
    except UnusableDraft as error:
        yield {"task": answer["task"], "sentence": None, "unusable": str(error)}
        return
    place = 0
    for each in checks.check(draft, task.slots, kind=task.kind, style=task.style):
        place += not each.is_title
        yield {"task": answer["task"], "sentence": 0 if each.is_title else place} | {
            language: _side(each, task.slots, language) for language in LANGUAGES
        }


def _side(checked: Checked, slots: SlotTable, language: str) -> dict[str, Any]:
    findings = checked.findings[language]
    return {
        "verdict": "fail" if findings else "pass",
        "findings": [
            {"rule": each.rule, "excerpt": each.excerpt, "instruction": each.instruction} for each in findings
        ],
        "text": text_of(checked.sentence, slots, language, in_title=checked.is_title),
    }


@cache
def assignment(task: str, facts: Path) -> Assignment:
    found = json.loads((facts / f"{task}.facts.json").read_text(encoding="utf-8"))
    # Older prompts, and those of the drafts tried first, called any end of a history a record.
    for row in found["facts"]["rows"]:
        row.setdefault("all_time", EXTREMES)
    return Assignment(found["kind"], found["scope"], found["tone"], found["style"], found["facts"])


def share(judged: Sequence[bool]) -> str:
    return f"{sum(judged)} of {len(judged)}"


def mutate(answers: Path, facts: Path, *, count: int) -> None:
    """Prints mutations of correct answers that would be published, then their number."""
    lines = [json.loads(line) for line in answers.read_text(encoding="utf-8").splitlines() if line.strip()]
    wrong = list(published(lines, facts, count=count))
    for mutation in wrong:
        print(json.dumps({"kind": mutation.what, **mutation.sentence.texts}, ensure_ascii=False))
    print(f"{count} mutated sentences, {len(wrong)} would have been published")


def published(answers: Sequence[Mapping[str, Any]], facts: Path, *, count: int) -> Iterator[Mutation]:
    """Yields the mutations that pass the check although they are wrong."""
    for mutation in mutations.of(answers, facts, count=count):
        checked = checks.check_one(mutation.sentence, mutation.slots, kind=mutation.kind)
        if checked.passed and mutation.is_wrong:
            yield mutation
