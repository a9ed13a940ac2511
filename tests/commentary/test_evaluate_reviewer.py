"""The score of the LLM reviewer, with reviewers that are all yes, all no, right, and out of their mind."""

from collections import Counter
from functools import cache
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from commentary.writing import reviewer_score
from tests.commentary.author import judged
from tests.fake_model import answers, says

pytestmark = pytest.mark.django_db
FINDING = [{"rule": "C01", "excerpt": "x", "instruction": "y"}]


def measured(*arguments: str) -> list[str]:
    out = StringIO()
    call_command("evaluate_reviewer", *arguments, stdout=out, no_color=True)
    return out.getvalue().splitlines()


@cache
def bad_texts() -> set[str]:
    return {row["text"] for row in reviewer_score.texts() if row["expected"] == "fail"}


def right(seen) -> str:
    text = seen.prompt.split("\n=== ")[1].split("\n", 1)[1]
    return judged(seen, verdict="fail", findings=FINDING) if text in bad_texts() else judged(seen)


def test_the_set_is_a_hundred_texts_evenly_spread():
    rows = reviewer_score.texts()
    assert Counter((row["lang"], row["expected"]) for row in rows) == {
        (lang, expected): 25 for lang in ("en", "it") for expected in ("pass", "fail")
    }
    assert len({row["text"] for row in rows}) == len({row["id"] for row in rows}) == 100


def test_a_right_reviewer_has_a_full_score(author):
    author.otherwise = answers(right, usage=(1000, 100))
    last = measured()[-1]
    assert last.startswith("100 texts: caught 50 of 50, let 50 of 50 pass, 0 unusable answers; ")
    assert last.endswith("0.1200 USD.")


def test_a_reviewer_that_passes_everything_catches_nothing(author):
    lines = measured()
    assert lines[-1].startswith("100 texts: caught 0 of 50, let 50 of 50 pass, 0 unusable")
    assert (len(lines), lines[0].split(":")[0]) == (51, "en-fail-01 (expected fail C01)")


def test_answers_that_cannot_be_used_let_nothing_pass(author):
    author.otherwise = says("PASS")
    assert measured("--limit", "20")[-1].startswith(
        "20 texts: caught 10 of 10, let 0 of 10 pass, 20 unusable"
    )


def test_without_a_model_there_is_nothing_to_measure():
    with pytest.raises(CommandError, match="No model is configured"):
        measured()
