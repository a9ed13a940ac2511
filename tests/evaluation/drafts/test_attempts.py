"""The two attempts of a model, as the service makes them."""

import json

import pytest

from evaluation.drafts import attempts, command, measures


@pytest.fixture
def written(tmp_path):
    """The first fully accepted answer of a set, and the folder of facts."""
    found = measures.unpacked("j", tmp_path)
    for answer in found.answers:
        task = command.assignment(answer["task"], found.facts)
        draft, checked = attempts.checked_answer(answer, task)
        if draft and all(each.passed for each in checked) and len(draft.sentences) > 3:
            return answer, found.facts
    raise AssertionError("no answer of the set passes")


def with_a_fault(answer):
    fact = next(each for each in answer["sentences"] if each["kind"] == "fact")
    id = fact["about"][0]
    broken = fact | {"about": [id], "en": f"{{{id}.name}} soared.", "it": f"{{{id}.name}} è volato."}
    return {**answer, "sentences": [broken if each is fact else each for each in answer["sentences"]]}


def test_a_refused_answer_is_requested_again_with_its_findings(written, tmp_path):
    answer, facts = written
    attempts.retry([with_a_fault(answer)], facts, tmp_path / "again")
    (prompt,) = (tmp_path / "again").glob("*.prompt.txt")
    assert "soared" in prompt.read_text().split("were refused")[1]


def test_an_answer_that_passes_is_not_requested_again(written, tmp_path, capsys):
    answer, facts = written
    attempts.retry([answer], facts, tmp_path / "again")
    assert not list((tmp_path / "again").iterdir()) and "0 of 1" in capsys.readouterr().out


def test_an_answer_without_the_form_gets_that_finding(written, tmp_path):
    answer, facts = written
    attempts.retry([{"task": answer["task"]}], facts, tmp_path / "again")
    (prompt,) = (tmp_path / "again").glob("*.prompt.txt")
    assert attempts.UNUSABLE in prompt.read_text()


def test_a_retry_that_passes_counts_after_one_retry(written, capsys):
    answer, facts = written
    attempts.score([with_a_fault(answer)], [answer], facts)
    out = capsys.readouterr().out
    assert "en: texts at first: 0 of 1" in out and "en: texts after one retry: 1 of 1" in out


def test_what_still_fails_is_the_rules(written, capsys):
    answer, facts = written
    attempts.score([with_a_fault(answer)], [with_a_fault(answer)], facts)
    out = capsys.readouterr().out
    assert "it: texts after one retry: 0 of 1" in out
    assert "replaced by the rules': 2 of" in out


def test_answers_are_read_from_a_file_or_a_folder(written, tmp_path):
    answer, _facts = written
    (tmp_path / "all.jsonl").write_text(json.dumps(answer) + "\n")
    folder = tmp_path / "answers"
    folder.mkdir()
    (folder / f"{answer['task']}.json").write_text(json.dumps({**answer, "task": ""}))
    assert attempts.read(tmp_path / "all.jsonl") == attempts.read(folder) == [answer]
