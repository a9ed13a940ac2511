"""The markets strip at its awkward moments, in a browser whose own zone is a wrong one."""

import math
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from briefing.core.web import cache_versions
from indicators.models import Quote
from indicators.trading_hours import load, state
from tests.browser.waiting import expect

pytestmark = pytest.mark.usefixtures("whole_edition")
START = "2026-01-02T12:00:00Z"

# what, exchange, the moment of the change (UTC), status before it, status after it
CHANGES = [
    ("an ordinary opening", "XNYS", "2026-11-23T14:30", "closed", "open"),
    ("an ordinary close", "XNYS", "2026-11-20T21:00", "open", "closed"),
    ("the close of a half day", "XNYS", "2026-11-27T18:00", "open", "closed"),
    ("Christmas Eve in London", "XLON", "2026-12-24T12:30", "open", "closed"),
    ("the start of lunch in Tokyo", "XTKS", "2026-11-20T02:30", "open", "lunch break"),
    ("the end of lunch in Tokyo", "XTKS", "2026-11-20T03:30", "lunch break", "open"),
    ("the end of lunch in Hong Kong", "XHKG", "2026-11-20T05:00", "lunch break", "open"),
    ("a half day in Hong Kong, without its afternoon", "XHKG", "2026-12-24T04:00", "open", "closed"),
    ("the first opening after Shanghai's spring week", "XSHG", "2026-02-24T01:30", "closed", "open"),
    ("Europe's first Monday of summer time", "XFRA", "2026-03-30T07:00", "closed", "open"),
    ("Europe's first Monday of winter time", "XLON", "2026-10-26T08:00", "closed", "open"),
    ("America's first Monday of summer time", "XNYS", "2026-03-09T13:30", "closed", "open"),
    ("America's first Monday of winter time", "XNYS", "2026-11-02T14:30", "closed", "open"),
]  # fmt: skip


MOMENTS = [
    "2026-03-29T00:59:20Z",  # the night in which Europe's clocks go forward
    "2026-10-25T00:59:20Z",  # and back
    "2026-11-01T05:59:20Z",  # America's night
    "2026-11-26T17:00:20Z",  # Thanksgiving
    "2026-12-25T10:00:20Z",
]


@pytest.fixture
def open_at(open_page, session):
    """A signed-in reader's page whose clock stands at the start of 2026, in a zone of the test's choice."""
    return partial(open_page, "/", session=session, clock=START)


def said(page, mic: str) -> tuple[str, str, str]:
    chip = page.locator(f"[data-mic={mic}]")
    countdown = chip.locator("[data-countdown]")
    return (
        chip.locator("[data-status]").inner_text(),
        countdown.inner_text(),
        countdown.get_attribute("datetime"),
    )


def go_to(page, instant: datetime) -> None:
    page.clock.pause_at(instant)
    page.evaluate("dispatchEvent(new Event('pageshow'))")  # as when the reader comes back to the page


def test_strip_changes_at_the_second(open_at):
    page, told, expected = open_at(timezone_id="Pacific/Kiritimati"), [], []
    for what, mic, moment, before, after in sorted(CHANGES, key=lambda change: change[2]):
        verb = "closes" if before == "open" else "opens"
        expected.append(
            (what, (before, f"{verb} in 3 s", f"{moment}:00.000Z"), (before, f"{verb} in 1 s"), after)
        )
        go_to(page, datetime.fromisoformat(f"{moment}:00Z") - timedelta(seconds=3))
        first = said(page, mic)
        page.clock.run_for(2_010)
        second = said(page, mic)[:2]
        page.clock.run_for(1_000)
        told.append((what, first, second, said(page, mic)[0]))
    assert told == expected


def duration(seconds: float) -> str:
    """What has not fully passed counts: `2 d 3 h`, `5 h 12 min`, `42 min`, and in the last minute `42 s`."""
    if math.ceil(seconds) < 60:
        return f"{math.ceil(seconds)} s"
    minutes = int(seconds // 60)
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    return f"{days} d {hours} h" if days else f"{hours} h {minutes} min" if hours else f"{minutes} min"


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "America/St_Johns"])
def test_strip_agrees_with_the_calendar_in_every_zone(open_at, zone):
    page, calendar = open_at(timezone_id=zone), load()
    for text in MOMENTS:
        instant = datetime.fromisoformat(text)
        go_to(page, instant)
        for exchange in calendar.exchanges:
            hours = state(exchange, instant, calendar.covered_until)
            moment = hours.closes_at or hours.opens_at
            assert moment is not None
            status = "open" if hours.is_open else "lunch break" if hours.is_break else "closed"
            verb = "closes" if hours.is_open else "opens"
            counted = f"{verb} in {duration((moment - instant).total_seconds())}"
            written = moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")
            assert (text, exchange.mic, *said(page, exchange.mic)) == (
                text,
                exchange.mic,
                status,
                counted,
                written,
            )


def test_countdown_speaks_italian(open_at):
    page = open_at(lang="it")
    go_to(page, datetime(2026, 11, 20, 20, 59, 57, tzinfo=UTC))
    assert said(page, "XNYS")[:2] == ("aperta", "chiude tra 3 s")


def test_without_an_index_the_time_there_stands_in_its_place(open_at):
    page = open_at()
    Quote.objects.all().delete()
    cache_versions.invalidate("figures")
    page.reload()
    go_to(page, datetime(2026, 11, 20, 20, 59, 57, tzinfo=UTC))
    for mic, text in {"XNYS": "15:59 local time", "XTKS": "05:59 local time"}.items():
        expect(page.locator(f"[data-mic={mic}] .quote")).to_have_text(text, use_inner_text=True)
