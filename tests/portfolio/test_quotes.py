"""The universe's closes: what is fetched, stored and purged, with the sample server as provider."""

import threading
from datetime import date, timedelta

import pytest
import time_machine

from briefing.core.models import Job
from briefing.core.work.retention import PURGES
from briefing.demo import server
from indicators.models import DailyQuote, Quote, Revision
from indicators.sources import remedies
from indicators.tasks import AllSourcesFailed
from portfolio import quotes, universe
from portfolio.models import InstrumentMap, TickerUniverse
from portfolio.tasks import purge_closes, refresh_quotes
from tests.indicators.conftest import closed_port
from tests.indicators.sources.test_yahoo import chart
from tests.portfolio.instruments import NOW, instrument, quote

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _world(settings):
    settings.SAMPLE_DATA = True
    with time_machine.travel(NOW):
        yield


@pytest.fixture
def samples(settings):
    running = server.serve("127.0.0.1", 0)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    host = f"127.0.0.1:{running.server_port}"
    settings.OUTBOUND_ALLOWED_HOSTS = [host]
    settings.SOURCE_BASE_URLS = settings.SOURCE_BASE_URLS | {"YAHOO": f"http://{host}/yahoo"}
    yield
    running.shutdown()
    running.server_close()


@pytest.fixture
def nobody(settings):
    host = f"127.0.0.1:{closed_port()}"
    settings.OUTBOUND_ALLOWED_HOSTS = [host]
    settings.SOURCE_BASE_URLS = settings.SOURCE_BASE_URLS | {"YAHOO": f"http://{host}/yahoo"}


def test_closes_and_the_quote_s_own_currency_are_stored(samples):
    for ticker in ("BA.L", "VUSA.L", "SAP.DE", "AAPL"):
        instrument(f"{ticker}_EQ", ticker, currency="XXX")
    report = quotes.refresh(NOW)
    assert str(report) == "4 tickers asked, 4 answered, 0 failed; 0 wait for a later run"
    currencies = dict(InstrumentMap.objects.values_list("provider_ticker", "quote_currency"))
    assert currencies == {"BA.L": "GBp", "VUSA.L": "GBP", "SAP.DE": "EUR", "AAPL": "USD"}
    stored = Quote.objects.get(symbol="YAHOO:BA.L")
    assert stored.observed_on == date(2026, 11, 20)
    assert stored.value and stored.previous_value
    days = DailyQuote.objects.filter(symbol="YAHOO:BA.L").values_list("day", flat=True)
    assert min(days) >= NOW.date() - timedelta(days=14)


def test_a_price_keeps_the_currency_it_came_in(settings, httpserver):
    """A newest close in pounds after ten in pence is left out; those in pence stay pence."""
    settings.OUTBOUND_ALLOWED_HOSTS = [f"{httpserver.host}:{httpserver.port}"]
    settings.SOURCE_BASE_URLS = settings.SOURCE_BASE_URLS | {"YAHOO": httpserver.url_for("/yahoo")}
    instrument("BAl_EQ", "BA.L", currency="GBX")
    bars = [(f"2026-11-{day:02}T08:00", 800.0 + day) for day in (9, 10, 11, 12, 13, 16, 17, 18, 19)]

    def shown(*closes: tuple[str, float], currency: str) -> tuple[float | None, str | None]:
        answer = chart(
            *closes, symbol="BA.L", zone="Europe/London", end="2026-11-20T16:30", currency=currency
        )
        httpserver.clear()
        httpserver.expect_request("/yahoo/BA.L").respond_with_json(answer)
        Quote.objects.update(fetched_at=NOW - timedelta(days=1), error_at=None)
        quotes.refresh(NOW)
        quoted = universe.current().tickers["BA.L"]
        return quoted.price, quoted.currency

    assert shown(*bars, currency="GBp") == (819.0, "GBp")
    assert shown(*bars, ("2026-11-20T08:00", 8.2), currency="GBP") == (819.0, "GBp")
    in_pounds = [(when, close / 100) for when, close in [*bars, ("2026-11-20T08:00", 820.0)]]
    assert shown(*in_pounds, currency="GBP") == (8.2, "GBP")


def test_unknown_ticker_is_an_error_on_its_row(samples):
    instrument("LONG_EQ", "MUCHTOOLONG.L")
    assert quotes.refresh(NOW).failed == {
        "YAHOO:MUCHTOOLONG.L": "Yahoo does not know the symbol MUCHTOOLONG.L. It says: “No data found, symbol may be delisted”."
        f" {remedies.CONFIGURATION}"
    }
    assert Quote.objects.get().error


def test_a_failure_keeps_the_last_closes(nobody):
    instrument("BAl_EQ", "BA.L")
    Quote.objects.filter(pk=quote("BA.L").pk).update(fetched_at=NOW - timedelta(days=1))
    quotes.refresh(NOW)
    stored = Quote.objects.get()
    assert (stored.value, stored.observed_on) == (2.0, date(2026, 11, 20))
    assert stored.error


def test_no_request_while_the_provider_is_off(settings):
    settings.SAMPLE_DATA, settings.YAHOO_ENABLED = False, False
    instrument("BAl_EQ", "BA.L")
    assert quotes.plan(NOW) == []
    assert quotes.refresh(NOW).requested == 0


