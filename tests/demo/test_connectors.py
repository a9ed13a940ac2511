"""Each sample answer is read by its real connector, and moves with the calendar."""

from datetime import date, timedelta

import pytest
import time_machine

from indicators.groups import load
from indicators.sources import SourceError, source_for, split

SINCE = date(2011, 1, 1)
TODAY = "2026-11-21T23:30:00Z"
EUROSTAT = "EUSTAT:prc_hicp_minr?freq=M&unit=RCH_A&coicop18={code}&geo={geo}"

# Of each source one symbol: frequency, period of the newest figure on 21 November 2026, range of plausible figures.
SYMBOLS = [
    (EUROSTAT.format(code="TOTAL", geo="IT"), "M", "2026-10", (-2, 12)),
    ("UKSTAT:economy/grossdomesticproductgdp/ihyq/qna", "Q", "2026-Q3", (-25, 25)),
    ("ECB:EXR/D.USD.EUR.SP00.A", "D", "2026-11-20", (0.95, 1.5)),
    ("BIS:WS_CREDIT_GAP/Q.US.P.A.C", "Q", "2026-Q1", (-20, 10)),
    ("BOE:IUDMNPY", "D", "2026-11-19", (0, 6)),
    ("TREASURY:10Y", "D", "2026-11-20", (0.3, 6)),
    ("FRED:WALCL", "W", "2026-11-18", (2e6, 9.5e6)),
    ("CBOE:SKEW", "D", "2026-11-20", (100, 170)),
    ("NYFED:TARGETTO", "D", "2026-11-20", (0.25, 5.5)),
    ("OFR:FSI", "D", "2026-11-18", (-6, 6)),
    ("MOF:10Y", "D", "2026-11-20", (-0.5, 3)),
    ("BUBA:BBSIS/D.I.ZST.ZI.EUR.S1311.B.A604.R10XX.R.A.A._Z._Z.A", "D", "2026-11-20", (-1, 4)),
    ("FISCAL:RATE", "M", "2026-10", (1, 5)),
    ("EIA:RBRTE", "D", "2026-11-19", (15, 150)),
    ("PINK:GOLD", "M", "2026-10", (500, 5000)),
    ("OECD:USA", "M", "2026-09", (90, 110)),
    ("YAHOO:000001.SS", "D", "2026-11-20", (2000, 5000)),
]


def fetch(symbol, frequency=None, since=SINCE):
    return source_for(symbol).fetch(split(symbol)[1], since=since, frequency=frequency)


@pytest.mark.usefixtures("samples")
@pytest.mark.parametrize(("symbol", "frequency", "newest", "span"), SYMBOLS)
@time_machine.travel(TODAY)
def test_connector_reads_its_sample(symbol, frequency, newest, span):
    found = fetch(symbol, frequency)
    values = [point.value for point in found]
    assert (found[-1].period, span[0] <= min(values), max(values) <= span[1]) == (newest, True, True)
    enough = {"D": 400, "W": 500, "M": 150, "Q": 50}[frequency]
    assert len(found) >= enough


@pytest.mark.usefixtures("samples")
@pytest.mark.parametrize(
    "row", [row for group in load().configured if group.id == "shares" for row in group.rows]
)
@time_machine.travel("2026-11-27T02:00:00Z")
def test_a_share_index_has_a_history_for_every_chart_and_no_close_on_a_holiday(row):
    found = fetch(row.symbols[0], "D")
    assert (found[0].day.year, len(found) > 3500) == (2011, True)
    assert row.plausible[0] < min(point.value for point in found)
    assert max(point.value for point in found) < row.plausible[1]
    thanksgiving = date(2026, 11, 26)
    assert (found[-1].day == thanksgiving) is (row.code != "SPX")


@pytest.mark.usefixtures("samples")
@pytest.mark.parametrize("symbol", [symbol for symbol, *_ in SYMBOLS])
def test_sample_only_adds_as_the_days_go_by(symbol):
    with time_machine.travel(TODAY):
        before = fetch(symbol, since=date(2025, 1, 1))
    with time_machine.travel("2027-05-10T23:30:00Z"):
        after = fetch(symbol, since=date(2025, 1, 1))
    assert (after[: len(before)], len(after) > len(before)) == (before, True)


@pytest.mark.usefixtures("samples")
@pytest.mark.parametrize(
    ("free", "by_key", "frequency"),
    [
        ("USBLS:CUUR0000SA0", "FRED:CPIAUCNS", "M"), ("USBLS:LNS14000000", "FRED:UNRATE", "M"),
        ("EIA:RBRTE", "FRED:DCOILBRENTEU", "D"), ("EIA:RWTC", "FRED:DCOILWTICO", "D"),
    ],
)  # fmt: skip
@time_machine.travel(TODAY)
def test_the_sample_of_a_spare_has_the_first_source_s_figures(free, by_key, frequency):
    since = date(2018, 1, 1)
    assert fetch(free, frequency, since) == fetch(by_key, frequency, since)


