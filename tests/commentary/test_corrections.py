"""The public list of texts that were taken back: what it tells, in which order, and that nothing is left out."""

from datetime import timedelta

import pytest

from commentary import corrections
from commentary.models import IndicatorSummary, IndicatorSummaryTranslation, StrategicLog, Withdrawal
from commentary.publishing import logs, replacement
from commentary.publishing.reads import cycle
from tests.commentary.conftest import NOW, store_figure

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(hours=1)


def told(row: Withdrawal) -> dict[str, object]:
    names = (
        "kind",
        "group",
        "tone",
        "languages",
        "written_by",
        "published_at",
        "withdrawn_at",
        "reason",
        "instead",
    )
    return {name: getattr(row, name) for name in names}


@pytest.fixture
def reads(two_groups) -> list[IndicatorSummary]:
    """Two reads of one series, the second written an hour after the first."""
    cycle(NOW, groups=["bonds"], tones=["NOVICE"])
    store_figure("SPRD", value=0.91)
    cycle(LATER, groups=["bonds"], tones=["NOVICE"])
    return list(IndicatorSummary.objects.order_by("cycle"))


def test_a_withdrawn_read_is_listed_with_its_reason(reads):
    assert replacement.withdraw(reads[1], "figure", now=LATER + timedelta(minutes=5))
    assert [told(row) for row in corrections.page().rows] == [
        {
            "kind": "read", "group": "bonds", "tone": "NOVICE", "languages": "en,it", "written_by": "rules",
            "published_at": LATER, "withdrawn_at": LATER + timedelta(minutes=5), "reason": "figure",
            "instead": "earlier",
        }
    ]  # fmt: skip


def test_what_stands_instead_is_what_readers_then_see(reads):
    replacement.withdraw(reads[0], "claim", now=LATER)
    replacement.withdraw(reads[1], "claim", now=LATER)
    assert [row.instead for row in corrections.page().rows] == ["nothing", "later"]


def test_a_text_of_another_series_stands_for_nothing(reads):
    cycle(LATER, groups=["bonds"], tones=["INTERMEDIATE"])
    replacement.withdraw(reads[0], "claim", now=LATER)
    replacement.withdraw(reads[1], "claim", now=LATER)
    assert corrections.page().rows[0].instead == "nothing"


def test_a_text_is_withdrawn_once(reads):
    assert [replacement.withdraw(reads[1], "claim", now=LATER) for _ in range(2)] == [True, False]
    assert Withdrawal.objects.count() == 1


def test_a_text_without_translation_is_english_alone(reads):
    IndicatorSummaryTranslation.objects.all().delete()
    replacement.withdraw(reads[1], "claim", now=LATER)
    assert corrections.page().rows[0].languages == "en"


def test_a_correction_names_the_rules_text_that_replaces_a_log(two_groups, author):
    cycle(NOW)
    logs.cycle(NOW, tones=["NOVICE"])
    assert replacement.publish_rules_text(StrategicLog.objects.get(), "wording", now=LATER)
    row = corrections.page().rows[0]
    assert (row.kind, row.group, row.written_by, row.reason, row.instead) == (
        "log",
        "",
        "ai",
        "wording",
        "rules",
    )
    assert corrections.last_log_withdrawal() == LATER


def test_a_text_whose_translation_alone_is_a_models_can_be_replaced_and_is_listed_as_one(reads):
    """As where the second reviewer refused the English of a model for good."""
    reads[1].translations.update(written_by="ai")
    assert replacement.publish_rules_text(reads[1], "translation", now=LATER)
    assert [row.written_by for row in corrections.page().rows] == ["ai"]
    newest = IndicatorSummary.objects.accepted().latest("cycle")
    assert [newest.written_by, newest.translations.get().written_by] == ["rules", "rules"]


def test_a_rules_text_that_is_not_replaced_is_not_listed(reads):
    assert not replacement.publish_rules_text(reads[1], "claim", now=LATER)
    assert (Withdrawal.objects.count(), corrections.last_log_withdrawal()) == (0, None)


def test_reads_do_not_date_the_log(reads):
    replacement.withdraw(reads[1], "claim", now=LATER)
    assert corrections.last_log_withdrawal() is None


def test_the_list_outlives_its_texts(reads):
    replacement.withdraw(reads[1], "claim", now=LATER)
    IndicatorSummary.objects.all().delete()
    assert len(corrections.page().rows) == 1


def fill(count: int) -> None:
    Withdrawal.objects.bulk_create(
        Withdrawal(kind="read", group=f"g{n}", tone="NOVICE", languages="en,it", written_by="ai", published_at=NOW,
                   withdrawn_at=NOW, reason="claim", instead="earlier") for n in range(count)
    )  # fmt: skip


@pytest.mark.parametrize("count", [1, 1000])
def test_one_query_at_any_length(django_assert_num_queries, count):
    fill(count)
    with django_assert_num_queries(1):
        corrections.page()


def test_pages_hold_every_row_once():
    fill(45)
    seen, before = [], None
    while True:
        page = corrections.page(before)
        seen += [row.group for row in page.rows]
        before = page.older
        if before is None:
            break
    assert seen == [f"g{n}" for n in reversed(range(45))]


def test_a_full_last_page_has_no_next():
    fill(corrections.PAGE)
    assert corrections.page().older is None
