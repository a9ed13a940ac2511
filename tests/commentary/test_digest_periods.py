"""When digests are due, and until when."""

from datetime import UTC, datetime

import pytest
from django_celery_beat.models import CrontabSchedule, PeriodicTask

from commentary.digests import periods
from commentary.digests.periods import KINDS

pytestmark = pytest.mark.django_db


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("kind", "now", "key"),
    [
        ("daily", "2026-11-23T06:30", "2026-11-23"),
        ("daily", "2026-11-23T06:29", "2026-11-20"),  # Monday too early: Friday's
        ("daily", "2026-11-21T12:00", "2026-11-20"),  # Saturday
        ("daily", "2026-11-22T12:00", "2026-11-20"),  # Sunday
        ("weekly", "2026-11-22T17:00", "2026-W47"),
        ("weekly", "2026-11-22T16:59", "2026-W46"),
        ("weekly", "2026-11-25T08:00", "2026-W47"),
        ("weekly", "2027-01-03T18:00", "2026-W53"),  # the ISO year is not the calendar's
    ],
)
def test_the_period_is_that_of_the_last_slot(kind, now, key):
    assert periods.current(kind, at(now)).key == key


def test_the_times_are_those_that_staff_set():
    early_on_saturdays = CrontabSchedule.objects.create(minute="15", hour="5", day_of_week="6")
    PeriodicTask.objects.filter(name="commentary.digest_weekly").update(crontab=early_on_saturdays)
    period = periods.current("weekly", at("2026-11-22T18:00"))
    assert (period.slot, period.since) == (at("2026-11-21T05:15"), at("2026-11-14T05:15"))
    assert periods.named("weekly", "2026-W47") == period


@pytest.mark.parametrize(
    ("kind", "now", "since"),
    [
        ("daily", "2026-11-23T07:00", "2026-11-20T06:30"),  # Monday looks back on the weekend too
        ("daily", "2026-11-24T07:00", "2026-11-23T06:30"),
        ("weekly", "2026-11-22T17:00", "2026-11-15T17:00"),
    ],
)
def test_it_looks_back_to_the_slot_before(kind, now, since):
    assert periods.current(kind, at(now)).since == at(since)


@pytest.mark.parametrize("kind", KINDS)
def test_a_key_names_its_period(kind):
    period = periods.current(kind, at("2027-01-05T08:00"))
    assert periods.named(kind, period.key) == period


@pytest.mark.parametrize(
    ("kind", "now", "over"),
    [
        ("daily", "2026-11-23T12:30", False),
        ("daily", "2026-11-23T12:31", True),
        ("weekly", "2026-11-23T11:00", False),
        ("weekly", "2026-11-23T11:01", True),
    ],
)
def test_after_a_while_it_is_too_late(kind, now, over):
    assert periods.current(kind, at(now)).is_over(at(now)) is over
