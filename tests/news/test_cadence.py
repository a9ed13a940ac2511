"""The cadence policy and the times of the next check."""

from datetime import UTC, datetime, timedelta

import pytest

from news.feeds import cadence

FRIDAY = datetime(2026, 11, 20, 10, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "minutes"),
    [
        (datetime(2026, 11, 20, 7, 0, tzinfo=UTC), 20),
        (datetime(2026, 11, 20, 20, 59, tzinfo=UTC), 20),
        (datetime(2026, 11, 20, 21, 0, tzinfo=UTC), 180),
        (datetime(2026, 11, 20, 6, 59, tzinfo=UTC), 180),
        (datetime(2026, 11, 21, 12, 0, tzinfo=UTC), 360),
        (datetime(2026, 11, 22, 23, 59, tzinfo=UTC), 360),
        (datetime(2026, 11, 23, 0, 0, tzinfo=UTC), 180),
    ],
)
def test_interval_follows_weekday_and_hour(now, minutes):
    assert cadence.interval(now) == timedelta(minutes=minutes)


def test_is_due_without_a_run():
    assert cadence.is_due(FRIDAY, None) is True


@pytest.mark.parametrize(("age", "due"), [(14, False), (15, False), (16, True), (20, True)])
def test_is_due_when_the_last_run_is_older_than_the_interval_less_five_minutes(age, due):
    assert cadence.is_due(FRIDAY, FRIDAY - timedelta(minutes=age)) is due


def test_is_due_reads_other_zones_as_utc():
    zone = datetime.fromisoformat("2026-11-20T22:30:00+02:00")  # 20:30 UTC, within the active hours
    assert cadence.is_due(zone, zone - timedelta(minutes=20)) is True


@pytest.mark.parametrize(
    ("ttl", "period", "max_age", "expected"),
    [
        (None, None, None, timedelta()),
        (60, None, None, timedelta(hours=1)),
        (60, timedelta(hours=2), timedelta(minutes=5), timedelta(hours=2)),
        (99_999_999, None, None, timedelta(days=1)),
        (None, timedelta(days=365), None, timedelta(days=1)),
        (None, None, timedelta(days=30), timedelta(hours=6)),
    ],
)
def test_stated_ttl_is_the_longest_wish_within_bounds(ttl, period, max_age, expected):
    assert cadence.stated_ttl(ttl, period, max_age) == expected


def test_next_check_is_polite_without_a_ttl():
    assert cadence.next_check(FRIDAY.replace(second=40)) == FRIDAY + timedelta(minutes=15)


def test_after_failure_doubles_up_to_a_day():
    waits = [cadence.after_failure(FRIDAY, n) - FRIDAY for n in (1, 2, 3, 12)]
    assert [round(wait / timedelta(minutes=1) / 1.05, -1) for wait in waits[:3]] == [30, 60, 120]
    assert timedelta(days=1) <= waits[3] <= timedelta(days=1.1)


@pytest.mark.parametrize(("seconds", "minutes"), [(1, 15), (3600, 60), (10**6, 1440)])
def test_after_a_refusal_retry_after_counts_within_bounds(seconds, minutes):
    assert cadence.after_refusal(FRIDAY, FRIDAY + timedelta(seconds=seconds)) == FRIDAY + timedelta(
        minutes=minutes
    )
