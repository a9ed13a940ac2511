"""The date formats of feeds, and values that are not accepted: a wrong date is worse than the fetch time."""

from datetime import UTC, datetime

import pytest

from news.feeds import dates

AFTERNOON = datetime(2026, 11, 26, 15, 7, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "Thu, 26 Nov 2026 15:07:00 GMT", "Thu, 26 Nov 26 15:07:00 GMT", "Thurs, 26 Nov 2026 15:07:00 +0000",
        "Thu, 26 Nov 2026 15:07 UT", "Thu, 26-Nov-2026 15:07:00 Z", "Thu, 26 Nov 2026 15:07:00",
        "Thu, 26 Nov 2026 15:07:00 -0000",
        # offsets
        "Thu, 26 Nov 2026 16:07:00 GMT+0100", "Thu, 26 Nov 2026 22:07:00 GMT+7", "26 Nov 2026 16:07:00 UTC+1",
        "Thu, 26 Nov 2026 16:07:00 +01:00", "Thu, 26 Nov 2026 10:07:00 GMT-05:00",
        "2026-11-26T10:07:00-05:00Z", "2026-11-26T16:07:00+01", "2026-11-26T16:07:00+01:00[Europe/Rome]",
        "Thu Nov 26 2026 16:07:00 GMT+0100 (Central European Standard Time)", "26 Nov 2026 16:07:00 +0100 CET",
        # zones by name
        "2026-11-26 10:07:00 America/New_York", "26 Nov 2026 16:07:00 Europe/Rome", "26 Nov 2026 16:07 (MEZ)",
        "Thu, 26 Nov 2026 10:07:00 EST", "Nov 26, 2026 10:07 am ET", "26 Nov 2026 10:07 Eastern Standard Time",
        # twelve hours
        "Thu, 26 Nov 2026 3:07 PM", "Thu, 26 Nov 2026 10:07:00 AM EST", "November 26, 2026, 03:07 p.m. UTC",
        "2026-11-26 03:07:00 PM", "11/26/2026 3:07:00 PM",
        # years first
        "2026-11-26T15:07:00Z", "2026-11-26T15:07:00.1234567Z", "2026-11-26 15:07", "2026/11/26 15:07",
        "2026.11.26 15:07:00", "20261126T150700Z", "20261126150700",
        # months first, ordinals, a comma before the time
        "Thursday, November 26, 2026 at 3:07 PM", "Nov. 26th, 2026 15:07", "Thu, 26th Nov 2026 15:07:00 GMT",
        "Thu 26 Nov 2026, 15:07:00 GMT", "Thu Nov 26 15:07:00 2026", "Thu Nov 26 15:07:00 +0000 2026",
        "Thu Nov 26 16:07:00 CET 2026",
        # Italian
        "gio, 26 nov 2026 16:07:00 +0100", "giovedì 26 novembre 2026, ore 15.07", "26 novembre 2026 alle 15:07",
        "Giovedì, 26 Novembre 2026 - 15:07", "26/11/2026 15:07", "26.11.2026 15:07",
        # seconds and milliseconds since 1970
        "1795705620", "1795705620000",
    ],
)  # fmt: skip
def test_moment_is_read(text):
    assert dates.read(text) == AFTERNOON


@pytest.mark.parametrize("text", ["2026-11-26", "26 Nov 2026", "November 26, 2026", "20261126", "26/11/2026"])
def test_day_is_its_beginning(text):
    assert dates.read(text) == datetime(2026, 11, 26, tzinfo=UTC)


def test_weekday_and_month_with_the_same_first_letters_differ():
    assert dates.read("mar, 24 nov 2026 10:00:00 +0100") == datetime(2026, 11, 24, 9, tzinfo=UTC)
    assert dates.read("Mar 24, 2026") == datetime(2026, 3, 24, tzinfo=UTC)


def test_midnight_and_noon_of_twelve_hours():
    assert dates.read("26 Nov 2026 12:05 AM") == datetime(2026, 11, 26, 0, 5, tzinfo=UTC)
    assert dates.read("26 Nov 2026 12:05 PM") == datetime(2026, 11, 26, 12, 5, tzinfo=UTC)


def test_end_of_a_day_is_the_beginning_of_the_next():
    assert dates.read("2026-11-26T24:00:00Z") == datetime(2026, 11, 27, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "", "yesterday", "3 hours ago", "2026", "2026-11", "0", "-62135596800",
        "0001-01-01T00:00:00Z", "Mon, 01 Jan 0001 00:00:00 GMT", "Wed, 30 Nov -0001 00:00:00 +0000",
        "0000-00-00 00:00:00", "1900-01-01", "Thu, 01 Jan 1970 00:00:00 GMT", "1969-12-31T19:00:00-05:00",
        "31 Feb 2026 09:10:05 CET", "99 nov 2026 09:00:00 +0100", "26 Nov 2026 25:07", "26 Nov 2026 15:61",
        "03/04/2026 15:07", "26 Nov 2026 15:07 XYZ", "26 Nov 2026 15:07 America/Nowhere", "26 Nov 2026 15:07 +99:00",
        "26 Nov 2026 15:07 America/Indiana", "20 foo 2026 10:00:00 +0100", "26 jui 2026", "x" * 10_000,
    ],
)  # fmt: skip
def test_anything_else_is_none(text):
    assert dates.read(text) is None
