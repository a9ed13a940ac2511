"""Periods of a headline in both languages."""

import pytest

from news.stories.figures import read
from news.stories.periods import Period


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
