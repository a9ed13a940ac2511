"""Tells systemd that a loop turns: a process that says nothing for WatchdogSec= is started anew."""

import socket
from contextlib import suppress

from django.conf import settings


def alive() -> None:
    """Nothing without systemd. Never waits and never fails: the loop matters more than the word."""
    address = settings.NOTIFY_SOCKET
    if not address:
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as line:
        # A name that starts with @ stands for an abstract socket.
        line.sendto(b"WATCHDOG=1", f"\0{address[1:]}" if address.startswith("@") else address)
