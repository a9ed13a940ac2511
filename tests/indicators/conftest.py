import socket
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from django.utils import translation
from pytest_httpserver import HTTPServer

from briefing.core import periods
from briefing.core.outside.http import client
from indicators import computation, groups
from indicators.figures import Point
from indicators.models import DailyQuote
from indicators.sources import addresses, file_cache

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)

ROW = """
[[groups.rows]]
code = "{code}"
symbol = "{symbol}"
transform = "level"
unit = "%"
decimals = 2
frequency = "D"
region = "US"
max_age_days = 7
source_url = "https://example.org/series"
label = {{ en = "A yield", it = "Rendimento" }}
form = "ms"
measure = "points"
note = {{ en = "What it is.", it = "Che cos’è." }}
limits = {{ en = "What it is not.", it = "Che cosa non è." }}
wire = {wire}
"""
HEAD = """
[sources.ECB]
name = "European Central Bank"
licence = { en = "Free", it = "Libero" }
attribution = { en = "Source: ECB, {dataset}", it = "Fonte: BCE, {dataset}" }

[sources.FRED]
name = "FRED"
requires = "FRED_API_KEY"
licence = { en = "Public", it = "Pubblico" }
attribution = { en = "Source: FRED", it = "Fonte: FRED" }

[[groups]]
id = "bonds"
title = { en = "Bonds", it = "Obbligazioni" }
"""


def wire_text(code: str = "AAA", **changes: str) -> str:
    """The names of a row, which differ by its code; `changes` replace values by key, an empty text removes them."""
    own = (
        "".join(chr(ord("a") + int(letter)) if letter.isdigit() else letter for letter in code.lower())
        or "none"
    )
    english = f'{{ novice = "the {own} yield", intermediate = "the {own}", title = "Yield {own}", short = "the yield" }}'
    italian = f"""{{ novice = "il rendimento {own}", intermediate = "il {own}", title = "Rendimento {own}",
        short = "il rendimento", gender = "m" }}"""
    values = {
        "class": '"A"', "family": f'"{own}"', "voice": '"yield"', "en": english, "it": " ".join(italian.split()),
    } | changes  # fmt: skip
    return f"{{ {', '.join(f'{key} = {value}' for key, value in values.items() if value)} }}"


def row_text(code: str = "AAA", series: str = "ECB:FM/ONE", **changes: str) -> str:
    """A row of a registry; `changes` replace lines by key, an empty text removes them."""
    lines = ROW.format(code=code, symbol=series, wire=wire_text(code)).strip().splitlines()
    kept = [line for line in lines if line.partition(" = ")[0] not in changes]
    return "\n".join([*kept, *(f"{key} = {value}" for key, value in changes.items() if value)]) + "\n"


@pytest.fixture
def registry_file(tmp_path: Path) -> Callable[..., Path]:
    """registry_file(row_text(), …) writes a registry with one group of these rows."""

    def write(*rows: str, head: str = HEAD) -> Path:
        path = tmp_path / "groups.toml"
        path.write_text(head + "\n".join(rows), encoding="utf-8")
        return path

    return write


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def sample_day(settings) -> Iterator[None]:
    """Sample data, at noon of NOW."""
    settings.SAMPLE_DATA = True
    with time_machine.travel(NOW):
        yield


@pytest.fixture(scope="session")
def _threaded_server() -> Iterator[HTTPServer]:
    # One thread a request: a hanging answer must not be what holds up the next.
    server = HTTPServer(host="127.0.0.1", threaded=True)
    server.start()
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def _no_files_kept() -> None:
    file_cache.forget()


@pytest.fixture
def no_back_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loopback server is asked again at once."""
    monkeypatch.setattr(client, "BACK_OFF_S", 0.0)


@pytest.fixture
def web(_threaded_server: HTTPServer, settings, no_back_off: None) -> Iterator[HTTPServer]:
    """A loopback server that every source's base address points at, under the prefix in lower case."""
    server = _threaded_server
    settings.OUTBOUND_ALLOWED_HOSTS = [f"{server.host}:{server.port}"]
    settings.SOURCE_BASE_URLS = {prefix: server.url_for(f"/{prefix.lower()}") for prefix in addresses()}
    settings.SAMPLE_DATA = True
    yield server
    server.clear()


def monthly(values: list[float], last: date = date(2026, 10, 31)) -> list[Point]:
    """Monthly points that end at `last`."""
    found, day = [], last
    for value in reversed(values):
        period = periods.of(day, "M")
        found.append(Point(period.label, period.end, value))
        day = day.replace(day=1) - timedelta(days=1)
    return found[::-1]


def daily(values: list[float], last: date = date(2026, 11, 20)) -> list[Point]:
    days = [last - timedelta(days=back) for back in range(len(values) - 1, -1, -1)]
    return [Point(day.isoformat(), day, value) for day, value in zip(days, values, strict=True)]


def store(symbol: str, points: list[Point]) -> None:
    DailyQuote.objects.bulk_create(
        DailyQuote(symbol=symbol, day=point.day, period=point.period, value=point.value) for point in points
    )


def compute_all() -> int:
    return computation.compute(groups.load().active_rows(), changed=set(), now=NOW)


def closed_port() -> int:
    """A port of this machine on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
