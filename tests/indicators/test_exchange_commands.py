"""The two commands about exchanges: what they print, and one clear line when something is wrong."""

import json
import shutil
import sys
from datetime import UTC, datetime

import pytest
import time_machine
from django.core.management import CommandError, call_command

from indicators.trading_hours import CALENDAR, load

pytestmark = pytest.mark.django_db


def test_exchange_status_json_has_every_exchange_in_utc(capsys):
    call_command("exchange_status", "--json", at="2026-12-24T12:00:00Z")
    assert json.loads(capsys.readouterr().out) == {
        "XNYS": {"open": False, "opens_at": "2026-12-24T14:30:00Z", "closes_at": None},
        "XLON": {"open": True, "opens_at": "2026-12-29T08:00:00Z", "closes_at": "2026-12-24T12:30:00Z"},
        "XFRA": {"open": False, "opens_at": "2026-12-28T08:00:00Z", "closes_at": None},
        "XTKS": {"open": False, "opens_at": "2026-12-25T00:00:00Z", "closes_at": None},
        "XHKG": {"open": False, "opens_at": "2026-12-28T01:30:00Z", "closes_at": None},
        "XSHG": {"open": False, "opens_at": "2026-12-25T01:30:00Z", "closes_at": None},
    }


def test_exchange_status_takes_another_offset(capsys):
    call_command("exchange_status", "--json", at="2026-11-20T12:00:00+09:00")
    tokyo = json.loads(capsys.readouterr().out)["XTKS"]
    assert tokyo == {"open": False, "opens_at": "2026-11-20T03:30:00Z", "closes_at": None}


def test_exchange_status_is_a_table_for_now(capsys):
    with time_machine.travel(datetime(2026, 11, 20, 3, tzinfo=UTC), tick=False):
        call_command("exchange_status")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "At 2026-11-20T03:00:00Z"
    assert lines[5].split() == [
        "XTKS", "Tokyo", "lunch", "break", "Fri", "12:00", "-", "2026-11-20T03:30:00Z",
    ]  # fmt: skip
    assert len({line.index("2026-11-2", 60) for line in lines[2:]}) == 1


@pytest.mark.parametrize(
    "at", ["yesterday", "2026-12-24T12:00:00", "2026-12-24", "", "0001-01-01T00:00:00+14:00"]
)
def test_exchange_status_refuses_what_is_no_moment(at):
    with pytest.raises(
        CommandError, match=r"is not a moment with a time zone; write it like 2026-12-24T12:00:00Z"
    ):
        call_command("exchange_status", at=at)


def test_exchange_status_says_where_the_calendar_ends():
    with pytest.raises(CommandError, match=r"covers 2026-01-01 to 2027-12-31, not 2029-01-01T00:00:00Z"):
        call_command("exchange_status", at="2029-01-01T00:00:00Z")


def test_refresh_exchanges_makes_the_file_that_is_committed(tmp_path, capsys):
    pytest.importorskip("exchange_calendars", reason="DEVELOPMENT DEPENDENCY exchange_calendars IS MISSING")
    path = tmp_path / "exchanges.json"
    data = json.loads(CALENDAR.read_text())
    for entry in data["exchanges"]:
        entry["closed"] = entry["closed"][:-1]
    path.write_text(json.dumps(data))
    call_command("refresh_exchanges", year=2026, path=path)
    assert load(path).exchanges == load().exchanges
    assert (
        "XNYS: 10 closed and 2 short in 2026 / 10 closed and 1 short in 2027; 1 days differ from before."
        in (capsys.readouterr().out)
    )


def test_refresh_exchanges_refuses_to_guess(tmp_path):
    pytest.importorskip("exchange_calendars", reason="DEVELOPMENT DEPENDENCY exchange_calendars IS MISSING")
    path = tmp_path / "exchanges.json"
    shutil.copy(CALENDAR, path)
    with pytest.raises(CommandError, match=r"XSHG: the library ends on 20\d\d-12-31. Install a newer one"):
        call_command("refresh_exchanges", year=2030, path=path)
    assert path.read_text() == CALENDAR.read_text()


def test_refresh_exchanges_says_when_the_library_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "exchange_calendars", None)
    with pytest.raises(CommandError, match="exchange_calendars is not installed"):
        call_command("refresh_exchanges")
