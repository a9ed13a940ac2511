"""Training of story grouping from small sets, which is deterministic."""

from pathlib import Path
from typing import Any

import pytest

from evaluation.stories.training import count_rarity, learn, pairs, rarity_of, score, weigh, write

NAMES = ("Harlan", "Orvella", "Tessaly", "Pellmar", "Kesler", "Dorvane", "Wolfram", "Marlow", "Quillon")


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
RARE = rarity_of({"en": count_rarity([SET], "en")})


def test_rarity_counts_families_and_not_headlines() -> None:
    counts = count_rarity([SET, SET], "en")
    assert (counts["stories"], counts["stems"]["museum"], counts["stems"]["harlan"]) == (18, 18, 2)


def test_a_stem_of_one_family_is_left_out() -> None:
    assert "harlan" not in count_rarity([SET], "en")["stems"]


def test_pairs_are_of_like_headlines_that_nothing_rules_out() -> None:
    other_figure = [SET[0], {**SET[1], "title": "Harlan Foods sheds 900 posts in Leeds"}]
    late = [SET[0], {**SET[1], "published_at": "2026-11-20T12:00:00Z"}]
    assert {pair.same for pair in pairs(SET, RARE)} == {True, False}
    assert (list(pairs(other_figure, RARE)), list(pairs(late, RARE))) == ([], [])


def test_what_was_learned_tells_pairs_apart() -> None:
    known = list(pairs(SET, RARE))
    weights = weigh([known])
    assert all((score(weights, pair.measured) > 0) == pair.same for pair in known)


def test_the_same_sets_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write(learn([SET]), tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_each_set_that_is_read_is_reported() -> None:
    told: list[None] = []
    learn([SET, SET], tell=lambda: told.append(None))
    assert len(told) == 2


def test_pairs_of_one_kind_are_refused() -> None:
    with pytest.raises(ValueError, match="pairs of one story and pairs of two"):
        learn([SET[:2]])
