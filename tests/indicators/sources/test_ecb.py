from datetime import date

import pytest

from indicators.sources import Observation, SourceError, ecb
from tests.indicators.sources.conftest import SINCE

SYMBOL = "EXR/D.USD.EUR.SP00.A"
KEY = "EXR.D.USD.EUR.SP00.A"
HEADER = "KEY,FREQ,CURRENCY,TIME_PERIOD,OBS_VALUE,OBS_STATUS,TITLE"


def table(*rows, header=HEADER):
    return "\n".join([header, *rows]) + "\n"


def test_fetch_reads_columns_by_name(answers):
    answers(table('"Dollar, euro",1.16,x,2026-11-19,' + KEY, header="TITLE,OBS_VALUE,CONF,TIME_PERIOD,KEY"))
    assert ecb.fetch(SYMBOL, since=SINCE, frequency="D") == [
        Observation("2026-11-19", date(2026, 11, 19), 1.16)
    ]


def test_fetch_asks_for_csv_from_the_year(answers):
    web = answers(table(f"{KEY},D,USD,2026-11-19,1.16,A,x"))
    ecb.fetch(SYMBOL, since=SINCE)
    request = web.log[0][0]
    assert (request.path, request.args.to_dict()) == (
        "/ecb/EXR/D.USD.EUR.SP00.A",
        {"format": "csvdata", "detail": "dataonly", "startPeriod": "2020"},
    )


@pytest.mark.parametrize(
    ("label", "end"),
    [("2026-08", date(2026, 8, 31)), ("2026-Q2", date(2026, 6, 30)), ("2025", date(2025, 12, 31)),
     ("2026-W05", date(2026, 2, 1)), ("2026-S1", date(2026, 6, 30))],
)  # fmt: skip
def test_fetch_reads_every_period(answers, label, end):
    answers(table(f"{KEY},D,USD,{label},1.16,A,x"))
    assert ecb.fetch(SYMBOL, since=SINCE) == [Observation(label, end, 1.16)]


def test_fetch_drops_missing_values_and_keeps_flash_figures(answers):
    answers(
        table(
            f"{KEY},D,USD,2026-11-16,NaN,A,x",
            f"{KEY},D,USD,2026-11-17,,M,x",
            f"{KEY},D,USD,2026-11-18,1.15,E,x",
            f"{KEY},D,USD,2026-11-19,0,M,x",
        )
    )
    assert [point.period for point in ecb.fetch(SYMBOL, since=SINCE)] == ["2026-11-18"]


def test_fetch_refuses_two_series(answers):
    answers(table(f"{KEY},D,USD,2026-11-18,1.15,A,x", "EXR.D.GBP.EUR.SP00.A,D,GBP,2026-11-19,0.84,A,x"))
    with pytest.raises(SourceError, match="several series"):
        ecb.fetch(SYMBOL, since=SINCE)


@pytest.mark.parametrize(
    "symbol", ["EXR/D..EUR.SP00.A", "EXR/D.USD+GBP.EUR.SP00.A", "EXR/D.USD.", "EXR", "EXR/"]
)
def test_fetch_refuses_an_open_key_without_asking(symbol):
    with pytest.raises(SourceError, match="one code in every place"):
        ecb.fetch(symbol, since=SINCE)


@pytest.mark.parametrize(("status", "words"), [(404, "no results for this key"), (400, "count its dots")])
def test_fetch_puts_refusals_in_words(answers, status, words):
    answers("<html><body>No results found.</body></html>", status=status)
    with pytest.raises(SourceError, match=words) as caught:
        ecb.fetch(SYMBOL, since=SINCE)
    assert (caught.value.permanent, caught.value.status) == (True, status)


@pytest.mark.parametrize("body", ["", "No results found."])
def test_fetch_takes_an_empty_200_for_no_results(answers, body):
    answers(body)
    with pytest.raises(SourceError, match="no results for this key"):
        ecb.fetch(SYMBOL, since=SINCE)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<html><body>Maintenance</body></html>", "web page"),
        ("KEY,TIME_PERIOD\nx,2026-11-19\n", "without OBS_VALUE"),
        (table(f"{KEY},D,USD,19/11/2026,1.15,A,x"), "where a period should be"),
        (table(f"{KEY},D,USD,2026-11-19,1.15"), "row of 5 cells"),
    ],
)
def test_fetch_refuses_another_shape(answers, body, reason):
    answers(body)
    with pytest.raises(SourceError, match=reason):
        ecb.fetch(SYMBOL, since=SINCE)
