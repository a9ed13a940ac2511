import re
import threading
import time
from collections.abc import Iterator
from datetime import date
from types import SimpleNamespace

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from indicators.fetching import FetchRequest, fetch_all
from indicators.sources import Observation, remedies, sources
from tests.indicators.conftest import closed_port

SINCE = date(2026, 1, 1)
CSV = "TIME_PERIOD,OBS_VALUE\n2026-10-01,1.5\n2026-10-02,1.25\n"


@pytest.fixture
def broken_source() -> Iterator[None]:
    """A further source, whose module did not foresee the shape that it gets."""

    def fetch(identifier: str, *, since: date, frequency: str | None = None) -> list[Observation]:
        return {}["values"]

    sources()["BROKEN"] = SimpleNamespace(PREFIX="BROKEN", PARALLEL=1, PAUSE_S=0.0, fetch=fetch)
    yield
    del sources()["BROKEN"]


def asks(*symbols: str) -> list[FetchRequest]:
    return [FetchRequest(symbol, "D", SINCE) for symbol in symbols]


def outcomes(symbols: list[FetchRequest], time_limit_s: float = 60.0) -> dict[str, object]:
    """The newest value, or the error, by symbol."""
    return {
        answer.request.symbol: answer.error or answer.observations[-1].value
        for answer in fetch_all(symbols, time_limit_s=time_limit_s)
    }


def test_fetch_all_turns_a_source_s_refusal_into_an_error(web: HTTPServer):
    web.expect_request("/ecb/FM/A").respond_with_data("", status=404)
    web.expect_request("/ecb/FM/B").respond_with_data(CSV)
    assert outcomes(asks("ECB:FM/A", "ECB:FM/B")) == {
        "ECB:FM/A": f"ECB has no results for this key: it is gone or misspelt. {remedies.CONFIGURATION}",
        "ECB:FM/B": 1.25,
    }


def test_fetch_all_says_that_nothing_is_recent_enough(web: HTTPServer):
    web.expect_request("/ecb/FM/A").respond_with_data(CSV)
    ask = FetchRequest("ECB:FM/A", "D", date(2026, 11, 1))
    assert [answer.error for answer in fetch_all([ask], time_limit_s=60.0)] == [
        f"No observations since 2026-11-01. {remedies.ENDED}"
    ]


def test_fetch_all_lets_no_source_hold_up_another(web: HTTPServer):
    free, held = threading.Event(), []

    def hang(request: Request) -> Response:
        held.append(free.wait(60))
        return Response(CSV)

    web.expect_request("/ecb/FM/A").respond_with_handler(hang)
    web.expect_request("/cboe/VIX_History.csv").respond_with_data(
        "DATE,OPEN,HIGH,LOW,CLOSE\n11/19/2026,1,1,1,18.5\n11/20/2026,1,1,1,19.5\n"
    )
    answers = fetch_all(asks("ECB:FM/A", "CBOE:VIX"), time_limit_s=60.0)
    first = next(answers)
    free.set()
    assert (first.request.symbol, [answer.request.symbol for answer in answers]) == ("CBOE:VIX", ["ECB:FM/A"])
    assert held == [True]  # the answer came only when we let it, after the first had been redistributed


def test_fetch_all_gives_up_on_what_is_not_there_in_time(web: HTTPServer):
    free = threading.Event()

    def hang(request: Request) -> Response:
        free.wait(60)
        return Response(CSV)

    web.expect_request("/ecb/FM/A").respond_with_handler(hang)
    found = outcomes(asks("ECB:FM/A"), time_limit_s=0.3)
    free.set()
    assert found == {"ECB:FM/A": "No answer within 0.3 seconds. It is asked again automatically."}


def test_fetch_all_asks_no_more_at_once_than_the_source_bears(web: HTTPServer):
    lock, running, most = threading.Lock(), 0, 0

    def count(request: Request) -> Response:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.05)
        with lock:
            running -= 1
        return Response(CSV)

    for name in "ABCDEFGH":
        web.expect_request(f"/ecb/FM/{name}").respond_with_handler(count)
    assert set(outcomes(asks(*[f"ECB:FM/{name}" for name in "ABCDEFGH"])).values()) == {1.25}
    assert most == 2


def test_fetch_all_leaves_a_source_alone_that_nobody_answers_for(web: HTTPServer, settings):
    settings.SOURCE_BASE_URLS["BIS"] = f"http://127.0.0.1:{closed_port()}"
    settings.OUTBOUND_ALLOWED_HOSTS.append(settings.SOURCE_BASE_URLS["BIS"].removeprefix("http://"))
    errors = list(outcomes(asks(*[f"BIS:WS_SPP/Q.{name}" for name in "ABCDE"])).values())
    assert ["cannot be reached" in str(error) for error in errors] == [True, True, True, False, False]
    assert errors[3:] == [f"Not asked: BIS did not answer 3 times in a row. {remedies.UNREACHED}"] * 2


def test_fetch_all_survives_a_source_that_breaks(web: HTTPServer, broken_source):
    web.expect_request("/ecb/FM/A").respond_with_data(CSV)
    assert outcomes(asks("BROKEN:X", "ECB:FM/A", "BROKEN:Y")) == {
        "BROKEN:X": f"The answer could not be read (KeyError: 'values'). {remedies.PROGRAM}",
        "BROKEN:Y": f"The answer could not be read (KeyError: 'values'). {remedies.PROGRAM}",
        "ECB:FM/A": 1.25,
    }


def test_fetch_all_of_nothing_is_nothing():
    assert list(fetch_all([], time_limit_s=1.0)) == []


def test_fetch_all_asks_a_source_no_more_that_refuses_us(web: HTTPServer):
    web.expect_request(re.compile("/yahoo/.*")).respond_with_data("Too Many Requests", status=429)
    found = outcomes(asks("YAHOO:A", "YAHOO:B", "YAHOO:C"))
    assert sorted(text[:20] for text in map(str, found.values())) == ["Not asked: YAHOO has"] * 2 + [
        "Yahoo refuses this i"
    ]
    assert len(web.log) == 1
