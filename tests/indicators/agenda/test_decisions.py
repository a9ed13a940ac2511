"""The table of decision days: whole, in order, and not about to end."""

from datetime import UTC, date, datetime

import pytest

from indicators import groups
from indicators.agenda import catalogue, decided_by, decisions
from tests.indicators.agenda.conftest import at


def test_no_bank_runs_out_of_days_within_sixty_days():
    """Fails in good time. Add the bank's next days from its page to decisions.toml (`refresh_agenda --check` reads it)."""
    today = datetime.now(UTC).date()
    assert [f"{bank.id} ends on {bank.days[-1]}" for bank in decisions.ending(today, within_days=60)] == []


def test_a_bank_is_named_sixty_days_before_its_last_day():
    last = decisions.banks()["SNB"].days[-1]
    assert last == date(2027, 12, 16)
    assert "SNB" not in [bank.id for bank in decisions.ending(date(2027, 10, 17), within_days=60)]
    assert "SNB" in [bank.id for bank in decisions.ending(date(2027, 10, 18), within_days=60)]


def test_the_table_has_eight_banks_with_source_page_and_day_of_retrieval():
    banks = decisions.banks()
    assert list(banks) == ["FOMC", "ECB", "BOE", "BOJ", "SNB", "BOC", "RBA", "RBNZ"]
    assert all(bank.source and bank.page.startswith("https://") and bank.retrieved for bank in banks.values())


@pytest.mark.parametrize("bank", decisions.banks().values(), ids=lambda bank: bank.id)
def test_days_are_in_order_on_weekdays_and_a_meeting_apart(bank):
    assert [*bank.confirmed, *bank.provisional] == sorted({*bank.days})
    assert {day.weekday() for day in bank.days} <= {0, 1, 2, 3, 4}
    gaps = [(later - day).days for day, later in zip(bank.days, bank.days[1:], strict=False)]
    assert min(gaps) >= 28 and max(gaps) <= 120


@pytest.mark.parametrize(("bank", "day", "moment"), [
    ("FOMC", "2026-12-09", "2026-12-09T19:00"),
    ("FOMC", "2027-03-17", "2027-03-17T18:00"),  # America's clocks change before Europe's
    ("ECB", "2027-03-18", "2027-03-18T13:15"),
    ("ECB", "2027-04-29", "2027-04-29T12:15"),
    ("BOE", "2027-10-31", "2027-10-31T12:00"),
    ("RBA", "2026-12-08", "2026-12-08T03:30"),
    ("RBA", "2027-06-22", "2027-06-22T04:30"),
])  # fmt: skip
def test_hours_follow_each_banks_own_clock(bank, day, moment):
    assert decisions.banks()[bank].moment(date.fromisoformat(day)) == at(moment)


def test_without_an_hour_only_the_day_is_shown():
    assert [bank.id for bank in decisions.banks().values() if bank.hour is None] == ["BOJ", "RBNZ"]


def test_each_bank_has_an_entry_of_the_catalogue_and_the_other_way_round():
    named = [entry.bank for entry in catalogue.entries().values() if entry.bank]
    assert sorted(named) == sorted(decisions.banks())


@pytest.mark.parametrize(
    ("code", "observed", "decision"),
    [
        ("BOER", "2026-11-05", "2026-11-05"), ("BOER", "2026-11-04", None),
        ("FEDU", "2026-10-28", None), ("FEDU", "2026-10-29", "2026-10-28"),
        # On its own day the published series cannot say what the ECB decided: its rate applies from Wednesday.
        ("ECBD", "2026-10-29", None), ("ECBD", "2026-11-03", None), ("ECBD", "2026-11-04", "2026-10-29"),
        ("PRJP", "2026-10-30", None), ("PRJP", "2026-11-02", "2026-10-30"), ("US10", "2026-11-05", None),
    ],
)  # fmt: skip
def test_a_rate_carries_a_decision_once_it_is_in_force(code, observed, decision):
    (row,) = (row for group in groups.load().configured for row in group.rows if row.code == code)
    found = decided_by(row, date.fromisoformat(observed))
    assert found == (date.fromisoformat(decision) if decision else None)
