"""Training of the review's weights from a few texts, which is deterministic, and its refusal of too few."""

from pathlib import Path

import pytest

from commentary.review.weights import write
from evaluation.review.training import sentences, train

WORDS = ["tea", "coal", "rice", "salt", "zinc", "wool", "corn", "milk", "iron", "lead", "gas", "rent"]


def text(body: str, name: str = "") -> dict[str, str]:
    return {
        "lang": "en", "kind": "read", "style": "DRY", "text": body, "class": name, "expect": "fail" if name else "pass",
    }  # fmt: skip


TEXTS = [
    *(text(f"Yields of {word} fell. So buy {word} bonds at once.", "C01") for word in WORDS),
    *(text(f"The pivot sits near {word} for gold.", "C09") for word in WORDS),
    *(text(f"Yields of {word} fell. Growth of {word} was lower.") for word in WORDS),
]


def test_what_was_learnt_tells_texts_apart_and_names_them():
    known = train(TEXTS, "en")
    bad, other, good = (
        sentences(text(body))[0]
        for body in ("So buy bonds.", "The pivot sits here.", "Growth of iron was lower.")
    )
    assert known.score(bad) > 0 > known.score(good)
    names = [known.by_class(each.words) for each in (bad, other)]
    assert [max(each, key=each.__getitem__) for each in names] == ["C01", "C09"]


def test_a_lawful_sentence_beside_a_violation_is_not_learnt_as_one():
    beside, bad = map(train(TEXTS, "en").score, sentences(TEXTS[0])[:2])
    assert beside < 0 < bad


def test_the_same_texts_give_the_same_file(tmp_path: Path):
    for name in ("one", "other"):
        write(train(TEXTS, "en"), tmp_path / f"{name}.bin")
    assert (tmp_path / "one.bin").read_bytes() == (tmp_path / "other.bin").read_bytes()


def test_nothing_is_learnt_from_fewer_than_ten_different_sentences():
    often = [text(f"{word} was lower.") for word in WORDS]
    rare = [text(f"{word} deserves a purchase.", "C01") for word in WORDS[:9]]
    known = train([*often, *rare, *rare, text("The pivot sits here.", "C09")], "en")
    assert "lower" in known.refused
    assert not {"purch", "pivot"} & (known.refused.keys() | known.classes.keys())


@pytest.mark.parametrize("rows", [[], [0], [0, -1]])
def test_training_needs_texts_of_both_kinds_and_words_that_they_share(rows):
    with pytest.raises(ValueError, match="learning"):
        train([TEXTS[place] for place in rows], "en")
