"""The catalogue fits the calendars, the groups and the rows that there are."""

import pytest

from indicators.agenda import catalogue, lines
from indicators.agenda.calendars import calendars
from indicators.groups import load

ROWS = {row.code: row for group in load().configured for row in group.rows}


def entry_of(code):
    found = catalogue.entry_of(ROWS[code])
    return found.id if found else None


ENTRIES = {
    "CPIE": "hicp", "CPII": "hicp", "UNEI": "unemployment_eu", "HPIT": "houses_eu",
    "CPIU": "cpi_uk", "GDPU": "gdp_uk_quarter", "PAYU": "labour_uk", "DEBU": "debt_uk",
    "CGEA": "credit_gap", "HPUS": "houses_world",
    "CPIA": "cpi_us", "UNUS": "jobs_us", "BUFF": "accounts_us", "MCPR": "accounts_us", "NFCI": "conditions_us",
    "ECBD": "ecb", "FEDU": "fomc", "BOER": "boe",
    "CORE": "hicp", "SERI": "hicp", "YUNI": "unemployment_eu", "CORU": "cpi_uk", "CORA": "cpi_us",
    "JOBA": "jobs_us", "PRJP": "boj", "PRCH": "snb", "PRCA": "boc",
    "ESTR": None, "SOFR": None, "DE10": None, "EURJ": None, "GOLM": None, "OFRS": None, "LEAD": None,
    "US10": None, "EURU": None, "GOLD": None, "RY10": None, "M3EA": None,
}  # fmt: skip


def test_each_row_is_joined_to_its_release():
    """Daily market figures wait for nothing; rows of the ECB's statistics have no calendar."""
    assert {code: entry_of(code) for code in ENTRIES} == ENTRIES


@pytest.mark.parametrize(("code", "entry"), [("CPIA", "cpi_us"), ("UNUS", "jobs_us"), ("FEDU", "fomc")])
def test_a_spare_is_joined_to_the_same_release(code, entry):
    found = catalogue.entry_of(ROWS[code].fallback)
    assert found.id == entry


def test_no_row_belongs_to_two_releases():
    twice = {
        code: found
        for code, row in ROWS.items()
        if len(
            found := [
                entry.id
                for entry in catalogue.entries().values()
                if entry.brings(row.symbols[0], row.frequency)
            ]
        )
        > 1
    }
    assert twice == {}


def test_entries_name_what_exists():
    groups = lines.group_titles("en") | {group.id: 1 for group in load().configured}
    wrong = [
        entry.id
        for entry in catalogue.entries().values()
        if not set(entry.calendars) <= set(calendars())
        or bool(entry.calendars) == bool(entry.bank)
        or entry.group not in groups
        or entry.region not in lines.region_titles()
    ]
    assert wrong == []


@pytest.mark.parametrize(("entry", "calendar", "label", "named"), [
    ("jobs_us", "bls", "Employment Situation", True),
    ("jobs_us", "bls", "Employment Situation of Veterans", False),
    ("cpi_uk", "ons", "consumerpriceinflationukjuly2026", True),
    ("hicp", "eurostat", "Flash estimate: euro area inflation", True),
    ("hicp", "eurostat", "prc_hicp_minr", True),
    ("hicp", "ons", "prc_hicp_minr", False),
    ("accounts_us", "fed", "Z.1 - Financial Accounts of the United States", True),
])  # fmt: skip
def test_labels_are_held_against_the_patterns_of_their_calendar(entry, calendar, label, named):
    assert catalogue.entries()[entry].is_named_by(calendar, [label]) is named
