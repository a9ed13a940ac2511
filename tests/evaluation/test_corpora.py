"""Compressed JSON lines, tables in documents, and the entry point."""

from pathlib import Path

import pytest
import time_machine

from evaluation import corpora
from evaluation.__main__ import main
from evaluation.tables import markdown, put

ROOT = Path(__file__).resolve().parents[2]
ROWS = [{"text": "L’oro è salito.", "expect": "pass"}, {"text": "line\nbreak", "expect": "fail"}]


def test_rows_are_read_as_they_were_written(tmp_path: Path):
    corpora.write(tmp_path / "one.jsonl.xz", ROWS)
    assert corpora.folder(tmp_path) == {"one": ROWS}


def test_the_same_rows_give_the_same_bytes(tmp_path: Path):
    for name in ("one", "other"):
        corpora.write(tmp_path / name, ROWS)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


@time_machine.travel("2026-11-03T10:00Z", tick=False)
def test_a_dated_table_replaces_what_stands_between_its_marks(tmp_path: Path):
    document = tmp_path / "page.md"
    document.write_text("Before\n<!-- x -->\nold\n<!-- end of x -->\nAfter\n", encoding="utf-8")
    put(document, "x", markdown(("a", "b"), [("1", "2")]))
    assert document.read_text(encoding="utf-8") == (
        "Before\n<!-- x -->\nMeasured on 3 November 2026.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n<!-- end of x -->\nAfter\n"
    )
    with pytest.raises(ValueError, match="no place"):
        put(document, "y", "")


def test_without_a_part_it_says_how_it_is_used(capsys):
    assert main([]) == main(["laundry"]) == 2
    assert "python -m evaluation review|stories" in capsys.readouterr().err


def test_no_file_of_the_corpora_is_large():
    large = [path.name for path in (ROOT / "evaluation").rglob("*.xz") if path.stat().st_size > 400_000]
    assert large == []


def test_the_service_knows_nothing_of_the_evaluation():
    apps = ("briefing", "accounts", "indicators", "news", "commentary", "billing", "portfolio")
    users = [
        str(path.relative_to(ROOT))
        for app in apps
        for path in (ROOT / app).rglob("*.py")
        if any(line.split()[:1] in (["import"], ["from"]) and line.split()[1].split(".")[0] == "evaluation"
               for line in path.read_text(encoding="utf-8").splitlines())
    ]  # fmt: skip
    assert users == []
    in_the_image = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "*" in in_the_image
    assert "!evaluation" not in in_the_image
