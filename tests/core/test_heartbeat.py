"""A process that cannot write its heartbeat continues and logs it once."""

import logging

import pytest
from django.db import DatabaseError, connection

from briefing.core import heartbeat
from briefing.core.models import Heartbeat

pytestmark = pytest.mark.django_db(transaction=True)  # the loop closes connections that failed


def test_a_failure_is_logged_once_until_it_is_over(caplog):
    def refuse(*args: object) -> None:
        raise DatabaseError("gone")

    with caplog.at_level(logging.WARNING):
        with connection.execute_wrapper(refuse):
            failed = [heartbeat.try_to_beat("web"), heartbeat.try_to_beat("web")]
        again = heartbeat.try_to_beat("web")
        with connection.execute_wrapper(refuse):
            heartbeat.try_to_beat("web")
        heartbeat.try_to_beat("web")
    assert (failed, again, Heartbeat.objects.count()) == ([False, False], True, 1)
    assert [record.getMessage() for record in caplog.records] == [
        "the heartbeat of web cannot be written: DatabaseError"
    ] * 2
