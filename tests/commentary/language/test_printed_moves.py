"""No printed change contradicts the figures that it stands beside: every row, many values, both languages and tones."""

import re
from dataclasses import replace
from decimal import Decimal

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from commentary.language import amounts
from indicators import wording
from indicators.groups import RowConfig
from tests.commentary.rows import configured, row_of

ROWS = [pytest.param(row, id=row.code) for row in configured()]
# From the configured level: the change in hundredths of the last printed digit, and where the figure starts.
STEPS = st.tuples(st.integers(-3000, 3000), st.integers(-60, 60))
HARDLY = Decimal("0.0005")  # per cent that three decimals cannot show


def values(config: RowConfig, step: tuple[int, int]) -> tuple[float, float]:
    base = row_of(config).value * (1 + step[1] / 100)
    return base + step[0] / 100 * 10**-config.decimals, base


def read(text: str, language: str) -> Decimal:
    plain = text.replace("minus ", "-").replace("−", "-")
    plain = plain.replace(".", "").replace(",", ".") if language == "it" else plain.replace(",", "")
    found = re.search(r"[-+]?\D{0,2}?(\d+(?:\.\d+)?)", plain)
    assert found
    return Decimal(found[1]) * (-1 if "-" in plain else 1)


def agrees(new: Decimal, old: Decimal, change: Decimal, *, percent: bool) -> bool:
    if not percent:
        return new - old == change
    exact = 100 * (new / old - 1)
    half = Decimal(5).scaleb(change.as_tuple().exponent - 1)
    return abs(exact - change) <= half and (bool(change) == bool(exact) or abs(exact) < HARDLY)


@pytest.mark.parametrize("config", ROWS)
@given(step=STEPS)
@settings(max_examples=60, deadline=None)
def test_on_pages(config, step):
    new, old = values(config, step)
    for language in ("en", "it"):
        with translation.override(language):
            figures = [
                read(wording.figure(each, config.unit, config.decimals), language) for each in (new, old)
            ]
            told = wording.change(new, old, unit=config.unit, decimals=config.decimals)
        change = read(told.text, language)
        assert agrees(*figures, change, percent="%" in told.text)
        assert (change > 0, change < 0) == (told.direction == "up", told.direction == "down")


@pytest.mark.parametrize("config", ROWS)
@given(step=STEPS)
@settings(max_examples=60, deadline=None)
def test_in_texts_and_digests(config, step):
    new, old = values(config, step)
    for tone in ("NOVICE", "INTERMEDIATE"):
        row = amounts.as_printed(replace(row_of(config), value=new, prev=old), tone)
        move = amounts.move_of(row)
        if not move:
            continue
        size = amounts.size(move, row, tone)
        in_basis_points = "basis" in size.text("en") and "basis" not in amounts.value(new, row, tone).text(
            "en"
        )
        for language in amounts.LANGUAGES:
            change = read(size.text(language), language).copy_sign(Decimal(move))
            if row.measure == "percent":
                # Of the page's decimals, where texts have whole dollars.
                figures = [Decimal(str(round(each, row.decimals))) for each in (new, old)]
                assert agrees(*figures, change, percent=True)
                continue
            figures = [read(amounts.value(each, row, tone).text(language), language) for each in (new, old)]
            scale = 100 if in_basis_points else 1
            assert agrees(figures[0] * scale, figures[1] * scale, change, percent=False)
