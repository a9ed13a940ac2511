"""Sliding-window rate limits counted in the database: exact across processes and restarts.

Limited values (an address, a client) are stored as keyed hashes only.
"""

import ipaddress
import math
from datetime import datetime, timedelta

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from briefing.core.hashing import keyed_hash
from briefing.core.models import LimitWindow

# Customers with a /64 often have the whole /56, and a /48 can be rented: wider networks get higher limits.
NETWORKS = {64: 1, 56: 2, 48: 3}


def client_of(request: HttpRequest) -> str:
    """Returns the client's address for limits; IPv6 by its /64, which is one household's network."""
    return networks_of(request)[0][0]


def networks_of(request: HttpRequest) -> list[tuple[str, int]]:
    """Returns the client and its surrounding networks, narrowest first, each with its multiple of the limit."""
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
    """Counts one use by the client and its surrounding networks, all or none; returns as `count_use` does."""
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
    """Counts one use and returns 0, or returns the seconds until the next use is allowed.

    A refused use is not counted, so that retrying does not extend the wait.
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
    """Returns the row, locked; created again if it was deleted in between."""
    LimitWindow.objects.get_or_create(scope=scope, key=hashed, defaults={"last_at": now})
    row = LimitWindow.objects.select_for_update().filter(scope=scope, key=hashed).first()
    return row or _locked(scope, hashed, now)


def used(scope: str, key: str, *, window: timedelta) -> int:
    row = LimitWindow.objects.filter(scope=scope, key=_hash(scope, key)).first()
    return len(_recent(row, timezone.now(), window)) if row else 0


def undo_use(scope: str, key: str) -> None:
    with transaction.atomic():
        row = LimitWindow.objects.select_for_update().filter(scope=scope, key=_hash(scope, key)).first()
        if row is not None and row.uses:
            row.uses = row.uses[:-1]
            row.save(update_fields=["uses"])


def reset(scope: str, key: str) -> None:
    LimitWindow.objects.filter(scope=scope, key=_hash(scope, key)).delete()


def _recent(row: LimitWindow, now: datetime, window: timedelta) -> list[float]:
    since = now.timestamp() - window.total_seconds()
    return [at for at in row.uses if at > since]


def purge(now: datetime) -> int:
    return int(LimitWindow.objects.filter(last_at__lt=now - timedelta(days=2)).delete()[0])
