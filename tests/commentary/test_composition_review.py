"""What the reviewers refuse: retries, sentences of the rules, verdicts."""

import json
from decimal import Decimal

import pytest

from commentary import published
from commentary.facts.snapshot import Facts
from commentary.language.draft import SlotDraft, SlotSentence
from commentary.language.rendering import render
from commentary.models import IndicatorSummary, ReviewerVerdict
from commentary.publishing import reads
from tests.commentary.author import answer, fact, judged
from tests.commentary.conftest import NOW
from tests.commentary.test_composition import ENGLISH, FALL, FALSE, ONE, read, rows
from tests.fake_model import answers, says, status

pytestmark = pytest.mark.django_db


RANGE = fact("sprd", "{sprd.name} stands above {sprd.share} of its readings since {sprd.since}.",
             "{sprd.name} è sopra il {sprd.share} dei suoi valori da {sprd.since}.")  # fmt: skip


ADVICE = fact("sprd", "{sprd.name} fell to {sprd.value}, so it is time to buy.",
              "{sprd.name} è sceso a {sprd.value}: è il momento di comprare.")  # fmt: skip


@pytest.mark.parametrize("wrong", [FALSE, ADVICE], ids=["false", "advice"])
def test_a_refused_text_is_written_again_knowing_why(two_groups, author, wrong):
    author.puts("write", says(answer(wrong, RANGE)))
    reads.cycle(NOW, **ONE)
    assert (read().written_by, read().content, author.calls) == ("ai", ENGLISH, {"judge": 1, "write": 2})
    first, second = author.asked["write"]
    assert "refused" not in first.prompt.split("MATERIAL")[-1].rsplit("Current time", 1)[1]
    finding = ReviewerVerdict.objects.filter(stage="precheck", verdict="fail", attempt=1).first()
    assert finding.instruction in second.prompt
    assert wrong[finding.lang] in finding.draft


def test_after_the_retry_the_rules_sentence_on_the_same_figure_takes_the_place(two_groups, author):
    author.puts("write", *[says(answer(FALSE, RANGE, RANGE))] * 2)
    reads.cycle(NOW, **ONE)
    assert (read().written_by, author.calls) == ("ai", {"judge": 1, "write": 2})
    assert read().content.startswith("The gap between Italian and German 10-year yields averaged 0.84")
    assert [sentence.get("by") for sentence in read().sentences] == ["rules", None, None]
    assert published.reads("en", "NOVICE")["bonds"].mark.by_rules == 1


def test_more_than_a_third_of_failing_sentences_gives_the_whole_text_to_the_rules(two_groups, author):
    author.puts("write", *[says(answer(FALSE, RANGE))] * 2)
    reads.cycle(NOW, **ONE)
    assert (author.calls, read().written_by) == ({"write": 2}, "rules")
    assert set(ReviewerVerdict.objects.filter(verdict="fail").values_list("attempt", flat=True)) == {1, 2}
    assert read().cost_usd + read().translations.get().cost_usd == Decimal(
        "0.00028"
    )  # what was tried is paid


def test_a_language_that_fails_for_good_has_the_rules_text(two_groups, author):
    wrong = FALL | {"it": "{sprd.name} è salito a {sprd.value} il {sprd.on} da {sprd.before}."}
    author.puts("write", *[says(answer(wrong, wrong, wrong))] * 2)
    reads.cycle(NOW, **ONE)
    italian = read().translations.get()
    assert (read().written_by, italian.written_by, italian.model) == ("ai", "rules", "")
    assert italian.content.startswith("Lo spread fra Btp e Bund è stato in media")
    assert published.reads("it", "NOVICE")["bonds"].written_by == "rules"


def test_findings_of_the_second_reviewer_are_in_the_next_prompt(two_groups, author):
    finding = {
        "language": "en",
        "rule": "C12",
        "excerpt": "stands above",
        "instruction": "Say when that was.",
    }
    author.puts("judge", answers(lambda seen: judged(seen, verdict="fail", findings=[finding])))
    reads.cycle(NOW, **ONE)
    assert "“stands above”: Say when that was." in author.asked["write"][1].prompt
    row = ReviewerVerdict.objects.get(stage="judge", verdict="fail")
    assert (row.lang, row.rule, row.excerpt, row.instruction, row.model) == (
        "en", "C12", "stands above", "Say when that was.", "penman-1",
    )  # fmt: skip


def test_a_sentence_that_the_second_reviewer_refuses_twice_is_the_rules(two_groups, author):
    finding = {
        "language": "it",
        "rule": "language",
        "excerpt": "è sceso a 0,84",
        "instruction": "Write Italian.",
    }
    bad = answers(lambda seen: judged(seen, verdict="fail", findings=[finding]))
    author.puts("write", *[says(answer(FALL, RANGE, RANGE))] * 2)
    author.puts("judge", bad, bad)
    reads.cycle(NOW, **ONE)
    assert (author.calls, read().written_by) == ({"judge": 2, "write": 2}, "ai")
    italian = read().translations.get()
    assert italian.content.startswith("Lo spread fra Btp e Bund è stato in media")
    assert [sentence.get("by") for sentence in italian.sentences] == ["rules", None, None]
    assert read().content.startswith(ENGLISH.split(". For the gap", maxsplit=1)[0])


def refused_twice(author, *findings: dict[str, str], first: dict = FALL) -> None:
    """The second reviewer refuses both attempts, of three sentences each, with these findings."""
    bad = answers(lambda seen: judged(seen, verdict="fail", findings=list(findings)))
    author.puts("write", *[says(answer(first, RANGE, RANGE))] * 2)
    author.puts("judge", bad, bad)
    reads.cycle(NOW, **ONE)


