"""Learning what makes two headlines one story: from small sets, always the same, and written to be read again."""

import json
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from news.story_learning import TREES, count_rarity, learn, learn_all, pairs
from news.story_trees import Forest

NAMES = (
    "Harlan",
    "Orvella",
    "Tessaly",
    "Pellmar",
    "Kesler",
    "Dorvane",
    "Wolfram",
    "Marlow",
    "Ostrava Glass",
    "Quillon",
)


def row(number: int, family: str, story: str, title: str) -> dict[str, Any]:
    return {
        "id": number, "family": family, "story": f"{family}.{story}", "lang": "en", "title": title, "summary": "",
        "publisher": f"Paper {number}", "published_at": "2026-11-18T12:00:00Z",
    }  # fmt: skip


def titles(name: str) -> list[tuple[str, str]]:
    return [
        ("a", f"{name} Foods to cut 500 jobs in Leeds"), ("a", f"{name} Foods sheds 500 posts in Leeds"),
        ("a", f"500 staff to go at {name} Foods in Leeds"), ("b", f"{name} Foods wins prize for canteens in Leeds"),
        ("c", f"{name} Foods opens museum of bread in Leeds"),
    ]  # fmt: skip


SET = [
    row(10 * n + m, name, story, title)
    for n, name in enumerate(NAMES)
    for m, (story, title) in enumerate(titles(name))
]


def test_rarity_counts_families_and_not_headlines() -> None:
    counts = count_rarity([SET, SET], "en")
    assert counts["stories"] == 2 * len(NAMES)
    assert (counts["stems"]["museum"], counts["stems"]["harlan"]) == (2 * len(NAMES), 2)


def test_pairs_are_of_like_headlines_that_nothing_rules_out() -> None:
    known = list(pairs(SET, "en"))
    assert {same for _, same in known} == {True, False}
    other_figure = [*SET[:1], {**SET[1], "title": "Harlan Foods sheds 900 posts in Leeds"}]
    late = [SET[0], {**SET[1], "published_at": "2026-11-20T12:00:00Z"}]
    assert (list(pairs(other_figure, "en")), list(pairs(late, "en")), list(pairs(SET, "it"))) == ([], [], [])


def test_what_was_learned_tells_pairs_apart() -> None:
    known = list(pairs(SET, "en"))
    found = Forest(**json.loads(json.dumps(learn([known]))))
    assert all((found.score(measured) > 0) == same for measured, same in known)


def test_the_same_sets_give_the_same_trees() -> None:
    known = [list(pairs(SET, "en"))]
    assert learn(known) == learn(known)


def test_steps_are_told() -> None:
    told: list[None] = []
    learn_all([SET, SET], "en", tell=lambda: told.append(None))
    assert len(told) == 2 + TREES


def test_the_command_writes_both_files(tmp_path: Path) -> None:
    said = StringIO()
    (tmp_path / "stories_one.jsonl").write_text("\n".join(map(json.dumps, SET)))
    call_command(
        "learn_stories", str(tmp_path / "stories_one.jsonl"), to=tmp_path, stdout=said, stderr=StringIO()
    )
    assert said.getvalue().startswith(f"en: {TREES} trees from ")
    assert json.loads((tmp_path / "rarity_en.json").read_text()) == count_rarity([SET], "en")
    assert len(json.loads((tmp_path / "trees_en.json").read_text())["trees"]) == TREES


def test_kept_sets_are_never_learned_from(tmp_path: Path) -> None:
    source, kept = tmp_path / "stories_one.jsonl", tmp_path / "stories_one_kept.jsonl"
    source.write_text("\n".join(map(json.dumps, SET)))
    kept.write_text("not even read")
    said = StringIO()
    call_command("learn_stories", str(source), str(kept), to=tmp_path, stdout=said, stderr=StringIO())
    assert said.getvalue().endswith("of 1 sets\n")


def test_pairs_of_one_kind_are_refused(tmp_path: Path) -> None:
    (tmp_path / "stories_one.jsonl").write_text("\n".join(map(json.dumps, SET[:2])))
    with pytest.raises(CommandError, match="needs pairs of one story and pairs of two"):
        call_command("learn_stories", str(tmp_path / "stories_one.jsonl"), to=tmp_path, stderr=StringIO())


@pytest.mark.parametrize(
    "line",
    ["nojson", "[]", "[" * 20_000, '{"lang": "en", "title": "x"}', json.dumps({**SET[0], "published_at": None}),
     json.dumps({**SET[0], "published_at": "2026-11-18T12:00:00"}), json.dumps({**SET[0], "title": 3})],
    ids=["no JSON", "no object", "deep", "short", "undated", "without a zone", "number"],
)  # fmt: skip
def test_a_bad_line_is_named_before_anything_is_written(tmp_path: Path, line: str) -> None:
    (tmp_path / "stories_one.jsonl").write_text("\n".join([*map(json.dumps, SET), line]))
    with pytest.raises(
        CommandError, match=f"^stories_one.jsonl, line {len(SET) + 1}: needs an object with family"
    ):
        call_command("learn_stories", str(tmp_path / "stories_one.jsonl"), to=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["stories_one.jsonl"]


@pytest.mark.parametrize(
    ("files", "to", "said"),
    [(["nowhere.jsonl"], ".", "cannot be read"), (["stories_one_kept.jsonl"], ".", "No sets to learn from"),
     (["stories_one.jsonl"], "nowhere", "is no folder")],
)  # fmt: skip
def test_missing_files_and_folders_are_named(tmp_path: Path, files: list[str], to: str, said: str) -> None:
    with pytest.raises(CommandError, match=said):
        call_command("learn_stories", *(str(tmp_path / name) for name in files), to=tmp_path / to)


def test_missing_library_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.ensemble", None)
    monkeypatch.delitem(sys.modules, "news.story_learning", raising=False)
    monkeypatch.delattr("news.story_learning", raising=False)
    with pytest.raises(CommandError, match=r"requirements-dev\.txt"):
        call_command("learn_stories", to=tmp_path)
