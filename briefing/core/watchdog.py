"""Notifies systemd's watchdog, which restarts a process that is silent for WatchdogSec=."""

import socket
from contextlib import suppress

from django.conf import settings


def alive() -> None:
    """Sends WATCHDOG=1; does nothing without systemd, never blocks and never fails."""
    address = settings.NOTIFY_SOCKET
    if not address:
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as line:
        # An address starting with @ is an abstract socket.
        line.sendto(b"WATCHDOG=1", f"\0{address[1:]}" if address.startswith("@") else address)
