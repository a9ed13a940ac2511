"""Answers in the shape of Yahoo's chart v8: sessions by their opening second, closes with gaps."""

import json
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from briefing.demo import Query, SampleResponse, first
from briefing.demo.figures import FIRST_DAY, Band, business_days, value

ROUTE = "yahoo"
JSON = "application/json;charset=utf-8"

# Symbol: band, currency, zone, session.
NEW_YORK = ("USD", "America/New_York", time(9, 30), time(16))
LONDON = ("GBp", "Europe/London", time(8), time(16, 30))
PLACES = {
    "^GSPC": (Band(6000, 7100, growth=0.07, rough=2), *NEW_YORK),
    "^FTSE": (Band(8600, 9900, growth=0.04, rough=2), "GBP", *LONDON[1:]),
    "^GDAXI": (Band(21500, 26000, growth=0.06, rough=2), "EUR", "Europe/Berlin", time(9), time(17, 30)),
    "^N225": (Band(41000, 52000, growth=0.06, rough=2), "JPY", "Asia/Tokyo", time(9), time(15, 30)),
    "^HSI": (Band(22500, 28000, growth=0.02, rough=2), "HKD", "Asia/Hong_Kong", time(9, 30), time(16)),
    "000001.SS": (Band(3500, 4200, growth=0.02, rough=2), "CNY", "Asia/Shanghai", time(9, 30), time(15)),
    "^VIX": (Band(11, 34, rough=3), *NEW_YORK),
    "GC=F": (Band(3300, 4300, growth=0.08, rough=1.2), "USD", "America/New_York", time(0), time(23, 59)),
}
# Plausible shares by their suffix. London's are quoted in pence but for these funds.
FUNDS = dict.fromkeys(("VUSA.L", "VUAG.L", "VWRL.L", "VWRP.L", "IGLT.L"), "GBP") | dict.fromkeys(
    ("CSPX.L", "IWDA.L"), "USD"
)
BERLIN, PARIS = ("Europe/Berlin", time(9), time(17, 30)), ("Europe/Paris", time(9), time(17, 30))
SUFFIXES = {
    "L": LONDON,
    "DE": ("EUR", *BERLIN),
    "PA": ("EUR", *PARIS),
    "AS": ("EUR", "Europe/Amsterdam", *PARIS[1:]),
    "MI": ("EUR", "Europe/Rome", *PARIS[1:]),
    "MC": ("EUR", "Europe/Madrid", *PARIS[1:]),
    "SW": ("CHF", "Europe/Zurich", *PARIS[1:]),
    "TO": ("CAD", "America/Toronto", *NEW_YORK[2:]),
}


def answer(path: str, query: Query, today: date) -> SampleResponse:
    """`path` is the symbol; one of more than ten characters before its exchange's suffix is unknown, as if delisted."""
    if not path or "/" in path or len(path.partition(".")[0]) > 10:
        gone = {"code": "Not Found", "description": "No data found, symbol may be delisted"}
        return SampleResponse(json.dumps({"chart": {"result": None, "error": gone}}), JSON, 404)
    band, currency, zone, opens, closes = place_of(path)
    start, end = second(query, "period1", 0), second(query, "period2", 9_999_999_999)
    days = [
        day
        for day in business_days(FIRST_DAY, min(today, band.last_day(today)))
        if start <= moment(day, opens, zone) <= end
    ]
    quotes = [value(path, day, band) if day.day != 29 else None for day in days]  # a gap now and then
    latest = value(path, days[-1] if days else today, band)
    meta = describe(path, (currency, zone, opens, closes), price=latest, today=today)
    meta["chartPreviousClose"] = value(path, days[0], band) if days else latest
    result: dict[str, object] = {"meta": meta}
    if days:  # the key is left out when the range holds no session
        result["timestamp"] = [moment(day, opens, zone) for day in days]
    result["indicators"] = {
        "quote": [{"high": quotes, "volume": [0] * len(days), "open": quotes, "low": quotes, "close": quotes}]
        if days
        else [{}],
        "adjclose": [{"adjclose": quotes}] if days else [{}],
    }
    return SampleResponse(json.dumps({"chart": {"result": [result], "error": None}}), JSON)


def second(query: Query, name: str, default: int) -> int:
    text = first(query, name)
    return int(text) if text.isdecimal() else default


def place_of(symbol: str) -> tuple[Band, str, str, time, time]:
    """A listed symbol, or a plausible share at the place that its suffix names."""
    if symbol in PLACES:
        return PLACES[symbol]
    price = value(symbol, FIRST_DAY, Band(20, 300))
    band = Band(price * 0.85, price * 1.15, growth=0.05, rough=2)
    currency, zone, opens, closes = SUFFIXES.get(symbol.partition(".")[2], NEW_YORK)
    return band, FUNDS.get(symbol, currency), zone, opens, closes


def moment(day: date, at: time, zone: str) -> int:
    return int(datetime.combine(day, at, ZoneInfo(zone)).timestamp())


def describe(
    symbol: str, place: tuple[str, str, time, time], *, price: float, today: date
) -> dict[str, object]:
    currency, zone, opens, closes = place
    local = datetime.combine(today, closes, ZoneInfo(zone))
    offset = int((local.utcoffset() or timedelta()).total_seconds())
    regular = {"start": moment(today, opens, zone), "end": moment(today, closes, zone)}
    period = {"timezone": local.tzname() or "UTC", "gmtoffset": offset}
    return {
        "currency": currency,
        "symbol": symbol,
        "exchangeName": "SMP",
        "fullExchangeName": "Sample",
        "instrumentType": "INDEX" if symbol.startswith("^") else "EQUITY",
        "firstTradeDate": moment(FIRST_DAY, opens, zone),
        "regularMarketTime": int(local.timestamp()),
        "hasPrePostMarketData": False,
        "gmtoffset": offset,
        "timezone": local.tzname() or "UTC",
        "exchangeTimezoneName": zone,
        "regularMarketPrice": price,
        "fiftyTwoWeekHigh": round(price * 1.1, 2),
        "fiftyTwoWeekLow": round(price * 0.85, 2),
        "regularMarketDayHigh": price,
        "regularMarketDayLow": price,
        "regularMarketVolume": 0,
        "longName": "Sample data",
        "shortName": "Sample data",
        "chartPreviousClose": price,
        "priceHint": 2,
        "currentTradingPeriod": {
            "pre": period | {"start": regular["start"], "end": regular["start"]},
            "regular": period | regular,
            "post": period | {"start": regular["end"], "end": regular["end"]},
        },
        "dataGranularity": "1d",
        "range": "",
        "validRanges": ["1mo", "3mo", "6mo", "ytd", "1y", "2y", "5y", "10y", "max"],
    }
