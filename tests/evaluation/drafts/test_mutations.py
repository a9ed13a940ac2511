"""Mutations are wrong sentences, and the check refuses each of them."""

import json

import pytest

from commentary.writing.checks import draft as checks
from evaluation.drafts import command, mutations
from tests.commentary.tables import document

US = {"kind": "fact", "about": ["us10"], "en": "{us10.name} fell by {us10.move} to {us10.value} on {us10.on}, more than its usual move of {us10.usual}.",
      "it": "{us10.name} è sceso di {us10.move} a {us10.value} il {us10.on}, più della variazione abituale di {us10.usual}."}  # fmt: skip
CPIE = {"kind": "fact", "about": ["cpie"], "en": "{cpie.name} rose to {cpie.value} in {cpie.on} from {cpie.before}, the highest since {cpie.extreme_since}.",
        "it": "{cpie.name} è salita a {cpie.value} in {cpie.on} da {cpie.before}, il valore più alto da {cpie.extreme_since}."}  # fmt: skip
STORY = {"kind": "story", "about": ["s2"], "en": "Near Kalmira {s2.n1} tankers came under fire, according to {s2.publisher}.",
         "it": "Presso Kalmira droni su {s2.n1} petroliere, secondo {s2.publisher}."}  # fmt: skip
COUNT = {"kind": "count", "about": ["count"], "en": "{count.new} figures have a new reading, {count.not_new} have none.",
         "it": "{count.new} dati hanno un valore nuovo, {count.not_new} non ne hanno."}  # fmt: skip
ANSWER = {"task": "01", "title": None, "sentences": [US, CPIE, STORY, COUNT]}


@pytest.fixture
def facts(tmp_path):
    found = {"kind": "aggregate", "scope": "all", "tone": "INTERMEDIATE", "style": "DRY", "facts": document()}
    (tmp_path / "01.facts.json").write_text(json.dumps(found), encoding="utf-8")
    return tmp_path


def made(facts, count=300):
    return list(mutations.of([ANSWER], facts, count=count))


def test_each_kind_of_change_is_made(facts):
    assert len({each.what for each in made(facts)}) == len(mutations.CHANGES)


def test_a_mutation_differs_from_the_right_sentence(facts):
    assert all(each.sentence.texts != each.right.texts for each in made(facts))


def test_most_mutations_print_something_wrong(facts):
    found = made(facts)
    assert sum(each.is_wrong for each in found) > 0.9 * len(found)


def test_the_same_seed_makes_the_same_mutations(facts):
    assert [each.sentence for each in made(facts, 50)] == [each.sentence for each in made(facts, 50)]


def test_none_of_them_would_be_published(facts):
    published = [
        each.sentence.texts
        for each in made(facts)
        if each.is_wrong and checks.check_one(each.sentence, each.slots, kind=each.kind).passed
    ]
    assert published == []


def test_the_right_sentences_would_be(facts):
    rows = list(command.judged(ANSWER, facts))
    assert [row["en"]["verdict"] for row in rows[:2]] == ["pass", "pass"] and rows[3]["en"][
        "verdict"
    ] == "pass"


def test_a_single_sentence_is_judged_as_a_whole_answer_is(facts):
    (alone,) = command.judged({"task": "01", **US}, facts)
    whole = next(command.judged(ANSWER, facts))
    assert alone["en"] == whole["en"] and alone["it"] == whole["it"]


def test_the_title_is_sentence_0(facts):
    title = {"en": "{us10.name} falls", "it": "{us10.name} scende"}
    assert [row["sentence"] for row in command.judged(ANSWER | {"title": title}, facts)] == [0, 1, 2, 3, 4]


def test_an_unreadable_answer_is_reported_in_one_line(facts):
    (row,) = command.judged({"task": "01", "sentences": "prose"}, facts)
    assert row["sentence"] is None and "sentences" in row["unusable"]


def test_a_refused_sentence_has_its_findings_and_its_printed_text(facts):
    (row,) = command.judged({"task": "01", **US, "en": "{us10.name} rose to {us10.value}."}, facts)
    assert row["en"]["verdict"] == "fail" and row["en"]["findings"][0]["rule"] == "draft.claim"
    assert row["en"]["text"] == "The US 10-year yield rose to 4.94%."


def test_check_prints_a_line_a_sentence(facts, capsys):
    answers = facts / "answers.jsonl"
    answers.write_text(f"{json.dumps(ANSWER)}\n\n{json.dumps({'task': '01', **US})}\n", encoding="utf-8")
    command.check(answers, facts)
    assert [json.loads(line)["sentence"] for line in capsys.readouterr().out.splitlines()] == [1, 2, 3, 4, 1]


def test_mutate_says_last_how_many_would_have_been_published(facts, capsys):
    answers = facts / "answers.jsonl"
    answers.write_text(json.dumps(ANSWER), encoding="utf-8")
    command.mutate(answers, facts, count=100)
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("100 mutated sentences") and last.endswith(", 0 would have been published")
