"""The whole way of a read with a model: written, reviewed twice, translated, published with its audit rows."""

import json
from decimal import Decimal

import pytest

from briefing.core.models import LlmCall, StaffNotice
from commentary import published, reads
from commentary.facts import collecting
from commentary.facts.snapshot import Facts
from commentary.models import IndicatorSummary, ReviewerVerdict
from commentary.writing import composition
from commentary.writing.drafts import Assignment, Draft
from tests.commentary.author import ENGLISH, ITALIAN, TITLE, TITOLO, judged, text
from tests.commentary.conftest import NOW
from tests.fake_model import (
    answers,
    breaks_off,
    disconnects,
    drips,
    hangs,
    huge,
    says,
    status,
)  # fmt: skip

pytestmark = pytest.mark.django_db
ONE = {"groups": ["bonds"], "tones": ["NOVICE"], "styles": ["DRY"]}
FAULTY = "The spread will fall next month, so it is time to buy."


def rows() -> list[tuple[str, str, int, str]]:
    """The verdicts on what a model wrote; attempt 0 is the rules' own text."""
    found = ReviewerVerdict.objects.filter(attempt__gt=0).order_by("pk")
    return [(row.stage, row.lang, row.attempt, row.verdict) for row in found]


def read() -> IndicatorSummary:
    return IndicatorSummary.objects.get(group="bonds")


def test_a_whole_cycle_leaves_text_translation_and_audit(two_groups, author):
    report = reads.cycle(NOW, **ONE)
    assert (report.written, report.by_ai, author.calls) == (1, 1, {"judge": 2, "translate": 1, "write": 1})
    summary, italian = read(), read().translations.get()
    assert (summary.written_by, summary.provider, summary.model, summary.prompt_version, summary.content) == (
        "ai", "direct", "penman-1", 10, ENGLISH,
    )  # fmt: skip
    assert (italian.content, italian.model, italian.language) == (ITALIAN, "penman-1", "it")
    assert rows() == [
        ("precheck", "en", 1, "pass"), ("grounding", "en", 1, "pass"), ("judge", "en", 1, "pass"),
        ("precheck", "it", 1, "pass"), ("grounding", "it", 1, "pass"), ("fidelity", "it", 1, "pass"),
        ("judge", "it", 1, "pass"),
    ]  # fmt: skip
    assert set(ReviewerVerdict.objects.values_list("summary", "log", "kind")) == {(summary.pk, None, "read")}


def test_the_read_across_groups_has_a_title_in_both_languages(two_groups, author):
    reads.cycle(NOW, groups=["all"], tones=["NOVICE"])
    summary = IndicatorSummary.objects.get()
    assert (summary.title, summary.translations.get().title) == (TITLE, TITOLO)


def test_tokens_and_cost_add_up_to_the_ledger(two_groups, author):
    reads.cycle(NOW, **ONE)
    summary, italian = read(), read().translations.get()
    # A thousand tokens in at a dollar a million, a hundred out at two: 0.0012 a call.
    assert (summary.prompt_tokens, summary.completion_tokens, summary.cost_usd) == (
        2000,
        200,
        Decimal("0.0024"),
    )
    assert (italian.prompt_tokens, italian.completion_tokens, italian.cost_usd) == (
        2000,
        200,
        Decimal("0.0024"),
    )
    ledger = LlmCall.objects.order_by("pk").values_list("purpose", "cost_micro_usd", "outcome")
    assert list(ledger) == [(name, 1200, "ok") for name in ("read", "judge", "translation", "judge")]


def test_unchanged_figures_cost_nothing_for_a_day(two_groups, author):
    reads.cycle(NOW, **ONE)
    before = len(author.seen)
    for hour in range(1, 24):
        reads.cycle(NOW + reads.timedelta(hours=hour), **ONE)
    assert len(author.seen) == before == 4


