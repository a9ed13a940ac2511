"""Serves Yahoo's chart v8: sessions by their opening second, closes with gaps."""

import json
import math
from datetime import date, datetime, time, timedelta
from zlib import crc32
from zoneinfo import ZoneInfo

from briefing.demo import Query, SampleResponse, first
from briefing.demo.releases import sessions
from briefing.demo.world import FIRST_DAY, value

ROUTE = "yahoo"
JSON = "application/json;charset=utf-8"

# Symbol: currency, zone, session.
NEW_YORK = ("USD", "America/New_York", time(9, 30), time(16))
LONDON = ("GBp", "Europe/London", time(8), time(16, 30))
ASIA = time(9), time(15, 30)
PLACES = {
    "^GSPC": NEW_YORK,
    "^FTSE": ("GBP", *LONDON[1:]),
    "^GDAXI": ("EUR", "Europe/Berlin", time(9), time(17, 30)),
    "^N225": ("JPY", "Asia/Tokyo", *ASIA),
    "^HSI": ("HKD", "Asia/Hong_Kong", time(9, 30), time(16)),
    "000001.SS": ("CNY", "Asia/Shanghai", time(9, 30), time(15)),
    "^VIX": NEW_YORK,
    "GC=F": ("USD", "America/New_York", time(0), time(17, 30)),
}
SAME = {"^VIX": "VIXCLS"}  # other names of the table's lines
# Plausible shares by suffix. London quotes in pence, except for these funds.
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


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    """Serves `path` as the symbol; more than ten characters before the suffix mean an unknown one, as if delisted."""
    if not path or "/" in path or len(path.partition(".")[0]) > 10:
        gone = {"code": "Not Found", "description": "No data found, symbol may be delisted"}
        return SampleResponse(json.dumps({"chart": {"result": None, "error": gone}}), JSON, 404)
    currency, zone, opens, closes = place_of(path)
    start, end = second(query, "period1", 0), second(query, "period2", 9_999_999_999)
    days = [
        day
        for day in sessions(zone, FIRST_DAY, now.date())
        if start <= moment(day, opens, zone) <= end and moment(day, closes, zone) <= now.timestamp()
    ]
    quotes = [price(path, day) if day.day != 29 else None for day in days]  # an occasional gap
    latest = price(path, days[-1] if days else now.date() - timedelta(days=1))
    meta = describe(path, (currency, zone, opens, closes), price=latest, today=now.date())
    meta["chartPreviousClose"] = price(path, days[0]) if days else latest
    result: dict[str, object] = {"meta": meta}
    if days:  # the key is absent if the range has no session
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


def place_of(symbol: str) -> tuple[str, str, time, time]:
    """Returns currency, zone and session of a known symbol, or those of a share's suffix."""
    if symbol in PLACES:
        return PLACES[symbol]
    currency, zone, opens, closes = SUFFIXES.get(symbol.partition(".")[2], NEW_YORK)
    return FUNDS.get(symbol, currency), zone, opens, closes


def price(symbol: str, day: date) -> float:
    """Returns the price; shares follow US shares with a beta and have their own noise."""
    if symbol in PLACES:
        return round(value(SAME.get(symbol, symbol), day), 2)
    seed = crc32(symbol.encode())
    beta, start = 0.5 + seed % 1000 / 1000, 20 + seed // 1000 % 200
    own = value("share", day + timedelta(days=seed % 100_000))
    since = value("^GSPC", day) / value("^GSPC", FIRST_DAY)
    return round(start * own * math.exp(math.log(since) * beta / 2), 2)


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
        "instrumentType": "INDEX" if symbol.startswith("^") else "EQUITY",
        "gmtoffset": offset,
        "timezone": local.tzname() or "UTC",
        "exchangeTimezoneName": zone,
        "regularMarketPrice": price,
        "shortName": "Sample data",
        "currentTradingPeriod": {
            "pre": period | {"start": regular["start"], "end": regular["start"]},
            "regular": period | regular,
            "post": period | {"start": regular["end"], "end": regular["end"]},
        },
        "dataGranularity": "1d",
    }
