"""When a symbol is asked: around its source's hours of publication, not through the night and the weekend."""

from datetime import UTC, datetime, timedelta

import pytest

from indicators.hours import is_due, latest_slot
from indicators.models import Quote
from indicators.sources import hours_of, sources

ECB, NEW_YORK = "ECB:EXR/D.USD.EUR.SP00.A", "YAHOO:^GSPC"


def utc(day: int, hour: int, minute: int = 0, *, month: int = 11) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "slot"),
    [
        (utc(20, 15, 30), utc(20, 15, 20)), (utc(20, 15, 10), utc(20, 11, 20)), (utc(20, 23), utc(20, 16, 20)),
        (utc(22, 12), utc(20, 16, 20)), (utc(23, 9, 30), utc(23, 9, 20)), (utc(23, 9, 10), utc(20, 16, 20)),
        (utc(20, 14, 30, month=7), utc(20, 14, 20, month=7)),
    ],
)  # fmt: skip
def test_a_source_is_fetched_after_its_hours_on_weekdays_in_its_own_zone(now, slot):
    assert latest_slot(ECB, now) == slot


@pytest.mark.parametrize(
    ("now", "slot"),
    [
        (utc(20, 20), utc(20, 3)), (utc(20, 21, 30), utc(20, 21, 20)), (utc(22, 12), utc(21, 3)),
        (utc(27, 18, 30), utc(27, 18, 20)), (utc(26, 23), utc(26, 3)),
    ],
)  # fmt: skip
def test_an_index_is_fetched_after_its_exchange_s_close(now, slot):
    """The 26th is Thanksgiving; on the 27th New York closes at one."""
    assert latest_slot(NEW_YORK, now) == slot


@pytest.mark.parametrize(
    ("fetched", "due"), [(utc(20, 15, 30), False), (utc(20, 15, 10), True), (None, True)]
)
def test_a_symbol_is_due_once_a_slot_has_passed(fetched, due):
    assert is_due(Quote(symbol=ECB, fetched_at=fetched), utc(20, 15, 40)) is due


@pytest.mark.parametrize(
    ("since_good_h", "since_error_min", "due"),
    [
        (1, 1, True),
        (3, 40, False),
        (3, 46, True),
        (8, 60, False),
        (8, 121, True),
        (200, 300, False),
        (200, 361, True),
    ],
)
def test_a_failure_is_tried_again_the_later_the_longer_it_lasts(since_good_h, since_error_min, due):
    now = utc(20, 12)
    failed = now - timedelta(minutes=since_error_min)
    quote = Quote(
        symbol=ECB, error="away", error_at=failed, fetched_at=failed - timedelta(hours=since_good_h)
    )
    assert is_due(quote, now) is due


def test_what_never_answered_is_tried_at_each_run():
    assert is_due(Quote(symbol=ECB, error="away", error_at=utc(20, 12)), utc(20, 12, 1))


@pytest.mark.parametrize("prefix", sorted(sources()))
def test_every_source_has_hours_that_can_be_read(prefix):
    hours = hours_of(prefix)
    assert hours.times == tuple(sorted(hours.times)) and latest_slot(f"{prefix}:X", utc(20, 12)) < utc(20, 12)