def objection(language: str, excerpt: str) -> dict[str, str]:
    return {"language": language, "rule": "language", "excerpt": excerpt, "instruction": "Write it again."}


def test_no_objection_of_many_is_lost(two_groups, author):
    refused_twice(author, *[objection("en", "fell to 0.84")] * 12, objection("it", "è sceso a 0,84"))
    for text in (read(), read().translations.get()):
        assert [sentence.get("by") for sentence in text.sentences] == ["rules", None, None]


def test_an_objection_that_names_the_other_language_counts_where_its_words_are(two_groups, author):
    refused_twice(author, objection("en", "è sceso a 0,84"))
    assert [sentence.get("by") for sentence in read().translations.get().sentences] == ["rules", None, None]
    assert read().written_by == "rules"


def test_an_objection_to_a_language_that_is_not_there_counts_for_the_one_that_is(two_groups, author):
    """All Italian sentences fail the first review, so the second reviewer reads the English ones alone."""
    wrong = FALL | {"it": "{sprd.name} è salito a {sprd.value} il {sprd.on} da {sprd.before}."}
    bad = answers(lambda seen: judged(seen, verdict="fail", findings=[objection("it", "fell to 0.84")]))
    author.puts("write", *[says(answer(wrong, wrong, wrong))] * 2)
    author.puts("judge", bad)
    reads.cycle(NOW, **ONE)
    assert author.calls == {"judge": 1, "write": 2}
    assert (read().written_by, read().translations.get().written_by) == ("rules", "rules")


def test_a_language_that_the_second_reviewer_refuses_without_a_sentence_is_the_rules(two_groups, author):
    finding = {"language": "it", "rule": "language", "excerpt": "", "instruction": "Write Italian."}
    bad = answers(lambda seen: judged(seen, verdict="fail", findings=[finding]))
    author.puts("judge", bad, bad)
    reads.cycle(NOW, **ONE)
    assert (read().written_by, read().translations.get().written_by) == ("ai", "rules")


@pytest.mark.parametrize(
    "reply",
    [
        lambda seen: "PASS", lambda seen: "The verdict is pass.", lambda seen: "{}",
        lambda seen: judged(seen, text_id="0" * 12), lambda seen: judged(seen, verdict="PASS"),
        lambda seen: judged(seen, verdict="ok"), lambda seen: judged(seen, verdict=True),
        lambda seen: judged(seen, findings=[{"rule": "C01", "excerpt": "x", "instruction": "y"}]),
        lambda seen: judged(seen, verdict="fail"), lambda seen: judged(seen, note="sure"),
        lambda seen: judged(seen) + judged(seen), lambda seen: json.dumps([judged(seen)]),
        lambda seen: judged(seen, findings="none"), lambda seen: judged(seen, findings=["C01"]),
    ],
)  # fmt: skip
def test_a_verdict_that_is_not_exactly_a_pass_fails(two_groups, author, reply):
    author.puts("judge", *[answers(reply)] * 2)
    reads.cycle(NOW, **ONE)
    assert (author.calls, read().written_by) == ({"judge": 2, "write": 2}, "rules")
    assert {row[3] for row in rows() if row[0] == "judge"} <= {"error", "fail"}


def test_a_judge_that_does_not_answer_gives_the_rules_text_at_once(two_groups, author):
    author.puts("judge", *[status(503)] * 2)
    reads.cycle(NOW, **ONE)
    assert (author.calls["write"], read().written_by, rows()[-1]) == (1, "rules", ("judge", "it", 1, "error"))


def test_the_second_reviewer_reads_both_languages_in_one_call(two_groups, author):
    reads.cycle(NOW, **ONE)
    (seen,) = author.asked["judge"]
    assert ENGLISH in seen.prompt
    assert read().translations.get().content in seen.prompt


def test_the_reviewed_text_travels_between_random_marks(two_groups, author):
    reads.cycle(NOW, groups=["bonds"], styles=["DRY"])
    marks = {seen.prompt.rsplit("=== ", 1)[1].strip() for seen in author.asked["judge"]}
    assert len(marks) == 2
    assert all(len(mark) == 16 for mark in marks)


def test_every_system_prompt_carries_the_rider_first_and_every_prompt_the_time(two_groups, author):
    reads.cycle(NOW, **ONE)
    for seen in author.seen:
        assert seen.system.startswith("Market Briefing is an educational service")
        assert "\nCurrent time: 2026-11-21 13:07 UTC.\n" in seen.prompt


def test_a_dry_run_asks_the_model_and_stores_no_text(two_groups, author):
    report = reads.cycle(NOW, dry_run=True, **ONE)
    ((_read, texts),) = report.drafts
    assert texts["en"].body == ENGLISH
    assert (IndicatorSummary.objects.count(), ReviewerVerdict.objects.count()) == (0, 0)


def test_what_is_stored_prints_as_it_did(two_groups, author):
    reads.cycle(NOW, **ONE)
    facts = Facts.from_json(read().facts)
    slots = reads.Read(facts, "NOVICE", "DRY").assignment.slots
    draft = SlotDraft(
        None, (SlotSentence("fact", ("sprd",), {lang: str(FALL[lang]) for lang in ("en", "it")}),)
    )
    assert render(draft, slots, "en").body == read().sentences[0]["text"]
