from datetime import date

import pytest

from indicators.sources import Observation, SourceError, nyfed
from tests.indicators.sources.conftest import SINCE


def rate(day="2026-11-20", kind="EFFR", **fields):
    return {"effectiveDate": day, "type": kind, "percentRate": 3.88, "revisionIndicator": ""} | fields


def document(*rows):
    return {"refRates": list(rows)}


@pytest.mark.parametrize(
    ("identifier", "path", "value"),
    [
        ("EFFR", "unsecured/effr", 3.88),
        ("SOFR", "secured/sofr", 3.88),
        ("TARGETFROM", "unsecured/effr", 3.75),
        ("TARGETTO", "unsecured/effr", 4.0),
    ],
)
def test_fetch_reads_rate_and_range(answers, identifier, path, value):
    kind = "SOFR" if identifier == "SOFR" else "EFFR"
    web = answers(document(rate(kind=kind, targetRateFrom=3.75, targetRateTo=4.0)))
    assert nyfed.fetch(identifier, since=SINCE) == [Observation("2026-11-20", date(2026, 11, 20), value)]
    assert web.log[0][0].path == f"/nyfed/{path}/search.json"
    assert web.log[0][0].args.to_dict() == {"startDate": "2020-01-01", "endDate": "2026-11-21"}


def test_fetch_passes_over_averages_and_days_without_a_range(answers):
    average = {"effectiveDate": "2026-11-20", "type": "SOFRAI", "average30day": 3.9, "index": 1.2}
    answers(
        document(
            average, rate(kind="SOFR", revisionIndicator="[r]"), rate("2016-03-01", "SOFR", percentRate=None)
        )
    )
    assert [point.period for point in nyfed.fetch("SOFR", since=SINCE)] == ["2026-11-20"]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<html></html>", "web page"),
        ({"rates": []}, "without refRates"),
        ({"refRates": ["x"]}, "without refRates"),
        (document(), "gone or empty"),
        (document(rate("11/20/2026")), "where a date should be"),
        (document(rate(percentRate="n/k")), "where a figure should be"),
        (document(rate(), rate()), "twice"),
    ],
)
def test_fetch_refuses_another_shape(answers, body, reason):
    answers(body)
    with pytest.raises(SourceError, match=reason):
        nyfed.fetch("EFFR", since=SINCE)
