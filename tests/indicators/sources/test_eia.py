from datetime import date

import pytest

from briefing.demo.sheets import xls
from indicators.sources import Observation, SourceError, eia
from tests.indicators.sources.conftest import SINCE

HEAD = [
    ["Back to Contents", "Data 1: Brent"],
    ["Sourcekey", "RBRTE"],
    ["Date", "Europe Brent (Dollars per Barrel)"],
]


def file(*rows, head=HEAD, sheet="Data 1"):
    return xls({"Contents": [["x"]], sheet: [*head, *rows]})


def test_fetch_reads_days_and_prices(answers):
    web = answers(file([date(2026, 11, 19), 71.25], [date(2026, 11, 20), None], [None, None]))
    assert eia.fetch("RBRTE", since=SINCE) == [Observation("2026-11-19", date(2026, 11, 19), 71.25)]
    assert web.log[0][0].path == "/eia/RBRTEd.xls"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"<!DOCTYPE html><html></html>", "web page"),
        (b"", "no Excel sheet"),
        (file([date(2026, 11, 19), 71.0])[:2000], "no Excel sheet|no values|not of RBRTE"),
        (file(sheet="Data 2"), "without the sheet"),
        (file(head=[HEAD[0], ["Sourcekey", "RWTC"], HEAD[2]]), "not of RBRTE"),
        (file(["19 Nov 2026", 71.0]), "where a date should be"),
        (file([46345.0, 71.0]), "where a date should be"),
        (file([date(2026, 11, 19), "n/k"]), "where a figure should be"),
        (file([date(2026, 11, 19), 1.0], [date(2026, 11, 19), 2.0]), "twice"),
        (file(), "gone or empty"),
    ],
)
def test_fetch_refuses_another_shape(answers, body, reason):
    answers(body)
    with pytest.raises(SourceError, match=reason):
        eia.fetch("RBRTE", since=SINCE)
