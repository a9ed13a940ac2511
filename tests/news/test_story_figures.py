"""Figures and periods of a headline in both languages."""

from datetime import UTC, datetime

import pytest

from news.story_contradictions import agree
from news.story_figures import read
from news.story_periods import Period


@pytest.mark.parametrize(
    ("text", "language", "unit", "value"),
    [
        ("up 2.1%", "en", "pct", 2.1),
        ("up 2.1 per cent", "en", "pct", 2.1),
        ("su del 2,1%", "it", "pct", 2.1),
        ("25 basis points", "en", "pp", 0.25),
        ("a quarter of a percentage point", "en", "pp", 0.25),
        ("un quarto di punto", "it", "pp", 0.25),
        ("$3bn", "en", "money", 3e9),
        ("3 billion dollars", "en", "money", 3e9),
        ("3 miliardi di dollari", "it", "money", 3e9),
        ("mezzo miliardo", "it", "money", 5e8),
        ("14,000 jobs", "en", "count", 14_000),
        ("14mila posti", "it", "count", 14_000),
        ("14.000 posti", "it", "count", 14_000),
        ("seimila posti", "it", "count", 6_000),
        ("eighth month", "en", "ordinal", 8),
        ("19esimo pacchetto", "it", "ordinal", 19),
        ("three-decade peak", "en", "years", 30),
    ],
)
def test_read_gives_unit_and_value(text: str, language: str, unit: str, value: float) -> None:
    assert [(figure.unit, figure.value) for figure in read(text, language).figures] == [(unit, value)]


@pytest.mark.parametrize(
    ("text", "language", "period"),
    [
        ("in August", "en", Period("month", "8")),
        ("since April", "en", Period("month", "4", reference=True)),
        ("ad agosto", "it", Period("month", "8")),
        ("in Q3", "en", Period("quarter", "q3")),
        ("third quarter", "en", Period("quarter", "q3")),
        ("July-September", "en", Period("quarter", "q3")),
        ("tra luglio e settembre", "it", Period("quarter", "q3")),
        ("nei primi nove mesi", "it", Period("quarter", "nine months")),
        ("for 2027", "en", Period("year", "2027")),
    ],
)
def test_read_gives_periods(text: str, language: str, period: Period) -> None:
    assert read(text, language).periods == {period}


def test_read_takes_no_verb_for_a_month() -> None:
    assert read("Banks may march on", "en").periods == frozenset()


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("2.13%", "2.1%", True), ("2.1%", "2%", False), ("2.1%", "2.2%", False), ("$2.98bn", "$3bn", True),
        ("$3bn", "€3bn", False), ("more than 500", "512", True), ("3.60%", "3.6%", True), ("€16.57bn", "€16.6bn", True), ("4,000", "3,900", False),
    ],
)  # fmt: skip
def test_agree_allows_rounding_only(one: str, other: str, expected: bool) -> None:
    first, second = read(one, "en").figures[0], read(other, "en").figures[0]
    assert (agree(first, second), agree(second, first)) == (expected, expected)


@pytest.mark.parametrize(
    ("text", "language", "period"),
    [
        ("Prices fell last month", "en", Period("month", "12")),
        ("Sciopero il prossimo mese", "it", Period("month", "2")),
        ("The target for this year", "en", Period("year", "2027")),
        ("three months to September", "en", Period("quarter", "q3")),
        ("Fares rise from March", "en", Period("month", "3")),
        ("up from October", "en", Period("month", "10", reference=True)),
    ],
)
def test_read_dates_by_the_day_of_publication(text: str, language: str, period: Period) -> None:
    assert read(text, language, datetime(2027, 1, 8, tzinfo=UTC)).periods == {period}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("EUR3 billion", "€3 bn"), ("48 hours", "two days"), ("a year and a half", "18 months"),
        ("half a billion dollars", "$500 million"), ("decennale", "10 anni"), ("24 months", "2 years"), ("SEK 6 bn", "6 billion crowns"),
    ],
)  # fmt: skip
def test_read_gives_one_figure_for_many_ways_of_writing(one: str, other: str) -> None:
    first, second = read(one, "en").figures[0], read(other, "en").figures[0]
    assert (first.unit, first.value, first.currency) == (second.unit, second.value, second.currency)
