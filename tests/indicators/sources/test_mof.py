from datetime import date

import pytest

from indicators.sources import Observation, SourceError, mof
from tests.indicators.sources.conftest import SINCE

HEAD = "Interest Rate,,,(Unit : %)\r\nDate,2Y,10Y,40Y\r\n"
NOTE = "\r\nNote: compounded semiannually, see our page\r\n"
PAST = f"{HEAD}2026/10/29,0.9,1.6,-\r\n2026/10/30,0.91,1.61,2.9\r\n{NOTE}"
NOW = f"{HEAD}2026/10/30,0.91,1.62,2.9\r\n2026/11/2,0.92,1.65,3\r\n{NOTE}"


def test_fetch_joins_past_and_month(answers):
    web = answers(PAST, NOW)
    assert mof.fetch("10Y", since=SINCE) == [
        Observation("2026-10-29", date(2026, 10, 29), 1.6),
        Observation("2026-10-30", date(2026, 10, 30), 1.62),
        Observation("2026-11-02", date(2026, 11, 2), 1.65),
    ]
    assert [request.path for request, _answer in web.log] == [
        "/mof/historical/jgbcme_all.csv",
        "/mof/jgbcme.csv",
    ]


def test_fetch_passes_over_what_was_not_issued(answers):
    answers(PAST, NOW)
    assert mof.fetch("40Y", since=SINCE)[0].period == "2026-10-30"


def test_fetch_bears_a_month_without_a_day(answers):
    answers(PAST, f"{HEAD}{NOTE}")
    assert mof.fetch("10Y", since=SINCE)[-1].period == "2026-10-30"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<!DOCTYPE html><html></html>", "web page"),
        (PAST.replace("Date,", "Day,"), "without a line of columns"),
        (PAST.replace("10Y", "10年"), "without 10Y"),
        (PAST.replace("1.61", "n/k"), "where a figure should be"),
        (PAST.replace("2026/10/29", "2026/10/30"), "a day twice"),
        (PAST.replace("2026/10/30", "2026/13/30"), "where a date should be"),
        (PAST.replace(",1.61,2.9", ""), "cells under"),
    ],
)
def test_fetch_refuses_another_shape(answers, body, reason):
    answers(body, NOW)
    with pytest.raises(SourceError, match=reason):
        mof.fetch("10Y", since=SINCE)
