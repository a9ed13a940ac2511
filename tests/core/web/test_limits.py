"""Rate limits of a client and of its network."""

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import RequestFactory
from django.utils import timezone

from briefing.core.web import limits

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def take(address: str, limit: int = 2) -> bool:
    request = RequestFactory().get("/", REMOTE_ADDR=address)
    return limits.count_client_use("scope", request, limit=limit, window=HOUR) == 0


def taken(*addresses: str) -> int:
    return sum(take(address) for address in addresses)


def test_address_of_version_four_stands_alone():
    assert taken(*["198.51.100.1"] * 3) == 2
    assert taken(*["198.51.100.2"] * 3, "::ffff:198.51.100.2") == 2


def test_host_of_a_64_is_the_64():
    assert taken(*(f"2001:db8::{host:x}" for host in range(5))) == 2


def test_56_may_do_twice_as_much_as_a_64():
    assert taken(*(f"2001:db8:0:{net:x}::1" for net in range(20))) == 4


def test_48_may_do_three_times_as_much_as_a_64():
    assert taken(*(f"2001:db8:0:{net * 256:x}::1" for net in range(20))) == 6
    assert taken("2001:db8:1::1") == 1


def test_refusal_by_a_wider_network_uses_up_nothing():
    assert taken(*(f"2001:db8:0:{net:x}::1" for net in range(5))) == 4
    for _ in range(5):
        assert not take("2001:db8:0:9::1")
    request = RequestFactory().get("/", REMOTE_ADDR="2001:db8:0:9::1")
    used = [limits.used("scope", name, window=HOUR) for name, _ in limits.networks_of(request)]
    assert used == [0, 4, 4]


def test_client_without_an_address_is_one_client():
    assert taken("", "", "") == 2


def test_wait_ends_when_the_oldest_use_leaves_the_window():
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False) as clock:
        waits = []
        for _ in range(3):
            waits.append(limits.count_use("scope", "key", limit=2, window=HOUR))
            clock.shift(timedelta(minutes=20))
        assert waits == [0, 0, 20 * 60]
        assert limits.count_use("scope", "key", limit=2, window=HOUR) == 0


def test_undo_takes_back_the_last_use_alone():
    for _ in range(3):
        limits.count_use("scope", "key", limit=5, window=HOUR)
    limits.undo_use("scope", "key")
    assert limits.used("scope", "key", window=HOUR) == 2


def test_purge_leaves_what_limits_of_a_day_count():
    now = timezone.now()
    for key, hours in (("within a day", 23), ("long ago", 49)):
        with time_machine.travel(now - timedelta(hours=hours), tick=False):
            limits.count_use("scope", key, limit=5, window=timedelta(days=1))
    assert limits.purge(now) == 1
    assert limits.used("scope", "within a day", window=timedelta(days=1)) == 1


def test_row_that_is_purged_between_two_looks_is_made_again():
    """The daily purge deletes windows unused for two days, even if one is used again at the same time."""
    take("198.51.100.1")
    looks = 0

    def purge_before_the_second_look(execute, sql, params, many, context):
        nonlocal looks
        if "briefing_limitwindow" in sql and sql.startswith("SELECT"):
            looks += 1
            if looks == 2:
                with connection.cursor() as cursor:
                    cursor.execute("DELETE FROM briefing_limitwindow")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(purge_before_the_second_look):
        assert take("198.51.100.1")
    assert looks >= 3
