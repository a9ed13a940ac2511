from datetime import date

import pytest

from indicators.sources import Observation, SourceError, bis
from tests.indicators.sources.conftest import SINCE

SYMBOL = "WS_CREDIT_GAP/Q.US.P.A.C"
TABLE = "FREQ,BORROWERS_CTY,CG_DTYPE,TIME_PERIOD,OBS_VALUE,OBS_STATUS\nQ,US,C,2025-Q4,NaN,M\nQ,US,C,2026-Q1,-7.5,A\n"
READ = [Observation("2026-Q1", date(2026, 3, 31), -7.5)]


def test_fetch_reads_a_table(answers):
    web = answers(TABLE)
    assert bis.fetch(SYMBOL, since=SINCE, frequency="Q") == READ
    request = web.log[0][0]
    assert (request.path, request.args.to_dict()) == (
        "/bis/WS_CREDIT_GAP/Q.US.P.A.C/all",
        {"format": "csv", "startPeriod": "2020"},
    )


@pytest.mark.parametrize("status", [400, 404, 406])
def test_fetch_asks_without_start_when_the_start_is_refused(web, status):
    path = f"/bis/{SYMBOL}/all"
    web.expect_request(path, query_string="format=csv&startPeriod=2020").respond_with_data("", status=status)
    web.expect_request(path, query_string="format=csv").respond_with_data(TABLE)
    assert bis.fetch(SYMBOL, since=SINCE) == READ


def test_fetch_does_not_ask_again_when_the_source_is_busy(answers):
    web = answers("", "", status=503)
    with pytest.raises(SourceError):
        bis.fetch(SYMBOL, since=SINCE)
    assert [request.args.get("startPeriod") for request, _answer in web.log] == ["2020", "2020"]


def test_fetch_refuses_two_series_that_no_key_tells_apart(answers):
    answers(TABLE + "Q,US,A,2026-Q1,160.1,A\n")
    with pytest.raises(SourceError, match="2026-Q1 twice"):
        bis.fetch(SYMBOL, since=SINCE)


@pytest.mark.parametrize(
    ("body", "reason"), [("<html></html>", "web page"), ("a,b\n1,2\n", "without TIME_PERIOD")]
)
def test_fetch_refuses_another_shape(answers, body, reason):
    answers(body)
    with pytest.raises(SourceError, match=reason):
        bis.fetch(SYMBOL, since=SINCE)