@pytest.mark.parametrize(
    ("step", "code"),
    [
        (status(400), "status_400"), (status(401), "status_401"), (status(402), "status_402"),
        (status(403), "status_403"), (status(404), "status_404"), (status(408), "status_408"),
        (status(409), "status_409"), (status(429), "status_429"), (status(500), "status_500"),
        (status(503), "status_503"), (says(""), "blank"), (says(None), "blank"),
        (says(None, message={"refusal": "No."}), "refusal"), (says("Rates rose."), "unusable"),
        (says('{"title": "", "paragraphs": ['), "unusable"), (disconnects(), "connect"),
        (breaks_off(), "disconnect"), (huge(20), "too_large"), (hangs(), "deadline"), (drips(), "deadline"),
    ],
)  # fmt: skip
def test_each_failure_of_the_writer_gives_the_rules_text_at_once(two_groups, author, settings, step, code):
    settings.LLM_TIMEOUT_S = 0.6 if code == "deadline" else 5
    author.puts("write", step, step)
    reads.cycle(NOW, **ONE)
    assert (read().written_by, read().model, read().translations.get().model) == ("rules", "", "")
    assert read().content.startswith("At 84\xa0basis points in October, the BTP-Bund spread")
    only = ReviewerVerdict.objects.get(stage="writer")
    assert (only.stage, only.verdict, only.rule, only.summary) == (
        "writer",
        "error",
        f"writer.{code}",
        read(),
    )


def test_at_the_cap_nobody_is_asked(two_groups, author, settings):
    settings.LLM_MONTHLY_COST_CAP_USD = 0.0
    reads.cycle(NOW, **ONE)
    assert (author.calls, read().written_by, ReviewerVerdict.objects.get(stage="writer").rule) == (
        {},
        "rules",
        "writer.budget",
    )


def test_without_a_model_the_rules_write_under_the_fixed_rules_of_the_review(two_groups):
    reads.cycle(NOW, **ONE)
    assert (read().written_by, rows()) == ("rules", [])
    found = ReviewerVerdict.objects.values_list("summary", "stage", "lang", "attempt", "verdict")
    assert set(found) == {
        (read().pk, stage, lang, 0, "pass") for stage in ("precheck", "grounding") for lang in ("en", "it")
    }


def rules_say(**instead: str):
    """What the rules write, with another text in a language."""
    written = reads.Read(collecting.everything()["bonds"], "NOVICE", "DRY").by_rules()
    return lambda: written | {lang: Draft("", (body,)) for lang, body in instead.items()}


def assignment() -> Assignment:
    return reads.Read(collecting.everything()["bonds"], "NOVICE", "DRY").assignment


def test_a_refused_text_of_the_rules_is_not_published_and_staff_are_told_once(two_groups):
    for _ in range(2):
        with pytest.raises(composition.Refused) as refused:
            composition.compose(assignment(), rules_say(en=FAULTY), now=NOW)
        refused.value.record()
    assert StaffNotice.objects.filter(kind="rules_text_refused", resolved_at=None).count() == 1
    kept = ReviewerVerdict.objects.filter(verdict="fail", summary=None, attempt=0, lang="en")
    assert kept.count() == 2 * kept.filter(draft=FAULTY).values("rule").distinct().count() > 0


def test_the_next_text_of_the_rules_that_passes_closes_the_notice(two_groups):
    with pytest.raises(composition.Refused) as refused:
        composition.compose(assignment(), rules_say(en=FAULTY), now=NOW)
    refused.value.record()
    composition.compose(assignment(), rules_say(), now=NOW)
    assert StaffNotice.objects.get().resolved_at is not None


def test_an_italian_text_of_the_rules_that_is_refused_leaves_the_english(two_groups):
    piece = composition.compose(assignment(), rules_say(it="È il momento di comprare."), now=NOW)
    assert (piece.english, piece.italian) == (rules_say()()["en"], None)