@pytest.mark.usefixtures("samples")
@time_machine.travel(TODAY)
def test_ten_years_of_the_bls_at_once():
    found = fetch("USBLS:CES0000000001", "M")
    assert (found[0].period, found[-1].period, len(found)) == ("2017-01", "2026-10", 118)


@pytest.mark.usefixtures("samples")
@time_machine.travel(TODAY)
def test_sample_of_fred_answers_by_key_as_without(settings):
    plain = fetch("FRED:DGS10", "D")
    settings.FRED_API_KEY = "k"
    assert fetch("FRED:DGS10", "D") == plain


@pytest.mark.usefixtures("samples")
@time_machine.travel(TODAY)
def test_spread_of_fred_agrees_with_the_treasury():
    since = date(2026, 1, 1)
    ten, two, spread = (
        {point.day: point.value for point in fetch(symbol, "D", since)}
        for symbol in ("TREASURY:10Y", "TREASURY:2Y", "FRED:T10Y2Y")
    )
    day = date(2026, 11, 20)
    assert round(ten[day] - two[day], 2) == spread[day]


@pytest.mark.usefixtures("samples")
@pytest.mark.parametrize(
    ("symbol", "newest"),
    [
        (EUROSTAT.format(code="TOTAL", geo="EA20"), "2025-12"),
        ("EUSTAT:prc_hicp_manr?freq=M&unit=RCH_A&coicop=CP01&geo=EA", "2025-12"),
        ("ECB:CISS/D.U2.Z0Z.4F.EC.SS_CI.IDX", "2025-05-23"),
    ],
)
@time_machine.travel(TODAY)
def test_sample_stands_still_where_the_source_froze(symbol, newest):
    assert fetch(symbol)[-1].period == newest


@pytest.mark.usefixtures("samples")
@pytest.mark.parametrize(
    "symbol", ["FRED:STLFSI4", "UKSTAT:economy/governmentpublicsectorandtaxes/publicsectorfinance/hf6x/pusf",
               "ECB:BLS/Q.U2.ALL.O.E.Z.B3.ST.S.WFNET"]
)  # fmt: skip
@time_machine.travel(TODAY)
def test_some_samples_are_stale_on_purpose(symbol):
    assert date(2026, 11, 21) - fetch(symbol)[-1].day > timedelta(days=90)


@pytest.mark.usefixtures("samples")
@pytest.mark.parametrize(
    ("symbol", "reason"),
    [
        (EUROSTAT.format(code="CP00", geo="IT"), "coicop18 is empty"),
        (EUROSTAT.format(code="TOTAL", geo="IT&geo=DE"), r"pin geo \(2\)"),
        ("ECB:EXR/D.USD.EUR", "count its dots"),
        ("ECB:NOPE/D.USD.EUR", "no results"),
        ("BIS:WS_NOPE/Q.US", "404"),
        ("BOE:NOSUCH1", "web page"),
        ("TREASURY:9Y", "gone or empty"),
        ("CBOE:NOSUCH", "403"),
        ("MOF:9Y9", "not a maturity"),
        ("BUBA:BBSIS/D.I", "does not know"),
        ("EIA:NOSUCH", "404"),
        ("OECD:XXX", "no leading indicator"),
        ("YAHOO:NOSUCHSYMBOL", "does not know the symbol"),
    ],
)
@time_machine.travel(TODAY)
def test_mistake_is_answered_as_the_source_does(symbol, reason):
    with pytest.raises(SourceError, match=reason):
        fetch(symbol)


def configured() -> dict[str, str]:
    """Every symbol of the file, reserve and fallback sources included, with its frequency."""
    rows = [row for group in load().configured for row in group.rows]
    rows += [row.fallback for row in rows if row.fallback]
    return {
        symbol: frequency
        for row in rows
        for symbol, frequency in zip(row.symbols, row.frequencies, strict=True)
    }


@pytest.mark.usefixtures("samples")
@time_machine.travel(TODAY)
def test_configured_symbols_have_samples():
    wrong = []
    for symbol, frequency in sorted(configured().items()):
        found = fetch(symbol, frequency, since=date(2016, 1, 1))
        if (
            len(found) <= 30
            or found[-1].day <= date(2026, 1, 1)
            or any(not low <= point.value <= high for low, high in plausible(symbol) for point in found)
        ):
            wrong.append(symbol)
    assert wrong == []


def plausible(symbol: str) -> list[tuple[float, float]]:
    """The ranges of the rows that show the symbol as it is published."""
    rows = [row for group in load().configured for row in group.rows]
    return [row.plausible for row in rows if row.symbols == (symbol,) and row.transform == "level"]