def test_dashboard_s_own_tickers_are_left_to_the_indicators():
    instrument("GC", "GC=F")
    instrument("BAl_EQ", "BA.L")
    assert quotes.plan(NOW) == ["YAHOO:BA.L"]


def test_noted_tickers_come_first_then_those_unknown_the_longest():
    for ticker, hours in (("A", 7), ("B", 9), ("C", None), ("D", 8)):
        instrument(f"{ticker}_US_EQ", ticker)
        if hours:
            quote(ticker)
            Quote.objects.filter(symbol=f"YAHOO:{ticker}").update(fetched_at=NOW - timedelta(hours=hours))
    TickerUniverse.objects.create(ticker="A", added_on=NOW.date() - timedelta(days=1))
    assert quotes.plan(NOW) == ["YAHOO:A", "YAHOO:C", "YAHOO:B", "YAHOO:D"]


def test_what_was_noted_today_changes_no_order_before_tomorrow():
    instrument("A_US_EQ", "A")
    instrument("B_US_EQ", "B")
    TickerUniverse.objects.create(ticker="B", added_on=NOW.date())
    assert quotes.plan(NOW) == ["YAHOO:A", "YAHOO:B"]
    assert quotes.plan(NOW + timedelta(days=1)) == ["YAHOO:B", "YAHOO:A"]


def test_a_run_is_bounded(samples):
    for ticker in "ABC":
        instrument(f"{ticker}_US_EQ", ticker)
    report = quotes.refresh(NOW, per_run=2)
    assert (report.requested, report.waiting) == (2, 1)
    assert quotes.plan(NOW) == ["YAHOO:C"]


@pytest.mark.parametrize(
    ("fetched", "failed", "due"),
    [
        (None, None, True),
        (timedelta(hours=5), None, False),
        (timedelta(hours=6), None, True),
        (timedelta(days=3), timedelta(minutes=30), False),
        (timedelta(days=3), timedelta(hours=1), True),
        (None, timedelta(minutes=30), False),
    ],
)
def test_is_due(fetched, failed, due):
    row = Quote(
        symbol="YAHOO:A",
        fetched_at=NOW - fetched if fetched else None,
        error_at=NOW - failed if failed else None,
        error="gone" if failed else "",
    )
    assert quotes.is_due(row, NOW) is due


def test_job_in_sample_mode_brings_its_own_instruments(samples):
    assert not quotes.filled()
    said = refresh_quotes(Job(kind="portfolio.quotes", key="x"))
    assert said.endswith("0 failed; 0 wait for a later run")
    assert (
        InstrumentMap.objects.filter(sample=True, manual=False).count() == InstrumentMap.objects.count() > 50
    )
    assert not InstrumentMap.objects.filter(provider_ticker=None).exists()
    assert quotes.filled()


def test_job_in_live_mode_brings_none(settings):
    settings.SAMPLE_DATA, settings.YAHOO_ENABLED = False, False
    assert refresh_quotes(Job(kind="portfolio.quotes", key="x")).startswith("0 tickers asked")
    assert not InstrumentMap.objects.exists()
    assert quotes.filled()


def test_job_fails_when_nobody_answers(nobody):
    instrument("BAl_EQ", "BA.L")
    with pytest.raises(AllSourcesFailed, match="1 tickers asked, 0 answered"):
        refresh_quotes(Job(kind="portfolio.quotes", key="x"))


def test_purge_keeps_recent_closes_and_all_of_the_configured_symbols():
    for symbol in ("YAHOO:BA.L", "YAHOO:GC=F", "YAHOO:^GSPC", "ECB:X"):
        for age in (10, 40):
            day = NOW.date() - timedelta(days=age)
            DailyQuote.objects.create(symbol=symbol, day=day, period=day.isoformat(), value=1.0)
    assert PURGES["closes of the universe"] is purge_closes
    assert purge_closes(NOW) == 1
    assert sorted(DailyQuote.objects.values_list("symbol", flat=True)) == sorted(
        ["YAHOO:BA.L", *(symbol for symbol in ("YAHOO:GC=F", "YAHOO:^GSPC", "ECB:X") for _ in range(2))]
    )


def test_purge_removes_old_revisions_of_prices_but_not_of_configured_symbols():
    for symbol in ("YAHOO:BA.L", "YAHOO:GC=F", "ECB:X"):
        for age in (10, 40):
            Revision.objects.create(symbol=symbol, at=NOW - timedelta(days=age))
    assert quotes.purge(NOW) == 1
    assert sorted(Revision.objects.values_list("symbol", flat=True)) == [
        "ECB:X", "ECB:X", "YAHOO:BA.L", "YAHOO:GC=F", "YAHOO:GC=F",
    ]  # fmt: skip


def test_purge_removes_quotes_not_requested_in_a_month():
    for ticker, tried in (("OLD", 31), ("NEW", 29), ("GC=F", 31)):
        quote(ticker)
        Quote.objects.filter(symbol=f"YAHOO:{ticker}").update(fetched_at=NOW - timedelta(days=tried))
    Quote.objects.create(symbol="YAHOO:DEAD", error="gone", error_at=NOW - timedelta(days=2))
    assert quotes.purge(NOW) == 1
    assert not Quote.objects.filter(symbol="YAHOO:OLD").exists()
