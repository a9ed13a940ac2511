import json
from datetime import date

import pytest
import time_machine

from indicators.sources import Observation, SourceError, usbls
from tests.indicators.sources.conftest import SINCE

JOBS = "LNS14000000"


def row(period, value, year="2026"):
    return {"year": year, "period": period, "periodName": "x", "value": value, "footnotes": [{}]}


def document(*rows, name=JOBS, status="REQUEST_SUCCEEDED", message=()):
    series = [{"seriesID": name, "data": list(rows)}]
    return {"status": status, "message": list(message), "Results": {"series": series}}


MONTHS = document(row("M10", "4.3"), row("M09", "4.2"), row("M13", "4.1", "2025"), row("M10", "-", "2025"))


def test_fetch_reads_months_alone(answers):
    answers(MONTHS)
    assert usbls.fetch(JOBS, since=SINCE, frequency="M") == [
        Observation("2026-09", date(2026, 9, 30), 4.2),
        Observation("2026-10", date(2026, 10, 31), 4.3),
    ]


def test_all_rows_share_one_post(answers):
    web = answers(MONTHS)
    usbls.fetch(JOBS, since=SINCE)
    with pytest.raises(SourceError, match="no answer for CES0000000001"):
        usbls.fetch("CES0000000001", since=SINCE)
    [(request, _answer)] = web.log
    assert (request.method, request.path) == ("POST", "/usbls/timeseries/data/")
    assert json.loads(request.data) == {
        "seriesid": list(usbls.SERIES),
        "startyear": "2017",
        "endyear": "2026",
    }


def test_the_next_refresh_asks_again(answers):
    web = answers(MONTHS, MONTHS)
    usbls.fetch(JOBS, since=SINCE)
    with time_machine.travel("2026-11-21T12:30:00Z"):
        usbls.fetch(JOBS, since=SINCE)
    assert len(web.log) == 2


def test_a_failure_is_not_repeated_for_each_row(answers):
    web = answers("", status=503)
    for name in usbls.SERIES:
        with pytest.raises(SourceError, match="503"):
            usbls.fetch(name, since=SINCE)
    assert len(web.log) == 1


def test_a_used_up_address_gets_no_more_requests_in_that_refresh(answers):
    answers(document(status="REQUEST_NOT_PROCESSED", message=["daily threshold"]))
    with pytest.raises(SourceError, match="daily threshold") as caught:
        usbls.fetch(JOBS, since=SINCE)
    assert caught.value.refused


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<html>Access Denied</html>", "web page"),
        ({"status": "REQUEST_SUCCEEDED"}, "no answer for"),
        (document(row("M10", "4.3"), name="X"), "no answer for"),
        (document("x"), "another shape"),
        (document(row("Q01", "4.3")), "where a month should be"),
        (document(row("M10", "1,234")), "where a figure should be"),
        (document(row("M10", "4.3"), row("M10", "4.4")), "twice"),
        (document(row("M10", "-")), "gone or empty"),
    ],
)
def test_fetch_refuses_another_shape(answers, body, reason):
    answers(body)
    with pytest.raises(SourceError, match=reason):
        usbls.fetch(JOBS, since=SINCE)
