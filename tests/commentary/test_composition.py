"""The whole way of a read with a model: written in both languages, checked, reviewed, published with its audit rows."""

import json
from decimal import Decimal

import pytest

from briefing.core.models import LlmCall, StaffNotice
from commentary import published
from commentary.facts import collecting
from commentary.facts.snapshot import Facts
from commentary.language.draft import SlotDraft, SlotSentence
from commentary.language.rendering import render
from commentary.models import IndicatorSummary, ReviewerVerdict
from commentary.publishing import reads
from commentary.writing import composition
from commentary.writing.drafts import Assignment
from tests.commentary.author import answer, fact, judged
from tests.commentary.conftest import NOW
from tests.fake_model import answers, breaks_off, disconnects, drips, hangs, huge, says, status

pytestmark = pytest.mark.django_db
ONE = {"groups": ["bonds"], "tones": ["NOVICE"], "styles": ["DRY"]}
ENGLISH = (
    "The gap between Italian and German 10-year yields fell to 0.84\xa0percentage point in October from 0.89. "
    "The gap between Italian and German 10-year yields stands above 40% of its readings since 1997."
)
FALL = fact("sprd", "{sprd.name} fell to {sprd.value} in {sprd.on} from {sprd.before}.",
            "{sprd.name} è sceso a {sprd.value} il {sprd.on} da {sprd.before}.")  # fmt: skip
RANGE = fact("sprd", "{sprd.name} stands above {sprd.share} of its readings since {sprd.since}.",
             "{sprd.name} è sopra il {sprd.share} dei suoi valori da {sprd.since}.")  # fmt: skip
FALSE = fact("sprd", "{sprd.name} rose to {sprd.value} in {sprd.on} from {sprd.before}, of all things.",
             "{sprd.name} è salito a {sprd.value} il {sprd.on} da {sprd.before}, proprio così.")  # fmt: skip
ADVICE = fact("sprd", "{sprd.name} fell to {sprd.value}, so it is time to buy.",
              "{sprd.name} è sceso a {sprd.value}: è il momento di comprare.")  # fmt: skip


def rows() -> list[tuple[str, str, int, str]]:
    """The verdicts on what a model wrote; attempt 0 is the rules' own text."""
    found = ReviewerVerdict.objects.filter(attempt__gt=0).order_by("pk")
    return [(row.stage, row.lang, row.attempt, row.verdict) for row in found]


def read() -> IndicatorSummary:
    return IndicatorSummary.objects.get(group="bonds")


def test_a_whole_cycle_leaves_both_languages_and_their_audit_in_two_calls(two_groups, author):
    report = reads.cycle(NOW, **ONE)
    assert (report.written, report.by_ai, author.calls) == (1, 1, {"judge": 1, "write": 1})
    summary, italian = read(), read().translations.get()
    assert (summary.written_by, summary.provider, summary.model, summary.prompt_version, summary.content) == (
        "ai", "direct", "penman-1", 11, ENGLISH,
    )  # fmt: skip
    assert italian.content.startswith(
        "Lo spread fra Btp e Bund è sceso a 0,84\xa0punti percentuali a ottobre da 0,89."
    )
    assert (italian.written_by, italian.model, italian.language) == ("ai", "penman-1", "it")
    assert rows() == [(stage, lang, 1, "pass") for stage in ("precheck", "judge") for lang in ("en", "it")]
    assert set(ReviewerVerdict.objects.values_list("summary", "log", "kind")) == {(summary.pk, None, "read")}


def test_each_sentence_is_stored_with_its_figures(two_groups, author):
    reads.cycle(NOW, **ONE)
    first = read().sentences[0]
    assert first["text"] == ENGLISH.split(". The gap", maxsplit=1)[0] + "."
    assert [(each["code"], each["field"], each["value"], each["period"]) for each in first["figures"]] == [
        ("SPRD", "value", 0.84, "2026-10"), ("SPRD", "on", None, "2026-10"), ("SPRD", "before", 0.89, "2026-09"),
    ]  # fmt: skip


def test_the_rules_text_of_the_same_figures_is_stored_beside_a_models(two_groups, author):
    reads.cycle(NOW, **ONE)
    assert (
        read()
        .by_rules["en"]["content"]
        .startswith("The gap between Italian and German 10-year yields averaged")
    )
    assert read().by_rules["it"]["content"].startswith("Lo spread fra Btp e Bund è stato in media")


def test_the_read_across_groups_has_a_title_in_both_languages(two_groups, author):
    reads.cycle(NOW, groups=["all"], tones=["NOVICE"])
    summary = IndicatorSummary.objects.get()
    assert (summary.title, summary.translations.get().title) == (
        "Euro-area inflation falls", "L’inflazione nell’area euro scende",
    )  # fmt: skip


