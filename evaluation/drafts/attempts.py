"""Replays a model's two attempts as the service makes them: the feedback for the second and the final text."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any

from commentary.facts.snapshot import Facts
from commentary.language.draft import LANGUAGES, SlotDraft, UnusableDraft, parse_draft
from commentary.rules import log_writer, read_writer
from commentary.writing import composition, form, mending
from commentary.writing.checks import draft as checks
from commentary.writing.checks.draft import Checked
from commentary.writing.drafts import Assignment
from evaluation.drafts.command import assignment, share, write_prompt
from evaluation.words.rebuilding import READ_AT

UNUSABLE = "The answer was not in the form asked for."


def retry(answers: Sequence[Mapping[str, Any]], facts: Path, folder: Path) -> None:
    """Writes the second prompt of each refused answer, with the findings on the first."""
    folder.mkdir(parents=True, exist_ok=True)
    refused = 0
    for answer in answers:
        task = assignment(str(answer["task"]), facts)
        draft, checked = checked_answer(answer, task)
        if draft is None or not _passes(checked):
            refused += 1
            now = datetime.combine(date.fromisoformat(task.slots.as_of), READ_AT)
            told = composition.feedback_on_checks(checked) if draft else [UNUSABLE]
            write_prompt(folder, str(answer["task"]), task, now, told=told)
    print(f"{refused} of {len(answers)} answers refused; what their writer is told is in {folder}")


def score(answers: Sequence[Mapping[str, Any]], again: Sequence[Mapping[str, Any]], facts: Path) -> None:
    """Prints how many texts pass at first and after a retry, and how many the rules write in the end."""
    second = {str(answer["task"]): answer for answer in again}
    rows = [_ended(answer, second.get(str(answer["task"])), facts) for answer in answers]
    for language in LANGUAGES:
        for name in ("at first", "after one retry", "wholly by the rules in the end"):
            print(f"{language}: texts {name}: {share([row[language][name] for row in rows])}")
    sentences = [
        by_rules for row in rows for language in LANGUAGES for by_rules in row[language]["sentences"]
    ]
    print(f"sentences of models' texts replaced by the rules': {share(sentences)}")


def _ended(answer: Mapping[str, Any], again: Mapping[str, Any] | None, facts: Path) -> dict[str, Any]:
    """Returns by language whether the text passed at first and in the end, and the author of each sentence."""
    task = assignment(str(answer["task"]), facts)
    draft, checked = checked_answer(answer, task)
    first = {language: draft is not None and _passes(checked, language) for language in LANGUAGES}
    if not all(first.values()) and again is not None:
        draft, checked = checked_answer(again, task)
    texts = mending.mended(draft, checked, by_rules(task), task.slots) if draft else {}
    return {
        language: {
            "at first": first[language],
            "after one retry": draft is not None and _passes(checked, language),
            "wholly by the rules in the end": language not in texts,
            "sentences": [each.by_rules for each in texts[language].sentences] if language in texts else [],
        }
        for language in LANGUAGES
    }


def checked_answer(answer: Mapping[str, Any], task: Assignment) -> tuple[SlotDraft | None, list[Checked]]:
    """Returns the draft with its findings, as in the service; the draft is None if the answer is unreadable."""
    try:
        draft = parse_draft(answer)
    except UnusableDraft:
        return None, []
    found = checks.check(draft, task.slots, kind=task.kind, style=task.style)
    return draft, [*found, *form.check(draft, task, task.slots)]


def by_rules(task: Assignment) -> SlotDraft:
    write = log_writer.write if task.kind == "log" else read_writer.write
    return write(Facts.from_json(task.facts), task.slots)


def _passes(checked: Sequence[Checked], language: str = "") -> bool:
    return not any(each.findings[lang] for each in checked for lang in LANGUAGES if language in ("", lang))


def read(path: Path) -> list[Mapping[str, Any]]:
    """Returns answers from a file of JSON lines, or from a folder with one per file, named by task."""
    if path.is_dir():
        return list(_of_folder(path))
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _of_folder(folder: Path) -> Iterator[Mapping[str, Any]]:
    for file in sorted(folder.glob("*.json")):
        yield json.loads(file.read_text(encoding="utf-8")) | {"task": file.name.partition(".")[0]}
