"""A text by rules makes way for a model's although no figure moved, and staff hear when no model writes for a day."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from briefing.core.models import LlmEndpoint, StaffNotice
from commentary.models import IndicatorSummary, ReviewerVerdict, StrategicLog
from commentary.publishing import logs, reads, regeneration, replacement
from tests.commentary.author import answer
from tests.commentary.conftest import NOW
from tests.commentary.test_composition import ENGLISH, FALSE
from tests.fake_model import says, status

pytestmark = pytest.mark.django_db
ONE = {"groups": ["bonds"], "tones": ["NOVICE"], "styles": ["DRY"]}
NOVICE = {"tones": ["NOVICE"]}
HOUR = timedelta(hours=1)


def by() -> list[str]:
    return list(IndicatorSummary.objects.order_by("cycle").values_list("written_by", flat=True))


def at(hours: float, work, **chosen):
    """A cycle so many hours later, with the clock on the wall there too."""
    with time_machine.travel(NOW + hours * HOUR, tick=False):
        return work.cycle(NOW + hours * HOUR, **chosen)


def without_a_model(settings, work, hours: float, **chosen) -> None:
    key, settings.LLM_API_KEY = settings.LLM_API_KEY, ""
    at(hours, work, **chosen)
    settings.LLM_API_KEY = key


def test_a_read_by_rules_makes_way_once_a_model_answers(two_groups, author):
    author.puts("write", *[status(503)] * 2)
    at(0, reads, **ONE)
    later = at(1, reads, **ONE)
    assert (by(), later.written, later.by_ai) == (["rules", "ai"], 1, 1)
    assert IndicatorSummary.objects.latest("cycle").content == ENGLISH


def test_a_read_by_rules_is_retried_once(two_groups, author):
    author.puts("write", *[status(503)] * 2)
    at(0, reads, **ONE)
    at(1, reads, **ONE)
    calls = len(author.seen)
    assert (at(2, reads, **ONE).unchanged, len(author.seen)) == (1, calls)


def test_texts_from_before_a_model_was_configured_make_way(two_groups, author, settings):
    without_a_model(settings, reads, 0, **ONE)
    at(1, reads, **ONE)
    assert by() == ["rules", "ai"]


def test_a_log_by_rules_makes_way_at_its_next_slot(two_groups, author, settings):
    without_a_model(settings, logs, 0, **NOVICE)  # nothing but figures
    later = at(6, logs, **NOVICE)
    assert (later.written, later.by_ai) == (1, 1)
    assert list(StrategicLog.objects.order_by("cycle").values_list("written_by", flat=True)) == [
        "rules",
        "ai",
    ]
    assert at(12, logs, **NOVICE).unchanged == 1


@pytest.mark.parametrize(
    ("work", "model", "chosen"), [(reads, IndicatorSummary, ONE), (logs, StrategicLog, NOVICE)]
)
def test_while_no_model_answers_the_rules_text_stays_once(two_groups, author, work, model, chosen):
    author.otherwise = status(503)
    at(0, work, **chosen)
    for hours in (6, 12):
        assert (at(hours, work, **chosen).unchanged, model.objects.count()) == (1, 1)
    asked = ReviewerVerdict.objects.filter(stage="writer")
    assert {(row.summary or row.log, row.rule) for row in asked} == {
        (model.objects.get(), "writer.status_503")
    }
    assert asked.count() == 3


def test_no_request_while_the_endpoint_is_paused(two_groups, author):
    author.puts("write", *[status(401)] * 2)
    at(0, reads, **ONE)
    with time_machine.travel(NOW, tick=False):
        assert LlmEndpoint.objects.get().open_until > timezone.now()
    assert (at(0.99, reads, **ONE).unchanged, len(author.seen), ReviewerVerdict.objects.filter(stage="writer").count()) == (
        1, 1, 1,
    )  # fmt: skip


def test_at_the_cap_the_rules_text_stays(two_groups, author, settings):
    settings.LLM_MONTHLY_COST_CAP_USD = 0.0
    at(0, reads, **ONE)
    assert (at(1, reads, **ONE).unchanged, author.calls) == (1, {})


@pytest.mark.parametrize("first", [[], [says(answer(FALSE))]], ids=["first", "second"])
@pytest.mark.parametrize(
    "cut",
    [[says("It", finish="length", usage=(1000, 1200))] * 2, [says("It", finish="length")]],
    ids=["at our limit", "at the endpoint's"],
)
def test_a_text_whose_attempt_was_cut_is_tried_again_after_a_day(two_groups, author, first, cut):
    author.puts("write", *first, *cut)
    at(0, reads, **ONE)
    calls = len(author.seen)
    assert (at(5, reads, **ONE).unchanged, len(author.seen)) == (1, calls)
    assert at(25, reads, **ONE).by_ai == 1


def test_a_text_whose_attempts_were_refused_is_tried_again_after_a_day(two_groups, author):
    author.puts("write", *[says(answer(FALSE))] * 2)
    at(0, reads, **ONE)
    assert at(5, reads, **ONE).unchanged == 1
    assert at(25, reads, **ONE).by_ai == 1


def test_a_text_that_staff_took_back_is_not_written_by_a_model_again(two_groups, author):
    at(0, reads, **ONE)
    assert replacement.publish_rules_text(IndicatorSummary.objects.get(), "wording", now=NOW)
    calls = len(author.seen)
    assert (at(2, reads, **ONE).unchanged, len(author.seen)) == (1, calls)


def test_a_dry_run_shows_what_a_model_would_write_instead(two_groups, author, settings):
    without_a_model(settings, reads, 0, **ONE)
    with time_machine.travel(NOW + HOUR, tick=False):
        ((_read, drafts),) = reads.cycle(NOW + HOUR, dry_run=True, **ONE).drafts
    assert (drafts["en"].body, by()) == (ENGLISH, ["rules"])


def notices() -> list[tuple[str, bool]]:
    found = StaffNotice.objects.filter(kind=regeneration.SILENT).order_by("pk")
    return [(row.subject, row.resolved_at is None) for row in found]


def test_staff_are_notified_once_when_rules_write_for_a_day(two_groups, author):
    author.otherwise = status(503)
    for hours in range(0, 24, 6):
        at(hours, reads, **ONE)
    assert notices() == []
    for hours in (24, 25, 26):
        at(hours, reads, **ONE)
    assert notices() == [("reads", True)]
    assert (
        "since 2026-11-21 13:07 UTC though a model is configured"
        in StaffNotice.objects.get(kind=regeneration.SILENT).text
    )


def test_the_notice_is_closed_when_a_model_writes(two_groups, author):
    answer, author.otherwise = author.otherwise, status(503)
    for hours in (0, 24):
        at(hours, reads, **ONE)
    author.otherwise = answer
    at(26, reads, **ONE)
    assert notices() == [("reads", False)]


def test_quiet_days_after_a_models_text_are_no_silence(two_groups, author):
    for hours in (0, 24, 48):
        at(hours, reads, **ONE)
    assert notices() == []


def test_without_a_model_there_is_nothing_to_tell(two_groups, settings):
    for hours in (0, 30):
        at(hours, reads, **ONE)
    assert notices() == []


def test_logs_have_a_notice_of_their_own(two_groups, author):
    at(0, reads, **ONE)
    author.otherwise = status(503)
    for hours in (0, 6, 12, 18, 24, 30):
        at(hours, logs, **NOVICE)
    assert notices() == [("logs", True)]
