"""The error of a source that failed says what staff can do, by the kind of failure."""

from datetime import date

import pytest
from pytest_httpserver import HTTPServer

from indicators.fetching import FetchRequest, fetch_all
from indicators.sources import remedies
from tests.indicators.conftest import closed_port

SINCE = date(2026, 1, 1)


def error_of(symbol: str = "ECB:FM/A") -> str:
    (answer,) = fetch_all([FetchRequest(symbol, "D", SINCE)], time_limit_s=60.0)
    return answer.error


@pytest.mark.parametrize(
    ("status", "body", "remedy"),
    [
        (404, "", remedies.CONFIGURATION),
        (403, "", remedies.REFUSED),
        (500, "", remedies.PUBLISHERS),
        (429, "", remedies.PUBLISHERS),
        (302, "", remedies.CHANGED),
        (200, "<!doctype html><html>", remedies.CHANGED),
        (200, "TIME_PERIOD,OBS_VALUE\n2026-10-01,soon\n", remedies.CHANGED),
        (200, "TIME_PERIOD,OBS_VALUE\n2020-10-01,1\n", remedies.ENDED),
    ],
)
def test_what_a_publisher_does_leads_to_its_remedy(web: HTTPServer, status, body, remedy):
    web.expect_request("/ecb/FM/A").respond_with_data(body, status=status)
    assert error_of().endswith(f" {remedy}")


def test_a_source_out_of_reach_is_no_matter_of_the_configuration(web: HTTPServer, settings):
    settings.SOURCE_BASE_URLS = {"ECB": f"http://127.0.0.1:{closed_port()}"}
    settings.OUTBOUND_ALLOWED_HOSTS = ["127.0.0.1"]
    assert error_of().endswith(f" {remedies.UNREACHED}")


def test_a_symbol_that_cannot_be_is_a_matter_of_the_configuration(web: HTTPServer):
    assert error_of("CBOE:not an index").endswith(f" {remedies.CONFIGURATION}")
