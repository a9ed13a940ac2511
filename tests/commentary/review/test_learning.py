"""Learning the weights: from a handful of texts, always the same, and written so that it can be read again."""

import json
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, CommandParser, call_command

from commentary.management.commands.learn_review import Command
from commentary.review import likeness
from commentary.review.learning import learn, sentences, write
from tests.commentary.review.texts import SETS


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
    weights = learn(TEXTS, "en")
    write(weights, tmp_path / "likeness_en.json")
    known = likeness.load("en", tmp_path)
    bad, other, good = (
        sentences(text(body))[0] for body in ("So buy bonds.", "The pivot sits here.", "Growth was lower.")
    )
    assert known.score(bad) > 0 > known.score(good)
    names = [known.by_class(each.words) for each in (bad, other)]
    assert [max(each, key=each.__getitem__) for each in names] == ["C01", "C09"]


def test_a_lawful_sentence_beside_a_violation_is_not_learnt_as_one(tmp_path: Path):
    write(learn(TEXTS, "en"), tmp_path / "likeness_en.json")
    beside, bad = map(likeness.load("en", tmp_path).score, sentences(TEXTS[0]))
    assert beside < 0 < bad


def test_the_same_texts_give_the_same_weights():
    assert learn(TEXTS, "en") == learn(TEXTS, "en")


def test_the_command_writes_one_file_a_language(tmp_path: Path):
    rows = [*TEXTS, *({**row, "lang": "it"} for row in TEXTS)]
    source = tmp_path / "texts.jsonl"
    source.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    call_command("learn_review", str(source), to=tmp_path)
    beside, bad = map(likeness.load("it", tmp_path).score, sentences(rows[len(TEXTS)]))
    assert beside < 0 < bad
    assert (tmp_path / "likeness_en.json").exists()


def test_the_command_leaves_out_what_is_kept_for_measuring(tmp_path: Path):
    for name in ("texts", "texts_kept", "figures"):
        (tmp_path / f"{name}.jsonl").write_text("\n".join(json.dumps(row) for row in TEXTS), encoding="utf-8")
    said = StringIO()
    call_command("learn_review", *map(str, tmp_path.glob("*.jsonl")), to=tmp_path, stdout=said)
    assert f"of {len(TEXTS)} texts" in said.getvalue()


def test_a_language_without_texts_keeps_its_weights(tmp_path: Path):
    source = tmp_path / "texts.jsonl"
    source.write_text("\n".join(json.dumps(row) for row in TEXTS), encoding="utf-8")
    call_command("learn_review", str(source), to=tmp_path)
    assert not (tmp_path / "likeness_it.json").exists()


def test_the_command_needs_texts_of_both_kinds(tmp_path: Path):
    source = tmp_path / "texts.jsonl"
    source.write_text(json.dumps(text("Growth was lower.")), encoding="utf-8")
    with pytest.raises(CommandError, match="learning en needs texts that pass and texts that fail"):
        call_command("learn_review", str(source), to=tmp_path)


def test_the_command_says_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "sklearn.linear_model", None)
    monkeypatch.delitem(sys.modules, "commentary.review.learning")
    with pytest.raises(CommandError, match="scikit-learn is not installed"):
        call_command("learn_review", to=tmp_path)


def test_without_files_the_command_takes_the_tests_texts():
    options = CommandParser()
    Command().add_arguments(options)
    names = {path.stem for path in options.parse_args([]).files}
    assert {*SETS, "ordinary_kept"} <= names
