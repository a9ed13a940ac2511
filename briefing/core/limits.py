"""Limits in a sliding window, counted in the database: exact between processes, and after a restart.

What is limited (an address, a client) is kept as a keyed hash only.
"""

import ipaddress
import math
from datetime import datetime, timedelta

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from briefing.core.hashing import keyed_hash
from briefing.core.models import LimitWindow

# Who has a /64 has often a /56, and whoever wants may rent a /48: each wider network may do more, but not without end.
NETWORKS = {64: 1, 56: 2, 48: 3}


def client_of(request: HttpRequest) -> str:
    """The client's address as limits count it: IPv6 by its /64, since one household has that many."""
    return networks_of(request)[0][0]


def networks_of(request: HttpRequest) -> list[tuple[str, int]]:
    """The client and the networks around it, narrowest first, each with how many times a client's limit it has."""
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return [("unknown", 1)]
    if isinstance(address, ipaddress.IPv4Address):
        return [(str(address), 1)]
    if address.ipv4_mapped:
        return [(str(address.ipv4_mapped), 1)]
    return [
        (str(ipaddress.ip_network((address, bits), strict=False)), times) for bits, times in NETWORKS.items()
    ]


def count_client_use(scope: str, request: HttpRequest, *, limit: int, window: timedelta) -> int:
    """Counts one use by the request's client and the networks around it; as `count_use`, all of them or none."""
    taken: list[str] = []
    for name, times in networks_of(request):
        if wait := count_use(scope, name, limit=limit * times, window=window):
            for earlier in taken:
                undo_use(scope, earlier)
            return wait
        taken.append(name)
    return 0


def _hash(scope: str, key: str) -> str:
    return keyed_hash(f"limits.{scope}", key)


def count_use(scope: str, key: str, *, limit: int, window: timedelta) -> int:
    """Counts one use; 0 when it is within the limit, else the seconds until the next one is.

    A refused use is not counted, so that trying again does not lengthen the wait for ever.
    """
    now = timezone.now()
    with transaction.atomic():
        row = _locked(scope, _hash(scope, key), now)
        recent = _recent(row, now, window)
        if len(recent) >= limit:
            return max(1, math.ceil(recent[-limit] + window.total_seconds() - now.timestamp()))
        row.uses, row.last_at = [*recent, now.timestamp()], now
        row.save(update_fields=["uses", "last_at"])
    return 0


def _locked(scope: str, hashed: str, now: datetime) -> LimitWindow:
    """The row, locked; made again where it was purged or forgotten since it was looked for."""
    LimitWindow.objects.get_or_create(scope=scope, key=hashed, defaults={"last_at": now})
    row = LimitWindow.objects.select_for_update().filter(scope=scope, key=hashed).first()
    return row or _locked(scope, hashed, now)


def used(scope: str, key: str, *, window: timedelta) -> int:
    """Uses counted within the window."""
    row = LimitWindow.objects.filter(scope=scope, key=_hash(scope, key)).first()
    return len(_recent(row, timezone.now(), window)) if row else 0


def undo_use(scope: str, key: str) -> None:
    """Takes the newest use back: it turned out not to be one that counts."""
    with transaction.atomic():
        row = LimitWindow.objects.select_for_update().filter(scope=scope, key=_hash(scope, key)).first()
        if row is not None and row.uses:
            row.uses = row.uses[:-1]
            row.save(update_fields=["uses"])


def reset(scope: str, key: str) -> None:
    """Starts the count again."""
    LimitWindow.objects.filter(scope=scope, key=_hash(scope, key)).delete()


def _recent(row: LimitWindow, now: datetime, window: timedelta) -> list[float]:
    since = now.timestamp() - window.total_seconds()
    return [at for at in row.uses if at > since]


def purge(now: datetime) -> int:
    """Deletes windows that nobody used for two days."""
    return int(LimitWindow.objects.filter(last_at__lt=now - timedelta(days=2)).delete()[0])
