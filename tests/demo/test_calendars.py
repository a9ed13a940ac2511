"""Each sample calendar is read by its real module, and names the day on which its sample figures come."""

from datetime import date, timedelta

import pytest
import time_machine

from indicators.agenda import catalogue
from indicators.agenda.calendars import CalendarRequest, addresses, calendars
from indicators.groups import load
from indicators.sources import source_for, split

TODAY = date(2026, 11, 21)


@pytest.fixture
def read(samples, settings):
    settings.SOURCE_BASE_URLS |= {name: f"{samples}/{name.lower()}" for name in addresses()}

    def events(name: str, today: date = TODAY):
        asked = CalendarRequest(
            today - timedelta(days=14), today + timedelta(days=180), catalogue.patterns_of(name), {}
        )
        with time_machine.travel(f"{today}T12:00:00Z"):
            return calendars()[name].fetch(asked)

    return events


@pytest.mark.parametrize("name", sorted(calendars()))
def test_calendar_reads_its_sample(read, name):
    found = read(name)
    assert len(found) >= 5
    assert max(event.day for event in found) > TODAY + timedelta(days=60)


@pytest.mark.parametrize("name", sorted(calendars()))
def test_every_entry_is_named_by_the_samples_of_its_calendars(read, name):
    wanted = {entry.id for entry in catalogue.entries().values() if name in entry.calendars}
    named = {
        id for id in wanted for event in read(name) if catalogue.entries()[id].is_named_by(name, event.labels)
    }
    assert wanted - named == ({"stress_us"} if name == "fred" else set())  # its sample series stopped


@pytest.mark.parametrize("name", sorted(calendars()))
def test_a_day_later_the_sample_names_the_same_days(read, name):
    """But for those that this day's provisional mark or the span's edges change."""
    edge = TODAY + timedelta(days=170)
    before, after = (
        {(e.labels, e.day) for e in read(name, day)} for day in (TODAY, TODAY + timedelta(days=1))
    )
    assert {found for found in before if TODAY < found[1] < edge} == {
        found for found in after if TODAY < found[1] < edge
    }


@pytest.mark.parametrize(("code", "entry", "calendar"), [
    ("CPIE", "hicp", "eurostat"), ("CPIU", "cpi_uk", "ons"), ("CPIA", "cpi_us", "bls"), ("CGAP", "credit_gap", "bis"),
    ("M2US", "money_us", "fed"), ("NFCI", "conditions_us", "fred"),
])  # fmt: skip
def test_the_figures_come_on_the_day_that_the_calendar_names(read, code, entry, calendar):
    row = load().row(code)
    day = min(
        event.day for event in read(calendar)
        if event.day > TODAY and catalogue.entries()[entry].is_named_by(calendar, event.labels)
    )  # fmt: skip

    def newest(today: date) -> date:
        with time_machine.travel(f"{today}T22:00:00Z"):
            identifier = split(row.symbols[0])[1]
            found = source_for(row.symbols[0]).fetch(
                identifier, since=date(2026, 1, 1), frequency=row.frequency
            )
            return found[-1].day

    assert newest(day - timedelta(days=1)) < newest(day)


def test_samples_show_what_is_not_firm(read):
    found = read("ons")
    assert {event.provisional for event in found} == {True, False}
    assert any(event.cancelled for event in found)
    assert any(event.moved_from for event in found)
