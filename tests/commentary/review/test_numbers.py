"""Numbers as each language writes them."""

import math

import pytest

from commentary.review.numbers import numbers


@pytest.mark.parametrize(
    ("lang", "text", "value", "unit"),
    [
        ("en", "at 4.12%", 4.12, "%"),
        ("it", "al 4,12%", 4.12, "%"),
        ("en", "1,234.5 points", 1234.5, "points"),
        ("it", "1.234,5 punti", 1234.5, "points"),
        ("it", "1.234", 1234, ""),
        ("it", "1,234", 1.234, ""),
        ("en", "1,234", 1234, ""),
        ("en", "1.234", 1.234, ""),
        ("en", "12 345 dollars", 12345, "USD"),
        ("en", "25 basis points", 25, "bp"),
        ("it", "25 punti base", 25, "bp"),
        ("en", "25bp", 25, "bp"),
        ("en", "0.5 percentage points", 0.5, "pp"),
        ("it", "0,5 punti percentuali", 0.5, "pp"),
        ("it", "il 3 per cento", 3, "%"),
        ("en", "$4.5 billion", 4.5e9, "USD"),
        ("it", "4,5 miliardi di euro", 4.5e9, "EUR"),
        ("it", "15 mila miliardi di dollari", 15e12, "USD"),
        ("en", "two percentage points", 2, "pp"),
        ("it", "due punti base", 2, "bp"),
        ("en", "3 tenths of a point", 0.3, "points"),
        ("it", "3 decimi di punto", 0.3, "points"),
        ("en", "2.5 times", 2.5, "x"),
        ("en", "43 days", 43, "duration"),
    ],
)
def test_value_and_unit(lang, text, value, unit):
    (number,) = numbers(text, lang)
    assert (pytest.approx(number.value), number.unit) == (value, unit)


@pytest.mark.parametrize(
    ("lang", "text"), [("en", "4,12%"), ("it", "4.12%"), ("en", "1.234,5"), ("it", "1,234.5")]
)
def test_the_other_languages_notation_is_no_number(lang, text):
    (number,) = numbers(text, lang)
    assert math.isnan(number.value)


@pytest.mark.parametrize(("text", "sign"), [("-0.3%", -1), ("+0.3%", 1), ("0.3%", 0), ("3.75-4.00%", 0)])
def test_signs_are_read_and_ranges_have_none(text, sign):
    assert numbers(text, "en")[-1].sign == sign


@pytest.mark.parametrize(
    ("lang", "text", "bound"),
    [
        ("en", "about 4.1%", "about"),
        ("it", "circa il 4,1%", "about"),
        ("en", "more than 4%", "more"),
        ("it", "meno di 4 punti", "less"),
    ],
)
def test_words_before_a_number_bound_it(lang, text, bound):
    assert numbers(text, lang)[0].bound == bound


def test_number_words_count_only_with_a_unit():
    assert numbers("two of the three banks", "en") == []


def test_one_of_a_currency_is_no_claim():
    assert numbers("one euro buys more", "en") == []
