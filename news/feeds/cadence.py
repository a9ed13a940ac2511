"""The schedule of news runs (decision 6.6) and the next fetch of each feed."""

import random
from datetime import UTC, datetime, timedelta

SLACK = timedelta(minutes=5)
ACTIVE = timedelta(minutes=20)
OFF_HOURS = timedelta(hours=3)
WEEKEND = timedelta(hours=6)

POLITE = timedelta(minutes=15)
LONGEST_TTL = timedelta(hours=24)
LONGEST_MAX_AGE = timedelta(hours=6)
LONGEST_BACK_OFF = timedelta(hours=24)
UPDATE_PERIODS = {
    "hourly": timedelta(hours=1),
    "daily": timedelta(days=1),
    "weekly": timedelta(days=7),
    "monthly": timedelta(days=30),
    "yearly": timedelta(days=365),
}


def interval(now: datetime) -> timedelta:
    """Returns 20 minutes on weekdays from 07:00 to 21:00 UTC, 3 hours otherwise, 6 hours on weekends."""
    now = now.astimezone(UTC)
    if now.weekday() >= 5:
        return WEEKEND
    return ACTIVE if 7 <= now.hour < 21 else OFF_HOURS


def is_due(now: datetime, last_run: datetime | None) -> bool:
    """Returns whether to run now: there was no run, or the last is older than the interval less 5 minutes."""
    return last_run is None or now - last_run > interval(now) - SLACK


def stated_ttl(ttl_minutes: int | None, period: timedelta | None, max_age: timedelta | None) -> timedelta:
    """Returns the least interval that a feed states: its ttl or period up to a day, its max-age up to 6 hours."""
    stated = [timedelta()]
    if ttl_minutes:
        stated.append(min(timedelta(minutes=min(ttl_minutes, 10**6)), LONGEST_TTL))
    if period:
        stated.append(min(period, LONGEST_TTL))
    if max_age:
        stated.append(min(max_age, LONGEST_MAX_AGE))
    return max(stated)


def next_check(now: datetime, ttl: timedelta = timedelta()) -> datetime:
    """Returns the next fetch after a success, on the minute so that an hour's ttl does not miss a slot."""
    return now.replace(second=0, microsecond=0) + max(POLITE, ttl)


def after_failure(now: datetime, failures: int) -> datetime:
    """Returns the next attempt: exponential backoff from 30 minutes to a day, with up to 10% jitter."""
    wait: timedelta = min(LONGEST_BACK_OFF, timedelta(minutes=15) * 2 ** min(failures, 10))
    return now + wait * random.uniform(1.0, 1.1)


def after_refusal(now: datetime, retry_at: datetime) -> datetime:
    """Returns the next attempt after a 429 or 503 with Retry-After: that time, from 15 minutes up to a day."""
    return min(max(retry_at, now + POLITE), now + LONGEST_BACK_OFF)
