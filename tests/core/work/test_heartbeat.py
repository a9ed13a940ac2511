"""A process that cannot write its heartbeat continues and logs it once."""

import logging
import socket
from pathlib import Path

import pytest
from django.db import DatabaseError, connection

from briefing.core.models import Heartbeat
from briefing.core.work import heartbeat

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


@pytest.mark.parametrize("abstract", [False, True])
def test_systemd_hears_that_the_loop_turns(settings, tmp_path: Path, abstract: bool):
    settings.NOTIFY_SOCKET = f"@{tmp_path}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(f"\0{tmp_path}" if abstract else settings.NOTIFY_SOCKET)
        systemd.settimeout(5)
        heartbeat.notify_systemd()
        assert systemd.recv(100) == b"WATCHDOG=1"


@pytest.mark.parametrize("address", ["", "/nobody/listens"])
def test_without_systemd_nothing_happens(settings, address: str):
    settings.NOTIFY_SOCKET = address
    heartbeat.notify_systemd()
