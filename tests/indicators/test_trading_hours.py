"""Sessions against the library day by day, against the published counts, and against the browser's own."""

import json
import os
import random
import shutil
import subprocess
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from indicators.trading_hours import load, sessions_on, state

ROOT = Path(__file__).resolve().parents[2]
EXCHANGES = {exchange.mic: exchange for exchange in load().exchanges}


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def test_calendar_holds_six_exchanges_and_two_years():
    assert list(EXCHANGES) == ["XNYS", "XLON", "XFRA", "XTKS", "XHKG", "XSHG"]
    assert (load().valid_from, load().valid_until) == (date(2026, 1, 1), date(2027, 12, 31))


@pytest.mark.parametrize(
    ("mic", "year", "closed", "short"),
    [
        ("XNYS", 2026, 10, 2),
        ("XNYS", 2027, 10, 1),
        ("XLON", 2026, 8, 2),
        ("XLON", 2027, 8, 2),
        ("XFRA", 2026, 7, 1),
        ("XFRA", 2027, 5, 1),
        ("XTKS", 2026, 19, 0),
        ("XTKS", 2027, 17, 0),
        ("XHKG", 2026, 14, 3),
        ("XHKG", 2027, 13, 3),
        ("XSHG", 2026, 19, 0),
        ("XSHG", 2027, 18, 0),
    ],
)
def test_closed_and_short_days_are_as_many_as_published(mic, year, closed, short):
    exchange = EXCHANGES[mic]
    assert sum(day.year == year for day in exchange.closed) == closed
    assert sum(day.year == year for day in exchange.short_days) == short


def test_only_shanghai_after_2026_is_provisional():
    assert {mic for mic, exchange in EXCHANGES.items() if exchange.provisional} == {"XSHG"}
    assert min(EXCHANGES["XSHG"].provisional) == date(2027, 1, 1)


@pytest.mark.parametrize("mic", EXCHANGES)
def test_sessions_are_those_of_the_library_day_by_day(mic):
    library = pytest.importorskip(
        "exchange_calendars", reason="DEVELOPMENT DEPENDENCY exchange_calendars IS MISSING"
    )
    last = date(2026, 12, 31) if mic == "XSHG" else date(2027, 12, 31)
    schedule = library.get_calendar(mic, start="2026-01-01", end=last.isoformat()).schedule
    theirs = {}
    for day, row in schedule.iterrows():
        moments = [row[name] for name in ("open", "break_start", "break_end", "close")]
        moments = [moment.to_pydatetime() for moment in moments if str(moment) != "NaT"]
        theirs[day.date()] = [tuple(moments[i : i + 2]) for i in range(0, len(moments), 2)]
    days = [date(2026, 1, 1) + timedelta(days=n) for n in range((last - date(2026, 1, 1)).days + 1)]
    assert {day: sessions_on(EXCHANGES[mic], day) for day in days} == {
        day: theirs.get(day, []) for day in days
    }


@pytest.mark.parametrize(
    ("mic", "now", "is_open", "is_break", "opens_at", "closes_at"),
    [
        ("XNYS", "2026-11-20T14:30", True, False, "2026-11-23T14:30", "2026-11-20T21:00"),
        ("XNYS", "2026-11-20T21:00", False, False, "2026-11-23T14:30", None),
        ("XLON", "2026-12-24T12:00", True, False, "2026-12-29T08:00", "2026-12-24T12:30"),
        ("XTKS", "2026-11-20T03:00", False, True, "2026-11-20T03:30", None),
        ("XHKG", "2026-12-24T04:30", False, False, "2026-12-28T01:30", None),
        ("XNYS", "2026-03-06T22:00", False, False, "2026-03-09T13:30", None),
        ("XFRA", "2026-10-23T16:00", False, False, "2026-10-26T08:00", None),
        ("XNYS", "2027-12-31T22:00", False, False, "2028-01-03T14:30", None),
    ],
)
def test_state_at_an_awkward_moment(mic, now, is_open, is_break, opens_at, closes_at):
    found = state(EXCHANGES[mic], at(now), load().covered_until)
    assert (found.is_open, found.is_break) == (is_open, is_break)
    assert (found.opens_at, found.closes_at) == (at(opens_at), at(closes_at) if closes_at else None)


def test_calendar_covers_its_two_years_only():
    covered = [
        load().covers(at(day)) for day in ("2025-12-31T23:59", "2026-01-01", "2027-12-31T23:59", "2028-01-01")
    ]
    assert covered == [False, True, True, False]


@pytest.mark.parametrize("zone", ["UTC", "America/St_Johns", "Australia/Lord_Howe"])
def test_browser_and_server_agree_on_500_random_instants(zone):
    node = shutil.which("node")
    if node is None:
        pytest.skip("NODE IS MISSING: the browser's calendar was NOT compared with the server's")
    chance = random.Random(20261121)
    first, seconds = at("2026-01-01"), 2 * 365 * 24 * 3600
    instants = [first + timedelta(seconds=chance.randrange(seconds)) for _ in range(500)]
    covered = load().covered_until
    question = {
        "instants": [int(moment.timestamp() * 1000) for moment in instants],
        "calendars": [e.browser | {"covered_until": covered.isoformat()} for e in EXCHANGES.values()],
    }
    answer = subprocess.run(
        [node, "--no-warnings", str(ROOT / "tests/js/market-calendar.compare.js")],
        input=json.dumps(question),
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
        env={**os.environ, "TZ": zone},
    )
    assert json.loads(answer.stdout) == [
        [browser_form(state(exchange, moment, covered)) for exchange in EXCHANGES.values()]
        for moment in instants
    ]


def browser_form(found) -> list:
    def milliseconds(moment: datetime | None) -> int | None:
        return moment and int(moment.timestamp() * 1000)

    status = "open" if found.is_open else "break" if found.is_break else "closed"
    return [status, milliseconds(found.opens_at), milliseconds(found.closes_at)]
