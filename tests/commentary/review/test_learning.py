"""Learning the weights: from a handful of texts, always the same, and written so that it can be read again."""

import json
from pathlib import Path

from django.core.management import call_command

from commentary.review import likeness
from commentary.review.learning import learn, sentences, write


def text(body: str, name: str = "") -> dict[str, str]:
    return {
        "lang": "en", "kind": "read", "style": "DRY", "text": body, "class": name, "expect": "fail" if name else "pass",
    }  # fmt: skip


TEXTS = [
    *(text(f"Yields fell to {n}%. So buy bonds at once.", "C01") for n in range(4)),
    *(text(f"The pivot sits near {n} for gold.", "C09") for n in range(4)),
    *(text(f"Yields fell to {n}%. Growth was lower.") for n in range(8)),
]


def test_what_was_learnt_tells_texts_apart_and_names_them(tmp_path: Path):
    weights = learn(TEXTS, "en", rounds=8)
    write(weights, tmp_path / "likeness_en.json")
    known = likeness.load("en", tmp_path)
    bad, other, good = (
        sentences(text(body))[0] for body in ("So buy bonds.", "The pivot sits here.", "Growth was lower.")
    )
    assert known.score(bad) > 0 > known.score(good)
    names = [known.by_class(each) for each in (bad, other)]
    assert [max(each, key=each.__getitem__) for each in names] == ["C01", "C09"]


def test_a_lawful_sentence_beside_a_violation_is_not_learnt_as_one():
    weights = learn(TEXTS, "en", rounds=8)["refused"]
    assert weights["yields"] < 0 < weights["buy"]


def test_the_same_texts_give_the_same_weights():
    assert learn(TEXTS, "en", rounds=3) == learn(TEXTS, "en", rounds=3)


def test_the_command_writes_one_file_a_language(tmp_path: Path):
    rows = [*TEXTS, *({**row, "lang": "it"} for row in TEXTS)]
    source = tmp_path / "texts.jsonl"
    source.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    call_command("learn_review", str(source), to=tmp_path)
    assert likeness.load("it", tmp_path).score(["buy"]) > 0
    assert (tmp_path / "likeness_en.json").exists()
