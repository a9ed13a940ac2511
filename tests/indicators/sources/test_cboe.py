from datetime import date

import pytest

from indicators.sources import Observation, SourceError, cboe
from tests.indicators.sources.conftest import SINCE

TABLE = "DATE,OPEN,HIGH,LOW,CLOSE\n11/19/2026,18,19,17,18.5\n11/20/2026,18.5,20,18,19.25\n"


def test_fetch_reads_the_close(answers):
    web = answers(TABLE)
    assert cboe.fetch("VIX", since=SINCE, frequency="D") == [
        Observation("2026-11-19", date(2026, 11, 19), 18.5),
        Observation("2026-11-20", date(2026, 11, 20), 19.25),
    ]
    assert web.log[0][0].path == "/cboe/VIX_History.csv"


def test_fetch_reads_a_table_with_the_index_as_its_column(answers):
    answers("DATE,SKEW\n11/20/2026,141.2\n")
    assert [point.value for point in cboe.fetch("SKEW", since=SINCE)] == [141.2]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<html></html>", "web page"),
        ("DATE,OPEN\n11/20/2026,1\n", "without CLOSE or VIX"),
        ("DATE,CLOSE\n2026-11-20,1\n", "where a date should be"),
        ("DATE,CLOSE\n11/20/2026,#N/A\n", "where a figure should be"),
        ("DATE,CLOSE\n", "gone or empty"),
    ],
)
def test_fetch_refuses_another_shape(answers, body, reason):
    answers(body)
    with pytest.raises(SourceError, match=reason):
        cboe.fetch("VIX", since=SINCE)
