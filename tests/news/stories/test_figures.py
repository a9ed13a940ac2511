"""Figures and periods of a headline in both languages."""

import pytest

from news.stories.figures import agree, read


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
    ],
)
def test_read_gives_unit_and_value(text: str, language: str, unit: str, value: float) -> None:
    assert [(figure.unit, figure.value) for figure in read(text, language).figures] == [(unit, value)]


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
    ("one", "other"),
    [
        ("EUR3 billion", "€3 bn"),
        ("half a billion dollars", "$500 million"), ("SEK 6 bn", "6 billion crowns"),
    ],
)  # fmt: skip
def test_read_gives_one_figure_for_many_ways_of_writing(one: str, other: str) -> None:
    first, second = read(one, "en").figures[0], read(other, "en").figures[0]
    assert (first.unit, first.value, first.currency) == (second.unit, second.value, second.currency)
