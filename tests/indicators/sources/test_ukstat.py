from datetime import date

import pytest

from indicators.sources import Observation, SourceError, ukstat
from tests.indicators.sources.conftest import SINCE

SYMBOL = "economy/inflationandpriceindices/d7g7/mm23"


def row(label, value):
    return {"date": label, "value": value, "year": label[:4], "sourceDataset": "MM23"}


def document(*, months=(), quarters=(), years=(), cdid="D7G7"):
    return {
        "years": list(years),
        "quarters": list(quarters),
        "months": list(months),
        "description": {"cdid": cdid, "unit": "£", "nextRelease": "18 Aug 2015"},
        "type": "timeseries",
    }


MONTHS = [row("2026 AUG", ""), row("2026 SEP", "3.8"), row("2026 OCT", "3.6")]


def test_fetch_reads_months_and_drops_empty_values(answers):
    answers(document(months=MONTHS))
    assert ukstat.fetch(SYMBOL, since=SINCE, frequency="M") == [
        Observation("2026-09", date(2026, 9, 30), 3.8),
        Observation("2026-10", date(2026, 10, 31), 3.6),
    ]


def test_fetch_puts_timeseries_before_the_cdid(answers):
    web = answers(document(months=MONTHS))
    ukstat.fetch("employmentandlabourmarket/peoplenotinwork/unemployment/D7G7/lms", since=SINCE)
    assert web.log[0][0].path == (
        "/ukstat/employmentandlabourmarket/peoplenotinwork/unemployment/timeseries/d7g7/lms/data"
    )


@pytest.mark.parametrize(
    ("frequency", "period"), [("M", "2026-10"), ("Q", "2026-Q3"), ("A", "2025"), (None, "2026-10")]
)
def test_fetch_takes_the_list_of_the_frequency(answers, frequency, period):
    answers(document(months=MONTHS, quarters=[row("2026 Q3", "3.7")], years=[row("2025", "3.4")]))
    assert ukstat.fetch(SYMBOL, since=SINCE, frequency=frequency)[-1].period == period


def test_fetch_refuses_a_list_that_is_empty(answers):
    answers(document(quarters=[row("2026 Q3", "3.7")]))
    with pytest.raises(SourceError, match="no months for this series, only quarters"):
        ukstat.fetch(SYMBOL, since=SINCE, frequency="M")


def test_fetch_refuses_a_frequency_that_the_source_lacks(answers):
    answers(document(months=MONTHS))
    with pytest.raises(SourceError, match="not D"):
        ukstat.fetch(SYMBOL, since=SINCE, frequency="D")


def test_fetch_refuses_another_series(answers):
    answers(document(months=MONTHS, cdid="L55O"))
    with pytest.raises(SourceError, match="series L55O instead of D7G7"):
        ukstat.fetch(SYMBOL, since=SINCE)


@pytest.mark.parametrize(
    "body", ["<!DOCTYPE html><html></html>", {"months": []}, {"years": {}, "quarters": [], "months": []}]
)
def test_fetch_refuses_another_shape(answers, body):
    answers(body)
    with pytest.raises(SourceError, match=r"web page|no time series document"):
        ukstat.fetch(SYMBOL, since=SINCE)


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ({"date": "2026 OCT"}, "without date and value"),
        ("2026 OCT", "without date and value"),
        (row("October 2026", "1"), "where a period should be"),
        (row("2026 Q3", "1"), "configured with frequency M"),
        (row("2026 OCT", "n/k"), "where a figure should be"),
    ],
)
def test_fetch_refuses_a_row_of_another_shape(answers, bad, reason):
    answers(document(months=[bad]))
    with pytest.raises(SourceError, match=reason):
        ukstat.fetch(SYMBOL, since=SINCE, frequency="M")
