"""Limits in a sliding window, counted in the database: exact between processes, and after a restart.

What is limited (an address, a client) is kept as a keyed hash only.
"""

import ipaddress
import math
from datetime import datetime, timedelta

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from briefing.core.models import LimitWindow


def client_of(request: HttpRequest) -> str:
    """The client's address as limits count it: IPv6 by its /64, since one household has that many."""
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return "unknown"
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False).network_address)
    return str(address)


def _hash(scope: str, key: str) -> str:
    return salted_hmac(f"briefing.limits.{scope}", key, algorithm="sha256").hexdigest()


def take(scope: str, key: str, *, limit: int, window: timedelta) -> int:
    """Counts one use; 0 when it is within the limit, else the seconds until the next one is.

    A refused use is not counted, so that knocking does not keep the door shut for ever.
    """
    now = timezone.now()
    with transaction.atomic():
        LimitWindow.objects.get_or_create(scope=scope, key=_hash(scope, key), defaults={"last_at": now})
        row = LimitWindow.objects.select_for_update().get(scope=scope, key=_hash(scope, key))
        recent = _recent(row, now, window)
        if len(recent) >= limit:
            return max(1, math.ceil(recent[-limit] + window.total_seconds() - now.timestamp()))
        row.uses, row.last_at = [*recent, now.timestamp()], now
        row.save(update_fields=["uses", "last_at"])
    return 0


def used(scope: str, key: str, *, window: timedelta) -> int:
    """Uses counted within the window."""
    row = LimitWindow.objects.filter(scope=scope, key=_hash(scope, key)).first()
    return len(_recent(row, timezone.now(), window)) if row else 0


def give_back(scope: str, key: str) -> None:
    """Takes the newest use back: it turned out not to be one that counts."""
    with transaction.atomic():
        row = LimitWindow.objects.select_for_update().filter(scope=scope, key=_hash(scope, key)).first()
        if row is not None and row.uses:
            row.uses = row.uses[:-1]
            row.save(update_fields=["uses"])


def forget(scope: str, key: str) -> None:
    """Starts the count again."""
    LimitWindow.objects.filter(scope=scope, key=_hash(scope, key)).delete()


def _recent(row: LimitWindow, now: datetime, window: timedelta) -> list[float]:
    since = now.timestamp() - window.total_seconds()
    return [at for at in row.uses if at > since]


def purge(now: datetime) -> int:
    """Deletes windows that nobody used for two days."""
    return int(LimitWindow.objects.filter(last_at__lt=now - timedelta(days=2)).delete()[0])
