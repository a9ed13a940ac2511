"""The sets of drafts are complete and can be judged."""

import pytest

from evaluation.drafts import command, measures


@pytest.mark.parametrize("name", measures.SETS)
def test_a_set_has_facts_for_each_answer_and_false_sentence(tmp_path, name):
    found = measures.unpacked(name, tmp_path)
    assert (len(found.answers), len(found.false)) == (24, 60)
    assert all(
        (found.facts / f"{each['task']}.facts.json").exists() for each in (*found.answers, *found.false)
    )


def test_an_answer_of_a_set_is_judged_by_sentence(tmp_path):
    found = measures.unpacked("j", tmp_path)
    judged = list(command.judged(found.answers[0], found.facts))
    assert [each["sentence"] for each in judged][:2] in ([0, 1], [1, 2])
    assert all(each["en"]["text"] for each in judged)


def test_a_title_is_judged_in_the_words_in_which_pages_print_it(tmp_path):
    found = measures.unpacked("j", tmp_path)
    answer = next(
        each for each in found.answers if each["title"] and each["title"]["en"].startswith("{spx.name}")
    )
    title = next(each for each in command.judged(answer, found.facts) if each["sentence"] == 0)
    assert title["en"]["text"] == "S&P 500 falls 1.4% to 6,891.5\u00a0points"  # in a sentence: the S&P 500
