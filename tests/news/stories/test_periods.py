"""Periods of a headline in both languages."""

import pytest

from news.stories.figures import read
from news.stories.periods import HeadlinePeriod


@pytest.mark.parametrize(
    ("text", "language", "period"),
    [
        ("in August", "en", HeadlinePeriod("month", "8")),
        ("since April", "en", HeadlinePeriod("month", "4", reference=True)),
        ("ad agosto", "it", HeadlinePeriod("month", "8")),
        ("in Q3", "en", HeadlinePeriod("quarter", "q3")),
        ("third quarter", "en", HeadlinePeriod("quarter", "q3")),
        ("July-September", "en", HeadlinePeriod("quarter", "q3")),
        ("tra luglio e settembre", "it", HeadlinePeriod("quarter", "q3")),
        ("nei primi nove mesi", "it", HeadlinePeriod("quarter", "nine months")),
        ("for 2027", "en", HeadlinePeriod("year", "2027")),
    ],
)
def test_read_gives_periods(text: str, language: str, period: HeadlinePeriod) -> None:
    assert read(text, language).periods == {period}


def test_read_takes_no_verb_for_a_month() -> None:
    assert read("Banks may march on", "en").periods == frozenset()