def test_a_refused_text_is_written_again_knowing_why(two_groups, author):
    author.puts("write", says(text(FAULTY)))
    reads.cycle(NOW, **ONE)
    assert (read().written_by, author.calls["write"], author.calls["judge"]) == ("ai", 2, 2)
    first, second = author.asked["write"]
    assert "refused" not in first.prompt
    finding = ReviewerVerdict.objects.filter(stage="precheck", verdict="fail", attempt=1).first()
    assert finding.instruction in second.prompt
    assert finding.draft == FAULTY


def test_a_number_from_nowhere_is_refused(two_groups, author):
    author.puts("write", says(text("The spread stood at 7.77 percentage points in October 2026.")))
    reads.cycle(NOW, **ONE)
    found = ReviewerVerdict.objects.get(stage="grounding", verdict="fail")
    assert (found.attempt, found.rule.split(".")[0], read().written_by) == (1, "grounding", "ai")


def test_three_refusals_give_the_rules_text(two_groups, author):
    author.puts("write", *[says(text(FAULTY))] * 3)
    reads.cycle(NOW, **ONE)
    assert (author.calls, read().written_by) == ({"write": 3}, "rules")
    assert sorted(set(ReviewerVerdict.objects.filter(verdict="fail").values_list("attempt", flat=True))) == [
        1,
        2,
        3,
    ]
    assert read().cost_usd == Decimal("0.00042")  # three calls of 100 and 20 tokens: what was tried is paid


def test_what_the_second_reviewer_finds_is_told_to_the_next_attempt(two_groups, author):
    finding = {"rule": "C12", "excerpt": "stand high", "instruction": "Say when that was."}
    author.puts("judge", answers(lambda seen: judged(seen, verdict="fail", findings=[finding])))
    reads.cycle(NOW, **ONE)
    assert "“stand high”: Say when that was." in author.asked["write"][1].prompt
    row = ReviewerVerdict.objects.get(stage="judge", verdict="fail")
    assert (row.rule, row.excerpt, row.instruction, row.model) == (
        "C12",
        "stand high",
        "Say when that was.",
        "penman-1",
    )


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
    author.puts("judge", *[answers(reply)] * 3)
    reads.cycle(NOW, **ONE)
    assert (author.calls, read().written_by) == ({"judge": 3, "write": 3}, "rules")
    assert {row[3] for row in rows() if row[0] == "judge"} <= {"error", "fail"}


def test_a_judge_that_does_not_answer_gives_the_rules_text_at_once(two_groups, author):
    author.puts("judge", *[status(503)] * 2)
    reads.cycle(NOW, **ONE)
    assert (author.calls["write"], read().written_by, rows()[-1]) == (1, "rules", ("judge", "en", 1, "error"))


def test_an_unfaithful_translation_is_made_again(two_groups, author):
    author.puts("translate", says(text(ITALIAN + " Erano 17 su 20.")))
    reads.cycle(NOW, **ONE)
    assert (author.calls["translate"], read().translations.get().content) == (2, ITALIAN)
    assert {row for row in rows() if row[0] == "fidelity"} == {
        ("fidelity", "it", 1, "fail"),
        ("fidelity", "it", 2, "pass"),
    }


def rules_italian() -> str:
    """What the rules write of the figures that the text was written from."""
    return reads.Read(Facts.from_json(read().facts), "NOVICE", "DRY").by_rules()["it"].body


def test_a_translation_that_advises_leaves_the_italian_to_the_rules(two_groups, author):
    author.puts("translate", *[says(text(f"È il momento di comprare i BTP. {ITALIAN}"))] * 3)
    reads.cycle(NOW, **ONE)
    italian = read().translations.get()
    assert (read().written_by, author.calls["translate"]) == ("ai", 3)
    assert (italian.content, italian.written_by, italian.model, italian.cost_usd) == (
        rules_italian(), "rules", "", 0,
    )  # fmt: skip
    assert ("precheck", "it", 0, "pass") in ReviewerVerdict.objects.values_list(
        "stage", "lang", "attempt", "verdict"
    )