def test_tokens_and_cost_are_shared_by_the_words_of_each_language(two_groups, author):
    reads.cycle(NOW, **ONE)
    summary, italian = read(), read().translations.get()
    # A thousand tokens in at a dollar a million, a hundred out at two: 0.0012 a call.
    assert summary.cost_usd + italian.cost_usd == Decimal("0.0024")
    assert summary.prompt_tokens + italian.prompt_tokens == 2000
    assert 0.4 < float(summary.cost_usd / Decimal("0.0024")) < 0.6
    ledger = LlmCall.objects.order_by("pk").values_list("purpose", "cost_micro_usd", "outcome")
    assert list(ledger) == [(name, 1200, "ok") for name in ("read", "judge")]


def test_unchanged_figures_cost_nothing_for_a_day(two_groups, author):
    reads.cycle(NOW, **ONE)
    before = len(author.seen)
    for hour in range(1, 24):
        reads.cycle(NOW + reads.timedelta(hours=hour), **ONE)
    assert len(author.seen) == before == 2


@pytest.mark.parametrize(
    ("step", "code"),
    [
        (status(400), "status_400"), (status(401), "status_401"), (status(402), "status_402"),
        (status(403), "status_403"), (status(404), "status_404"), (status(408), "status_408"),
        (status(409), "status_409"), (status(429), "status_429"), (status(500), "status_500"),
        (status(503), "status_503"), (says(""), "blank"), (says(None), "blank"),
        (says(None, message={"refusal": "No."}), "refusal"), (says("Rates rose."), "unusable"),
        (says('{"title": null, "sentences": ['), "unusable"), (says('{"title": null, "sentences": []}'), "unusable"),
        (says('{"title": null, "paragraphs": ["Rates rose."]}'), "unusable"), (disconnects(), "connect"),
        (breaks_off(), "disconnect"), (huge(20), "too_large"), (hangs(), "deadline"), (drips(), "deadline"),
        (says(answer(*[FALL] * 10_000)), "unusable"),
    ],
)  # fmt: skip
def test_each_failure_of_the_writer_gives_the_rules_text_at_once(two_groups, author, settings, step, code):
    settings.LLM_TIMEOUT_S = 0.6 if code == "deadline" else 5
    author.puts("write", step, step)
    reads.cycle(NOW, **ONE)
    assert (read().written_by, read().model, read().translations.get().model) == ("rules", "", "")
    assert read().content.startswith("The gap between Italian and German 10-year yields averaged 0.84")
    only = ReviewerVerdict.objects.get(stage="writer")
    assert (only.stage, only.verdict, only.summary) == ("writer", "error", read())
    assert only.rule in (f"writer.{code}", "writer.too_large")


def test_at_the_cap_nobody_is_asked(two_groups, author, settings):
    settings.LLM_MONTHLY_COST_CAP_USD = 0.0
    reads.cycle(NOW, **ONE)
    assert (author.calls, read().written_by, ReviewerVerdict.objects.get(stage="writer").rule) == (
        {},
        "rules",
        "writer.budget",
    )


def test_without_a_model_the_rules_write_under_the_same_check(two_groups):
    reads.cycle(NOW, **ONE)
    assert (read().written_by, read().by_rules, rows()) == ("rules", None, [])
    found = ReviewerVerdict.objects.values_list("summary", "stage", "lang", "attempt", "verdict")
    assert set(found) == {(read().pk, "precheck", lang, 0, "pass") for lang in ("en", "it")}


def the_read() -> reads.Read:
    return reads.Read(collecting.everything()["bonds"], "NOVICE", "DRY")


def assignment() -> Assignment:
    return the_read().assignment


def saying(*sentences: dict[str, object]):
    """Rules that write other sentences."""
    told = tuple(
        SlotSentence(
            str(each["kind"]), tuple(each["about"]), {lang: str(each[lang]) for lang in ("en", "it")}
        )
        for each in sentences
    )
    return lambda _slots: SlotDraft(None, told)


def test_a_refused_text_of_the_rules_is_not_published_and_staff_are_told_once(two_groups):
    for _ in range(2):
        with pytest.raises(composition.TextRefused) as refused:
            composition.compose(assignment(), saying(FALSE), now=NOW)
        refused.value.record()
    assert StaffNotice.objects.filter(kind="rules_text_refused", resolved_at=None).count() == 1
    kept = ReviewerVerdict.objects.filter(verdict="fail", summary=None, attempt=0, lang="en")
    assert set(kept.values_list("draft", flat=True)) == {FALSE["en"]}


def test_the_next_text_of_the_rules_that_passes_closes_the_notice(two_groups):
    with pytest.raises(composition.TextRefused) as refused:
        composition.compose(assignment(), saying(FALSE), now=NOW)
    refused.value.record()
    composition.compose(assignment(), the_read().by_rules, now=NOW)
    assert StaffNotice.objects.get().resolved_at is not None


def test_a_sentence_of_the_rules_that_is_refused_is_left_out(two_groups):
    piece = composition.compose(assignment(), saying(FALL, FALSE), now=NOW)
    assert piece.english.body == ENGLISH.split(". The gap", maxsplit=1)[0] + "."
    assert piece.italian.body.count(".") == 1


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
    assert published.reads("en", "NOVICE")["bonds"].by_rules == 1


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


def test_what_the_second_reviewer_finds_is_told_to_the_next_attempt(two_groups, author):
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
    assert read().content.startswith(ENGLISH)


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
