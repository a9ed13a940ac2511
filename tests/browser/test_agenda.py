"""The agenda in a browser: hours in the reader's own zone, nothing wider than a small screen, no axe violation."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from tests.browser.waiting import expect
from tests.indicators.agenda.conftest import release

WIDTHS = (320, 768, 1440)


@pytest.fixture
def due(transactional_db, settings):
    """A figure that comes tomorrow at 23:30 UTC, one whose day was moved, and one that was cancelled."""
    settings.SAMPLE_DATA = True
    day = timezone.now().date() + timedelta(days=1)
    moment = datetime(day.year, day.month, day.day, 23, 30, tzinfo=UTC)
    release("minutes_us", day, calendar="fed", starts_at=moment)
    release("beige_book", day, calendar="fed", moved_from=day - timedelta(days=1), status="provisional")
    release("hicp", day, status="cancelled")
    return day


@pytest.fixture
def agenda(open_page, session, due):
    return lambda **more: open_page("/agenda", session=session, **more)


def minutes(page):
    """The hour of the Fed's minutes."""
    return page.locator("li", has_text="Minutes of the Fed").locator("local-time")


def test_hours_are_the_readers_own_and_name_the_day_where_it_differs(agenda, due):
    tomorrow = f"({due + timedelta(days=1):%b} {(due + timedelta(days=1)).day})"
    summer_or_winter = re.compile("^1[89]:30$")
    zones = {"UTC": "23:30", "America/New_York": summer_or_winter, "Asia/Tokyo": f"08:30 {tomorrow}"}
    for zone, expected in zones.items():
        expect(minutes(agenda(timezone_id=zone))).to_have_text(expected, use_inner_text=True)


def test_without_script_hours_stay_in_utc(agenda):
    page = agenda(script=False, timezone_id="Asia/Tokyo")
    expect(minutes(page)).to_have_text("23:30 UTC", use_inner_text=True)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_page_fits_and_has_no_axe_violation(agenda, width, violations):
    for lang, scheme in (("en", "light"), ("it", "dark")):
        page = agenda(width=width, lang=lang, scheme=scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert violations(page) == []
