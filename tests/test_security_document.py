"""docs/security.md and docs/asvs.md name what there is; the second leaves no requirement out."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROMISES, REQUIREMENTS = (
    (ROOT / f"docs/{name}.md").read_text(encoding="utf-8") for name in ("security", "asvs")
)
TEXT = PROMISES + REQUIREMENTS
NAMED = re.compile(
    r"`((?:[\w./-]+\.(?:py|js|md|toml|yaml|html|txt|sh)|\.ci/run|\.dockerignore|Dockerfile))(?:::(test_\w+))?`"
)
IDS = r"\d+\.\d+\.\d+(?:–\d+)?(?:, \d+\.\d+\.\d+(?:–\d+)?)*"
ROWS = re.findall(
    rf"^\| ({IDS}) \| ([12])(?:; 1: ({IDS}))? \| ([\w/]+) \| (.+) \|$", REQUIREMENTS, re.MULTILINE
)
# How many requirements of levels 1 and 2 each chapter of ASVS 5.0.0 has.
CHAPTERS = {1: 27, 2: 11, 3: 19, 4: 10, 5: 9, 6: 35, 7: 18, 8: 7, 9: 7, 10: 29, 11: 14, 12: 9, 13: 13, 14: 9,
            15: 13, 16: 16, 17: 7}  # fmt: skip
MARKUP = re.compile(
    r"\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|setHTMLUnsafe)\b"
)


def test_named_files_and_tests_exist():
    named = set(NAMED.findall(TEXT))
    assert len(named) > 100
    missing = [(path, test) for path, test in named if not exists(ROOT / path, test)]
    assert missing == []


def exists(file: Path, test: str) -> bool:
    return file.is_file() and (not test or f"def {test}(" in file.read_text(encoding="utf-8"))


def test_the_promises_are_a_page_and_each_is_shown():
    assert len(PROMISES.splitlines()) <= 80
    bare = [
        paragraph[:40]
        for paragraph in PROMISES.partition("## What is not promised")[0].split("\n\n")
        if paragraph.startswith("**") and not NAMED.search(paragraph)
    ]
    assert bare == []


def expand(ids: str) -> list[str]:
    """The requirements of "6.2.1–3, 6.2.5"."""
    numbers = []
    for part in ids.split(", ") if ids else ():
        first, _, last = part.partition("–")
        section, _, start = first.rpartition(".")
        numbers += [f"{section}.{number}" for number in range(int(start), int(last or start) + 1)]
    return numbers


def test_lists_and_ranges_expand():
    assert expand("6.2.1–3, 6.2.5") == ["6.2.1", "6.2.2", "6.2.3", "6.2.5"]


def test_no_requirement_is_missing_or_there_twice():
    found = [number for ids, *_ in ROWS for number in expand(ids)]
    assert len(found) == len(set(found))
    assert {
        chapter: sum(number.startswith(f"{chapter}.") for number in found) for chapter in CHAPTERS
    } == CHAPTERS


def test_every_row_of_the_chapters_is_read():
    chapters = REQUIREMENTS.partition("## V1 ")[2].splitlines()
    rows = [line for line in chapters if line.startswith("|") and not line.startswith(("| id ", "|---"))]
    assert len(rows) == len(ROWS)


def test_levels_are_those_of_the_standard():
    first = [number for ids, level, ones, *_ in ROWS for number in expand(ids if level == "1" else ones)]
    assert len(first) == len(set(first)) == 70
    assert [ids for ids, _, ones, *_ in ROWS if not {*expand(ones)} <= {*expand(ids)}] == []


def test_each_requirement_has_an_answer():
    assert {state for *_, state, _ in ROWS} == {"yes", "part", "no", "n/a", "operator"}
    # What holds is shown: by a file, a test, or a table or row of the same document.
    bare = [
        ids for ids, _, _, state, words in ROWS
        if state == "yes" and not NAMED.search(words) and not re.match(r"Above|Same|`SECURITY", words)
        and ids not in {"6.4.2", "9.2.3"}
    ]  # fmt: skip
    assert bare == []


def test_the_tables_that_answers_name_are_above():
    named = [
        name for *_, words in ROWS if words.startswith("Above") for name in re.findall(r'"([^"]+)"', words)
    ]
    headings = re.findall(r"^### (.+)$", REQUIREMENTS, re.MULTILINE)
    assert [name for name in named if name not in headings and f"\n{name}: " not in REQUIREMENTS] == []


def test_scripts_write_text_and_no_markup():
    scripts = [*(ROOT / "static/js").rglob("*.js")]
    assert [path.name for path in scripts if MARKUP.search(path.read_text(encoding="utf-8"))] == []
