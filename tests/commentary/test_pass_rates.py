"""How often texts pass: checks are counted, not findings, in two windows, by one query."""

from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection
from django.utils import timezone

from commentary import pass_rates
from commentary.language.rendering import RenderedText
from commentary.models import IndicatorSummary, ReviewerVerdict
from commentary.pass_rates import PassRate
from commentary.publishing import reads
from commentary.review.verdict import Finding, ReviewOutcome, Verdict
from commentary.writing.audit import AuditTrail, store
from commentary.writing.drafts import Assignment
from commentary.writing.llm_reviewer import ModelReview
from tests.commentary.author import answer
from tests.commentary.conftest import NOW
from tests.commentary.test_composition import FALSE
from tests.commentary.test_composition_review import ADVICE
from tests.fake_model import says

pytestmark = pytest.mark.django_db
PASSED = Verdict((), ReviewOutcome.PASS)
BLOCKING = Finding("C01.en.order", "buy", "An order.")


def rows(count: int, **changes) -> None:
    fields = {"kind": "read", "lang": "en", "stage": "judge", "attempt": 1, "verdict": "pass"} | changes
    ReviewerVerdict.objects.bulk_create(ReviewerVerdict(**fields) for _ in range(count))


def counted() -> dict[tuple[str, str, str], tuple[int, int, int, int]]:
    found = pass_rates.count(timezone.now()).lines
    return {
        (line.kind, line.lang, line.stage): (
            line.short.passed,
            line.short.checks,
            line.long.passed,
            line.long.checks,
        )
        for line in found
    }


def test_nothing_is_counted_where_there_is_nothing():
    assert counted() == {}


def test_a_refused_and_a_passed_attempt_are_two_checks(two_groups, author):
    author.puts("write", says(answer(FALSE, ADVICE)))
    reads.cycle(NOW, groups=["bonds"], tones=["NOVICE"])
    assert ReviewerVerdict.objects.filter(verdict="fail").count() > 1
    assert counted() == {
        ("read", "en", "precheck"): (1, 2, 1, 2), ("read", "en", "judge"): (1, 1, 1, 1),
        ("read", "it", "precheck"): (1, 2, 1, 2), ("read", "it", "judge"): (1, 1, 1, 1),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("verdict", "passed"),
    [
        (PASSED, 1),
        (Verdict((BLOCKING, BLOCKING), ReviewOutcome.FAIL), 0),
        (Verdict((BLOCKING,), ReviewOutcome.ERROR), 0),
    ],
)
def test_a_check_counts_once_whatever_it_found(verdict, passed):
    trail = AuditTrail(Assignment("portfolio", "", "NOVICE", "DRY", {}))
    trail.reviewed(ModelReview(verdict), {"en": RenderedText("", ())}, attempt=1)
    store(trail.rows)
    assert counted() == {("portfolio", "en", "judge"): (passed, 1, passed, 1)}


def test_a_stored_hint_counts_as_passed():
    rows(1, verdict="hint")
    assert counted() == {("read", "en", "judge"): (1, 1, 1, 1)}


def test_an_unwritten_text_is_no_check():
    rows(3, stage="writer", verdict="error")
    assert counted() == {}


def test_windows_end_where_they_say():
    for days in (1, 29, 31, 89, 91):
        rows(1, created_at=timezone.now() - timedelta(days=days))
    assert counted() == {("read", "en", "judge"): (2, 2, 4, 4)}


def test_stages_stand_in_the_order_of_a_texts_way():
    for stage in ("fidelity", "judge", "grounding", "precheck"):
        rows(1, stage=stage)
    rows(1, kind="log", lang="it", stage="precheck")
    lines = pass_rates.count(timezone.now())
    assert [(kind, [line.stage for line in found]) for kind, found in lines.by_kind()] == [
        ("log", ["precheck"]),
        ("read", ["precheck", "grounding", "judge", "fidelity"]),
    ]
    assert [kind for kind, _found in lines.by_kind(["digest", "read"])] == ["read", "log"]


@pytest.mark.parametrize(
    ("checks", "passed", "share"),
    [(20, 20, 100.0), (3000, 2999, 99.9), (20, 0, 0.0), (19, 19, None), (0, 0, None), (300, 200, 66.6)],
)
def test_a_share_is_rounded_down_and_needs_enough_checks(checks, passed, share):
    assert PassRate(checks, passed).per_cent == share


@pytest.mark.parametrize("count", [1, 1000])
def test_one_query_at_any_size(django_assert_num_queries, count):
    rows(count)
    with django_assert_num_queries(1):
        pass_rates.count(timezone.now())


def test_counts_are_cached_for_an_hour(django_assert_num_queries):
    rows(1)
    first = pass_rates.rates()
    rows(5)
    with django_assert_num_queries(0):
        assert pass_rates.rates() == first


@pytest.mark.parametrize("blocked_at", [None, 0, 2])
def test_rows_from_before_are_marked_by_check(two_groups, blocked_at):
    """What the migration does to verdicts that were stored without knowing which row opens a check."""
    reads.cycle(NOW, groups=["bonds"], tones=["NOVICE"])
    summary = IndicatorSummary.objects.get()
    for attempt in (1, 2):
        for place in range(3):
            verdict = "fail" if place == blocked_at else "hint"
            rows(1, summary=summary, attempt=attempt, verdict=verdict)
    rows(2, kind="portfolio")
    migration = import_module("commentary.migrations.0003_corrections")
    migration.mark_openers(apps, SimpleNamespace(connection=connection))
    passed = 2 if blocked_at is None else 0
    assert counted() == {
        ("read", "en", "judge"): (passed, 2, passed, 2), ("portfolio", "en", "judge"): (2, 2, 2, 2),
    }  # fmt: skip
