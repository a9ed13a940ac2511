"""Numbers in both languages."""

from decimal import Decimal

import pytest
from django.utils import translation

from briefing.core.numbers import number


@pytest.mark.parametrize(
    ("value", "decimals", "english", "italian"),
    [(4.1, 1, "4.1", "4,1"), (3.25, 1, "3.2", "3,2"), (3882.4, 0, "3,882", "3.882"), (Decimal("7.50"), 2, "7.50", "7,50"),
     (1234567.891, 2, "1,234,567.89", "1.234.567,89"), (-0.06, 2, "−0.06", "−0,06"), (-0.001, 2, "0.00", "0,00"),
     (0, 0, "0", "0"), (-1000.0, 0, "−1,000", "−1.000")],
)  # fmt: skip
def test_number_has_each_languages_signs(value, decimals, english, italian):
    assert (number(value, decimals, "en"), number(value, decimals, "it")) == (english, italian)


def test_number_is_in_the_pages_language():
    with translation.override("it"):
        assert number(1234.5, 1) == "1.234,5"
    assert number(1234.5, 1) == "1,234.5"


def test_number_with_sign():
    assert [number(value, 1, signed=True) for value in (0.3, -0.3, 0.01)] == ["+0.3", "−0.3", "0.0"]
