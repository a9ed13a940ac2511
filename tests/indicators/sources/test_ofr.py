from datetime import date

import pytest

from indicators.sources import Observation, SourceError, ofr
from tests.indicators.sources.conftest import SINCE

HEADER = "Date,OFR FSI,Credit,Equity valuation,Safe assets,Funding,Volatility,United States"
TABLE = f"{HEADER}\n2026-11-17,-1.2,0,0,0,0,0,-0.4\n2026-11-18,-1.1,0,0,0,0,0,\n"


def test_fetch_reads_the_index(answers):
    web = answers(TABLE)
    assert ofr.fetch("FSI", since=SINCE)[-1] == Observation("2026-11-18", date(2026, 11, 18), -1.1)
    assert web.log[0][0].path == "/ofr/fsi.csv"


def test_fetch_reads_a_part_with_its_gaps(answers):
    answers(TABLE)
    assert [point.value for point in ofr.fetch("US", since=SINCE)] == [-0.4]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<html></html>", "web page"),
        (TABLE.replace("OFR FSI", "FSI"), "without OFR FSI"),
        (TABLE.replace("2026-11-18", "11/18/2026"), "where a date should be"),
        (TABLE.replace("-1.1", "n/k"), "where a figure should be"),
        (TABLE.replace("0,\n", "\n"), "cells under"),
        (f"{HEADER}\n", "gone or empty"),
    ],
)
def test_fetch_refuses_another_shape(answers, body, reason):
    answers(body)
    with pytest.raises(SourceError, match=reason):
        ofr.fetch("FSI", since=SINCE)
