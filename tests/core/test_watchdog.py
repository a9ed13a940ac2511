"""Notifications to systemd's watchdog."""

import socket
from pathlib import Path

import pytest

from briefing.core import watchdog


@pytest.mark.parametrize("abstract", [False, True])
def test_systemd_hears_that_the_loop_turns(settings, tmp_path: Path, abstract: bool):
    settings.NOTIFY_SOCKET = f"@{tmp_path}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(f"\0{tmp_path}" if abstract else settings.NOTIFY_SOCKET)
        systemd.settimeout(5)
        watchdog.alive()
        assert systemd.recv(100) == b"WATCHDOG=1"


@pytest.mark.parametrize("address", ["", "/nobody/listens"])
def test_without_systemd_nothing_happens(settings, address: str):
    settings.NOTIFY_SOCKET = address
    watchdog.alive()
