from datetime import date, timedelta

import pytest
import time_machine

from indicators import groups, panel, wording
from indicators.models import DailyQuote, IndicatorFigure, Quote
from indicators.rows import DashboardRow
from tests.indicators.conftest import NOW, compute_all, daily, monthly, store

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sample_day")]
US10, EA10, IT10 = (
    "TREASURY:10Y", "ECB:YC/B.U2.EUR.4F.G_N_A.SV_C_YM.SR_10Y", "EUSTAT:irt_lt_mcby_m?freq=M&int_rt=MCBY&geo=IT",
)  # fmt: skip


def row(code: str, language: str = "en", anchor: str | None = None) -> DashboardRow:
    found = [row for group in panel.groups(language, anchor=anchor) for row in group.rows if row.code == code]
    assert len(found) == 1
    return found[0]


def test_groups_follow_the_registry():
    shown = [(group.id, [row.code for row in group.rows]) for group in panel.groups("en")]
    configured = [(group.id, [row.code for row in group.rows]) for group in groups.load().groups]
    assert shown == configured


def test_groups_have_titles_in_the_language():
    assert [group.title for group in panel.groups("it")][:2] == ["Valutazioni", "Tensione ed euforia"]


def test_row_says_what_when_and_how_it_moved():
    store(US10, daily([4.10, 4.05]))
    compute_all()
    shown = row("US10")
    assert (shown.label, shown.symbol, shown.value, shown.value_text, shown.full_text) == (
        "US 10-year yield", US10, 4.05, "4.05", "4.05%",
    )  # fmt: skip
    assert (shown.change_text, shown.direction, shown.date_text, shown.stale) == (
        "−0.05\u00a0pp", "down", "20 Nov 2026", False,
    )  # fmt: skip
    assert shown.spark_text == "From 4.10% (19 Nov 2026); lowest 4.05%, highest 4.10%."
    assert (shown.spark, shown.unit_text) == ("M0 0l50 16", "%")


def test_row_in_italian():
    store(US10, daily([4.10, 4.05]))
    compute_all()
    shown = row("US10", "it")
    assert (shown.label, shown.full_text, shown.date_text) == (
        "Rendimento USA a 10 anni",
        "4,05%",
        "20 nov 2026",
    )
    assert shown.limits == groups.load().row("US10").limits.it


def test_row_without_a_figure_says_so():
    shown = row("US10")
    assert (shown.value, shown.value_text, shown.change_text, shown.direction, shown.date_text) == (
        None, wording.NO_FIGURE, "", "none", "no figure yet",
    )  # fmt: skip
    assert (shown.spark, shown.spark_text, shown.stale) == ("", "", False)


@pytest.mark.parametrize(("last", "stale"), [(date(2026, 8, 31), False), (date(2026, 7, 31), True)])
def test_row_is_stale_by_the_end_of_its_period(last, stale):
    store(IT10, monthly([3.0] * 3, last=last))
    compute_all()
    assert row("IT10").stale is stale


def test_stale_begins_after_ninety_days():
    store(US10, daily([1.0], last=NOW.date() - timedelta(days=90)))
    compute_all()
    assert row("US10").stale is False
    with time_machine.travel(NOW + timedelta(days=1)):
        assert row("US10").stale is True


@pytest.mark.parametrize(("days", "overdue"), [(7, False), (8, True)])
def test_row_is_overdue_by_its_own_budget(days, overdue):
    store(US10, daily([1.0], last=NOW.date() - timedelta(days=days)))
    compute_all()
    assert row("US10").overdue is overdue


def test_row_carries_its_source_s_last_error():
    Quote.objects.create(symbol=US10, error="US Treasury: no answer.")
    Quote.objects.create(symbol="TREASURY:2Y", error="US Treasury: no answer.")
    assert (row("US10").error, row("USCV").error, row("EA10").error) == (
        "US Treasury: no answer.", "US Treasury: no answer.", "",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("anchor", "first"),
    [("US", ["US10", "USCV", "USC3", "FEDU"]), ("EU", ["EA10", "IT10", "SPRD", "DE10", "ECBD", "US10"]),
     ("UK", ["GB10", "BOER", "US10"]), ("ASIA", ["JP10", "PRJP", "US10"]), (None, ["US10", "USCV", "USC3", "EA10"]),
     ("MOON", ["US10", "USCV"])],
)  # fmt: skip
def test_anchor_puts_the_home_market_first(anchor, first):
    bonds = next(group for group in panel.groups("en", anchor=anchor) if group.id == "bonds")
    assert [row.code for row in bonds.rows][: len(first)] == first


def test_a_symbol_that_is_not_configured_appears_nowhere():
    store("ECB:OLD/KEY", daily([1.0]))
    Quote.objects.create(symbol="ECB:OLD/KEY", value=1.0)
    IndicatorFigure.objects.create(
        code="OLD", made_of="level 1 ECB:OLD/KEY", value=1.0, observed_on=NOW.date(), period="2026-11-21",
        lowest=1.0, highest=1.0, since=NOW.date(), points=1, computed_at=NOW,
    )  # fmt: skip
    assert "OLD" not in {row.code for group in panel.groups("en") for row in group.rows}


def test_a_figure_made_of_other_symbols_is_not_shown():
    store(US10, daily([4.0]))
    compute_all()
    IndicatorFigure.objects.update(made_of="level 1 FRED:DGS30")
    assert row("US10").value is None


@pytest.mark.parametrize("size", [1, 1000])
def test_groups_need_two_queries_at_any_size(size, django_assert_num_queries):
    for symbol in (US10, EA10):
        store(symbol, daily([float(n % 7) for n in range(size)]))
    compute_all()
    assert DailyQuote.objects.count() == 2 * size
    with django_assert_num_queries(2):
        panel.groups("en", anchor="EU")
