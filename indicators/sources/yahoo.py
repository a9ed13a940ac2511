"""Yahoo's chart API v8: `YAHOO:^GSPC`; daily closes as quoted (pence stay pence); disabled by default."""

import re
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone as clock
from django.utils.translation import gettext_lazy as _

from indicators.sources import Hours, Observation, SourceError, base_url, parsing

PREFIX = "YAHOO"
ADDRESSES = {PREFIX: "https://query1.finance.yahoo.com/v8/finance/chart"}
PARALLEL = 1
PAUSE_S = 0.2
HOURS = Hours("America/New_York", ("08:20", "17:50"))
# Past days may be null or missing and are filled in hours or days later.
HOLES = True
TERMS = _(
    "Yahoo's data is for personal use only and may not be redistributed: set YAHOO_ENABLED=true only on an "
    "installation of your own."
)

NAME = "Yahoo"
IDENTIFIER = re.compile(r"[A-Za-z0-9^=.\-&]{1,24}", re.ASCII)
LIMITED = (
    f"{NAME} refuses this installation (HTTP {{status}}). It turns away clients that are no browsers by how they open"
    " a TLS connection, and data centres by their addresses: asking less often does not help then, and this client"
    " does not imitate a browser. Where it worked before, it may again in some hours."
)
REFUSALS = {404: f"{NAME} does not know the symbol {{symbol}}.", 429: LIMITED, 999: LIMITED}
Json = dict[str, Any]


def enabled() -> bool:
    return bool(settings.YAHOO_ENABLED)


def fetch(identifier: str, *, since: date, frequency: str | None = None) -> list[Observation]:
    """Daily closes of finished sessions in the currency of the quote; `frequency` is not used."""
    if not IDENTIFIER.fullmatch(identifier):
        raise SourceError(f"{identifier!r} is not a symbol of Yahoo.", permanent=True)
    start = datetime.combine(min(since, parsing.today() - timedelta(days=30)), time.min, UTC)
    period2 = int(clock.now().timestamp())
    query = f"interval=1d&period1={int(start.timestamp())}&period2={period2}"
    try:
        reply = parsing.get(
            NAME,
            f"{base_url(PREFIX)}/{quote(identifier, safe='')}?{query}",
            headers=parsing.browser_like(),
            attempts=1,
        )
    except SourceError as error:
        if sentence := REFUSALS.get(error.status or 0):
            raise SourceError(
                sentence.format(symbol=identifier, status=error.status) + error.detail,
                permanent=error.status == 404,
                status=error.status,
                refused=error.status != 404,
            ) from error
        raise
    result = result_of(parsing.json_of(NAME, reply.body), identifier)
    closes = daily_closes(result)
    # The date may be ahead of UTC in Asia, so today is that of the exchange's time zone.
    until = clock.now().astimezone(zone_of(result["meta"])).date()
    return parsing.tidy(NAME, closes, since=since, until=until)


def result_of(document: Json, identifier: str) -> Json:
    """The single result of the chart; raises SourceError if symbol or interval is not the requested one."""
    chart = document.get("chart")
    if not isinstance(chart, dict):
        raise SourceError(f"{NAME} sent JSON without a chart.")
    if isinstance(error := chart.get("error"), dict):
        said = error.get("description") or error.get("code") or "no reason given"
        raise SourceError(
            f"{NAME} refuses {identifier}: {said}.",
            permanent=error.get("code") in ("Not Found", "Bad Request"),
        )
    results = chart.get("result")
    if not (isinstance(results, list) and len(results) == 1 and isinstance(results[0], dict)):
        raise SourceError(f"{NAME} sent a chart without its one result.")
    meta = results[0].get("meta")
    if not isinstance(meta, dict) or str(meta.get("symbol", "")).upper() != identifier.upper():
        raise SourceError(f"{NAME} did not answer with the chart of {identifier}.")
    if meta.get("dataGranularity", "1d") != "1d":
        raise SourceError(f"{NAME} sent steps of {meta['dataGranularity']} instead of days.")
    return results[0]


def daily_closes(result: Json) -> list[Observation]:
    """One close per day, from its last bar; none for a running session."""
    stamps = result.get("timestamp", [])  # the key is absent if there is no session in the range
    closes = [] if "timestamp" not in result else closes_of(result)
    if not isinstance(stamps, list) or len(stamps) != len(closes):
        raise SourceError(f"{NAME} sent {len(closes)} closes that do not match its days.")
    zone = zone_of(result["meta"])
    running = running_day(result["meta"], zone)
    currency = str(result["meta"].get("currency") or "")
    days: dict[date, Observation] = {}
    for stamp, raw in zip(stamps, closes, strict=True):
        value = parsing.number(NAME, raw)
        day = moment(stamp).astimezone(zone).date()
        if value is not None and day != running:
            # Yahoo converts 32-bit floats: digits after the seventh are noise (73.72000122070312).
            days[day] = Observation(day.isoformat(), day, float(f"{value:.7g}"), currency)
    return list(days.values())


def closes_of(result: Json) -> list[object]:
    try:
        closes = result["indicators"]["quote"][0].get("close", [])
    except (KeyError, IndexError, TypeError, AttributeError):
        closes = None
    if not isinstance(closes, list):
        raise SourceError(f"{NAME} sent a chart without closes.")
    return closes


def zone_of(meta: Json) -> tzinfo:
    """The exchange's time zone; its UTC offset if the name is unknown."""
    try:
        return ZoneInfo(str(meta["exchangeTimezoneName"]))
    except (KeyError, ValueError, OSError):
        offset = meta.get("gmtoffset")
    if not isinstance(offset, int) or abs(offset) >= 86_400:
        raise SourceError(f"{NAME} does not say in which time zone its days are.")
    return timezone(timedelta(seconds=offset))


def running_day(meta: Json, zone: tzinfo) -> date | None:
    """The local day of a session in progress, whose bar will still change."""
    try:
        end = moment(meta["currentTradingPeriod"]["regular"]["end"])
    except (KeyError, TypeError):
        return None
    # A whole-day session ends at midnight but belongs to the day before.
    return (end - timedelta(seconds=1)).astimezone(zone).date() if clock.now() < end else None


def moment(stamp: object) -> datetime:
    if not isinstance(stamp, int) or isinstance(stamp, bool):
        raise SourceError(f"{NAME} has {stamp!r} where a time should be.")
    try:
        return datetime.fromtimestamp(stamp, UTC)
    except (OverflowError, OSError, ValueError):
        raise SourceError(f"{NAME} has {stamp!r} where a time should be.") from None