def test_the_second_reviewer_reads_the_italian_beside_its_english(two_groups, author):
    finding = {"rule": "language", "excerpt": "ha salito", "instruction": "Write “è salito”."}
    good = answers(judged)
    author.puts("judge", good, answers(lambda seen: judged(seen, verdict="fail", findings=[finding])))
    reads.cycle(NOW, **ONE)
    asked = author.asked["judge"]
    assert [ENGLISH in seen.prompt for seen in asked] == [True, True, True]
    assert [ITALIAN in seen.prompt for seen in asked] == [False, True, True]
    assert "“ha salito”: Write “è salito”." in author.asked["translate"][1].prompt
    assert [row for row in rows() if row[:2] == ("judge", "it")] == [
        ("judge", "it", 1, "fail"), ("judge", "it", 2, "pass"),
    ]  # fmt: skip
    row = ReviewerVerdict.objects.get(stage="judge", verdict="fail")
    assert (row.rule, row.model, row.draft) == ("language", "penman-1", ITALIAN)
    # Two translations of 1,000 tokens in and 100 out, and the two reviews, one of them a scripted reply of 100 and 20.
    assert read().translations.get().cost_usd == Decimal("0.0036") + Decimal("0.00014")


def test_italian_that_the_second_reviewer_refuses_for_good_is_the_rules(two_groups, author):
    bad = answers(lambda seen: judged(seen, verdict="fail", findings=[
        {"rule": "language", "excerpt": "", "instruction": "Write Italian."}
    ]))  # fmt: skip
    author.puts("judge", answers(judged), bad, bad, bad)
    reads.cycle(NOW, **ONE)
    assert (author.calls, read().written_by) == ({"judge": 4, "translate": 3, "write": 1}, "ai")
    shown = published.reads("it", "NOVICE")["bonds"]
    assert (shown.language, "\n\n".join(shown.paragraphs), shown.written_by) == (
        "it",
        rules_italian(),
        "rules",
    )
    assert published.reads("en", "NOVICE")["bonds"].written_by == "ai"


@pytest.mark.parametrize(
    ("role", "steps"), [("translate", [status(400)]), ("judge", [answers(judged), status(503), status(503)])]
)
def test_italian_readers_get_the_rules_italian_where_a_model_is_away(two_groups, author, role, steps):
    author.puts(role, *steps)
    reads.cycle(NOW, **ONE)
    shown = published.reads("it", "NOVICE")["bonds"]
    assert (shown.language, shown.written_by, read().written_by) == ("it", "rules", "ai")
    # What was tried is in the row of the English, beside its own two calls.
    assert read().cost_usd == sum(call.cost_micro_usd for call in LlmCall.objects.all()) / Decimal(1_000_000)


def test_the_reviewed_text_travels_between_random_marks(two_groups, author):
    reads.cycle(NOW, groups=["bonds"], styles=["DRY"])
    marks = {seen.prompt.rsplit("=== ", 1)[1].strip() for seen in author.asked["judge"]}
    assert len(marks) == 4
    assert all(len(mark) == 16 for mark in marks)


def test_every_system_prompt_carries_the_rider_first_and_every_prompt_the_time(two_groups, author):
    reads.cycle(NOW, **ONE)
    for seen in author.seen:
        assert seen.system.startswith("Market Briefing is an educational service")
        assert "\nCurrent time: 2026-11-21 13:07 UTC.\n" in seen.prompt


def test_a_dry_run_asks_the_model_and_stores_no_text(two_groups, author):
    report = reads.cycle(NOW, dry_run=True, **ONE)
    ((_read, drafts),) = report.drafts
    assert {language: draft.body for language, draft in drafts.items()} == {"en": ENGLISH, "it": ITALIAN}
    assert (IndicatorSummary.objects.count(), ReviewerVerdict.objects.count()) == (0, 0)
