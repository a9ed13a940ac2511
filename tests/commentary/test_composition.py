"""The whole way of a read with a model: written in both languages, checked, reviewed, published with its audit rows."""

from decimal import Decimal

import pytest
from django.conf import settings

from briefing.core.models import LlmCall, StaffNotice
from commentary.facts import collecting
from commentary.language.draft import SlotDraft, SlotSentence
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
    "For the gap between Italian and German 10-year yields that is as such a move of 0.05\xa0percentage point."
)


FALL = fact("sprd", "{sprd.name} fell to {sprd.value} in {sprd.on} from {sprd.before}.",
            "{sprd.name} è sceso a {sprd.value} il {sprd.on} da {sprd.before}.")  # fmt: skip


FALSE = fact("sprd", "{sprd.name} rose to {sprd.value} in {sprd.on} from {sprd.before}, of all things.",
             "{sprd.name} è salito a {sprd.value} il {sprd.on} da {sprd.before}, proprio così.")  # fmt: skip


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
        "ai", "direct", "penman-1", settings.PROMPT_VERSION, ENGLISH,
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
    assert first["text"] == ENGLISH.split(". For the gap", maxsplit=1)[0] + "."
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


def test_calls_without_a_usable_answer_are_part_of_a_rules_texts_cost(two_groups, author):
    author.puts("write", says("Rates rose."), says("{}"))
    reads.cycle(NOW, **ONE)
    summary, italian = read(), read().translations.get()
    assert summary.written_by == "rules"
    assert summary.cost_usd + italian.cost_usd == Decimal("0.00028")  # two calls of 100 tokens in, 20 out
    assert summary.prompt_tokens + italian.prompt_tokens == 200
    assert [call.outcome for call in LlmCall.objects.all()] == ["unusable", "unusable"]


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


def test_no_request_at_the_cap(two_groups, author, settings):
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


def test_a_refused_text_of_the_rules_is_not_published_and_staff_are_notified_once(two_groups):
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
    assert piece.texts["en"].body == ENGLISH.split(". For the gap", maxsplit=1)[0] + "."
    assert piece.texts["it"].body.count(".") == 1


def test_an_italian_text_alone_is_not_published_where_the_rules_have_none(two_groups, author):
    """English is the original: without it there is no text, and the verdicts on the attempts are kept."""
    finding = {"language": "en", "rule": "language", "excerpt": "", "instruction": "Write English."}
    author.puts("judge", *[answers(lambda seen: judged(seen, verdict="fail", findings=[finding]))] * 2)
    with pytest.raises(composition.TextRefused) as refused:
        composition.compose(assignment(), saying(FALSE), now=NOW)
    refused.value.record()
    assert author.calls == {"judge": 2, "write": 2}
    assert ("judge", "en", 2, "fail") in rows()
