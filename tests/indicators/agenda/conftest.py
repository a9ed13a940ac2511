import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest
from pytest_httpserver import HTTPServer

from indicators.agenda.calendars import CalendarRequest, addresses, calendars
from indicators.models import IndicatorFigure, Quote, Release
from tests.indicators.conftest import NOW

TODAY = NOW.date()


@pytest.fixture
def calendar_web(_threaded_server: HTTPServer, settings, no_back_off):
    """A loopback server at which every calendar is asked, under the name of its setting in lower case."""
    server = _threaded_server
    settings.OUTBOUND_ALLOWED_HOSTS = [f"{server.host}:{server.port}"]
    settings.SOURCE_BASE_URLS = {name: server.url_for(f"/{name.lower()}") for name in addresses()}
    yield server
    server.clear()


@pytest.fixture
def says(calendar_web) -> Callable[..., HTTPServer]:
    """says(body, …) makes the server answer that, in order, to whatever is asked."""

    def say(*bodies: object, status: int = 200) -> HTTPServer:
        for body in bodies:
            handler = calendar_web.expect_ordered_request(re.compile(".*"))
            if isinstance(body, dict | list):
                handler.respond_with_json(body, status=status)
            else:
                handler.respond_with_data(body, status=status)
        return calendar_web

    return say


def read(
    name: str, *, first: date = date(2026, 1, 1), last: date = date(2027, 12, 31), memory=None, patterns=()
):
    """What a calendar's module makes of what the server says."""
    return calendars()[name].fetch(
        CalendarRequest(first, last, tuple(patterns), {} if memory is None else memory)
    )


def release(entry: str, day: date, **fields) -> Release:
    """A stored release: of Eurostat's for `hicp`, confirmed, without an hour."""
    values = {"calendar": "eurostat", "key": f"{entry} {day}", "changed_at": NOW} | fields
    return Release.objects.create(entry=entry, day=day, **values)


def figure(
    code: str, *, period: str, ends: date, symbol: str, changed_at: datetime = NOW - timedelta(days=20)
):
    """A row's stored figure and its symbol's quote."""
    from indicators.groups import load

    IndicatorFigure.objects.create(
        code=code, made_of=load().row(code).inputs, value=2.1, observed_on=ends, period=period, lowest=1, highest=3,
        since=date(2011, 1, 31), points=180, computed_at=NOW,
    )  # fmt: skip
    Quote.objects.create(symbol=symbol, fetched_at=NOW, changed_at=changed_at, observed_on=ends)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)
