from datetime import UTC, date, datetime

import pytest
import time_machine

from indicators.sources import Observation, SourceError, yahoo
from tests.indicators.sources.conftest import SINCE


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def chart(*bars, symbol="^GSPC", zone="America/New_York", end="2026-11-20T21:00", **meta):
    """Bars are (UTC opening time, close); `end` is the end of the current trading period in UTC."""
    result = {
        "meta": {
            "currency": "USD",
            "symbol": symbol,
            "gmtoffset": -18000,
            "exchangeTimezoneName": zone,
            "chartPreviousClose": 1.0,
            "currentTradingPeriod": {"regular": {"start": at(end) - 23400, "end": at(end)}},
            "dataGranularity": "1d",
        }
        | meta,
        "indicators": {"quote": [{"close": [close for _when, close in bars]} if bars else {}]},
    }
    if bars:
        result["timestamp"] = [at(when) for when, _close in bars]
    return {"chart": {"result": [result], "error": None}}


def test_fetch_reads_closes_and_drops_nulls(answers):
    answers(chart(("2026-11-18T14:30", 6700.5), ("2026-11-19T14:30", None), ("2026-11-20T14:30", 6710.25)))
    assert yahoo.fetch("^GSPC", since=SINCE, frequency="D") == [
        Observation("2026-11-18", date(2026, 11, 18), 6700.5),
        Observation("2026-11-20", date(2026, 11, 20), 6710.25),
    ]


@pytest.mark.parametrize(("said", "currency"), [("GBp", "GBp"), ("EUR", "EUR"), (None, "")])
def test_fetch_gives_the_quote_s_own_currency(answers, said, currency):
    answers(chart(("2026-11-20T14:30", 1.0), currency=said))
    assert [each.currency for each in yahoo.fetch("^GSPC", since=SINCE)] == [currency]


@time_machine.travel("2026-11-21T12:00:00Z", tick=False)
def test_fetch_quotes_the_symbol_and_asks_for_days(answers):
    web = answers(chart(("2026-11-20T14:30", 1.0)))
    yahoo.fetch("^GSPC", since=SINCE)
    request = web.log[0][0]
    assert (request.environ["RAW_URI"].partition("?")[0], request.args.to_dict()) == (
        "/yahoo/%5EGSPC",
        {"interval": "1d", "period1": str(at("2020-01-01T00:00")), "period2": str(at("2026-11-21T12:00"))},
    )


def test_fetch_drops_the_noise_of_small_floats(answers):
    answers(chart(("2026-11-20T14:30", 73.72000122070312)))
    assert yahoo.fetch("^GSPC", since=SINCE)[0].value == 73.72


def test_fetch_keeps_pence(answers):
    answers(chart(("2026-11-20T08:00", 245.5), symbol="OCDO.L", currency="GBp"))
    assert yahoo.fetch("OCDO.L", since=SINCE)[0].value == 245.5


def test_fetch_dates_a_session_in_the_zone_of_the_exchange(answers):
    answers(
        chart(("2026-11-18T23:00", 8600.0), symbol="^AXJO", zone="Australia/Sydney", end="2026-11-19T05:00")
    )
    assert yahoo.fetch("^AXJO", since=SINCE)[0].day == date(2026, 11, 19)


def test_fetch_uses_the_offset_where_the_zone_is_unknown(answers):
    answers(chart(("2026-11-19T02:00", 1.0), zone="Mars/Olympus"))
    assert yahoo.fetch("^GSPC", since=SINCE)[0].day == date(2026, 11, 18)


def test_fetch_takes_the_last_bar_of_a_day(answers):
    answers(chart(("2026-11-20T14:30", 6700.0), ("2026-11-20T21:00", 6710.0)))
    assert [point.value for point in yahoo.fetch("^GSPC", since=SINCE)] == [6710.0]


@time_machine.travel("2026-11-20T16:00:00Z")
def test_fetch_leaves_out_a_session_that_is_still_running(answers):
    answers(chart(("2026-11-19T14:30", 6700.0), ("2026-11-20T14:30", 6710.0), ("2026-11-20T16:00", 6711.0)))
    assert [point.period for point in yahoo.fetch("^GSPC", since=SINCE)] == ["2026-11-19"]


def test_fetch_refuses_a_range_without_any_session(answers):
    answers(chart())
    with pytest.raises(SourceError, match="gone or empty"):
        yahoo.fetch("^GSPC", since=SINCE)


def test_fetch_names_an_unknown_symbol(answers):
    answers(
        {"chart": {"result": None, "error": {"code": "Not Found", "description": "delisted"}}}, status=404
    )
    with pytest.raises(SourceError, match="does not know the symbol NOSUCH") as caught:
        yahoo.fetch("NOSUCH", since=SINCE)
    assert caught.value.permanent is True


def test_fetch_reads_an_error_that_comes_with_200(answers):
    answers({"chart": {"result": None, "error": {"code": "Not Found", "description": "may be delisted"}}})
    with pytest.raises(SourceError, match="may be delisted") as caught:
        yahoo.fetch("NOSUCH", since=SINCE)
    assert caught.value.permanent is True


@pytest.mark.parametrize("status", [429, 999])
def test_fetch_asks_once_when_it_is_turned_away(answers, status):
    web = answers("Too Many Requests", status=status)
    with pytest.raises(SourceError, match=f"HTTP {status}.* no browsers by how they open a TLS") as caught:
        yahoo.fetch("^GSPC", since=SINCE)
    assert (caught.value.permanent, caught.value.refused, len(web.log)) == (False, True, 1)


def test_fetch_refuses_text_with_200(answers):
    answers("Too Many Requests")
    with pytest.raises(SourceError, match="no JSON but: 'Too Many Requests'"):
        yahoo.fetch("^GSPC", since=SINCE)


BAR = ("2026-11-20T14:30", 1.0)


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ({}, "without a chart"),
        ({"chart": {"result": []}}, "without its one result"),
        (chart(BAR, symbol="^FTSE"), "did not answer with the chart of"),
        (chart(BAR, dataGranularity="3mo"), "steps of 3mo"),
        (chart(("2026-11-20T14:30", "x")), "where a figure should be"),
        (chart(BAR, exchangeTimezoneName=None, gmtoffset=None), "time zone"),
    ],
)
def test_fetch_refuses_another_shape(answers, document, reason):
    answers(document)
    with pytest.raises(SourceError, match=reason):
        yahoo.fetch("^GSPC", since=SINCE)


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("timestamp", [1, 2], "do not match its days"),
        ("timestamp", ["monday"], "where a time should be"),
        ("timestamp", [10**20], "where a time should be"),
        ("indicators", {}, "without closes"),
        ("indicators", {"quote": [{"close": 5}]}, "without closes"),
    ],
)
def test_fetch_refuses_a_result_of_another_shape(answers, key, value, reason):
    document = chart(BAR)
    document["chart"]["result"][0][key] = value
    answers(document)
    with pytest.raises(SourceError, match=reason):
        yahoo.fetch("^GSPC", since=SINCE)
