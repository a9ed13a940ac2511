"""Measures the check on the sets in `sets/`: answers and false sentences written from the prompts."""

import json
import lzma
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from commentary.language.draft import LANGUAGES
from evaluation import tables
from evaluation.drafts import command

SETS = {name: f"{name.upper()}, in use since" for name in "ghijk"}
FOLDER = Path(__file__).with_name("sets")
DOCUMENT = Path(__file__).parents[2] / "docs" / "quality.md"
MUTATIONS = 2000


@dataclass(frozen=True)
class ReplayedDraft:
    """A set, with its facts written to a folder."""

    answers: list[Mapping[str, Any]]
    false: list[Mapping[str, Any]]
    facts: Path


def unpacked(name: str, folder: Path) -> ReplayedDraft:
    """Returns the set `name`, with its facts as files in a new subfolder."""
    facts = folder / name
    facts.mkdir()
    answers, false = [], []
    for line in lzma.decompress((FOLDER / f"{name}.jsonl.xz").read_bytes()).decode().splitlines():
        found = json.loads(line)
        if "material" in found:
            material = json.dumps(found["material"], ensure_ascii=False)
            (facts / f"{found['task']}.facts.json").write_text(material, encoding="utf-8")
        elif "answer" in found:
            answers.append(found["answer"])
        else:
            false.append(found["false"])
    return ReplayedDraft(answers, false, facts)


def measure() -> None:
    """Prints the measures of all sets, and writes their table to the document."""
    with tempfile.TemporaryDirectory(prefix="drafts-") as folder:
        columns = [list(_column(unpacked(name, Path(folder)))) for name in SETS]
    names = [name for name, _share in columns[0]]
    rows = [[name, *(column[place][1] for column in columns)] for place, name in enumerate(names)]
    table = tables.markdown(["Measure", *SETS.values()], rows)
    print(table)
    tables.put(DOCUMENT, "drafts", table)


def _column(found: ReplayedDraft) -> Iterator[tuple[str, str]]:
    texts = [list(command.judged(answer, found.facts)) for answer in found.answers]
    for language, name in zip(LANGUAGES, ("English", "Italian"), strict=True):
        whole = [all(each[language]["verdict"] == "pass" for each in text) for text in texts]
        yield f"whole texts accepted, {name}", command.share(whole)
    yield (
        "sentences accepted in both languages",
        command.share([_passes(each) for text in texts for each in text]),
    )
    for name, kinds in (("headlines", ("story",)), ("figures and counts", ("fact", "count", "note", "due"))):
        judged = [
            not all(_passes(each) for each in command.judged(false, found.facts))
            for false in found.false
            if false["kind"] in kinds
        ]
        yield f"false sentences about {name} refused", command.share(judged)
    wrong = list(command.published(found.answers, found.facts, count=MUTATIONS))
    of_headlines = sum(each.sentence.kind == "story" and each.what == "wrong_way" for each in wrong)
    yield f"wrong ones published, of {MUTATIONS:,} mutations", str(len(wrong) - of_headlines)
    yield "words on a headline reversed, left to the second reviewer", str(of_headlines)


def _passes(each: Mapping[str, Any]) -> bool:
    return all(each[language]["verdict"] == "pass" for language in LANGUAGES)
