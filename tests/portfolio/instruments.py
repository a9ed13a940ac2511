"""Rows of the instrument map and of the provider's quotes."""

from datetime import UTC, date, datetime
from typing import Any

from briefing.core.web import cache_versions
from indicators.models import Quote
from portfolio.models import InstrumentMap

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def metadata(ticker: str, short: str, name: str, currency: str, **more: Any) -> dict[str, Any]:
    """A row of the broker's metadata."""
    return {"ticker": ticker, "shortName": short, "name": name, "currencyCode": currency} | more


def instrument(broker_ticker: str, provider_ticker: str | None, **columns: Any) -> InstrumentMap:
    short = (provider_ticker or "").partition(".")[0]
    row = InstrumentMap.objects.create(
        **{"broker_ticker": broker_ticker, "provider_ticker": provider_ticker, "short_ticker": short}
        | columns
    )
    cache_versions.invalidate("universe")
    return row


def quote(ticker: str, value: float = 2.0, previous: float = 1.0, day: date = date(2026, 11, 20)) -> Quote:
    row = Quote.objects.create(
        symbol=f"YAHOO:{ticker}",
        value=value,
        previous_value=previous,
        observed_on=day,
        period=day.isoformat(),
        fetched_at=NOW,
    )
    cache_versions.invalidate("universe")
    return row
