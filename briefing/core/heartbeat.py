"""Heartbeats of the processes, read by readiness, the admin and `doctor`."""

import logging
import threading
import time
from datetime import datetime, timedelta
from functools import cache

from django.conf import settings
from django.db import close_old_connections
from django.utils import timezone

from briefing.core.build import build
from briefing.core.hashing import keyed_hash
from briefing.core.leases import process_name
from briefing.core.models import Heartbeat

EVERY_S = 10.0
ALIVE = timedelta(seconds=60)
FORGOTTEN = timedelta(hours=1)
# With another value a host would not know sessions, codes and copies of the others, or would show other pages.
# SERVICE_HASH_KEY is the key of the hash.
SHARED_SETTINGS = (
    "BASE_URL", "COOKIE_PREFIX", "LANGUAGES", "PAID_DISPLAY_ALLOWED", "PORTFOLIO_SYNC_PEPPER", "REDISTRIBUTION_ALLOWED",
    "SAMPLE_DATA", "SECRET_KEY", "SERVICE_TOKEN", "SUBSCRIPTIONS_ENABLED",
)  # fmt: skip
log = logging.getLogger(__name__)
_failing: set[str] = set()


@cache
def _started_at(process: str) -> datetime:
    """Time of this process's first heartbeat, since it may have been forked from an older one."""
    return timezone.now()


@cache
def settings_hash() -> str:
    """Returns a keyed hash of the settings that must be the same on every host; "" where only one host can run."""
    if not settings.PRODUCTION:
        return ""
    values = [getattr(settings, name) for name in SHARED_SETTINGS]
    return keyed_hash("shared settings", repr(values))[:16]


def beat(role: str) -> None:
    host, _, pid = process_name().rpartition(":")
    version = settings.SERVICE_VERSION or build()[:10]
    Heartbeat.objects.update_or_create(
        name=f"{role}@{host}:{pid}"[:80],
        defaults={
            "role": role, "host": host[:64], "pid": int(pid), "version": version[:32],
            "settings_hash": settings_hash(), "started_at": _started_at(process_name()), "beat_at": timezone.now(),
        },
    )  # fmt: skip


def try_to_beat(role: str) -> bool:
    """Writes the heartbeat from a loop that must not fail: returns False if it cannot, and logs that once."""
    try:
        close_old_connections()
        beat(role)
    except Exception as error:
        if role not in _failing:
            log.warning("the heartbeat of %s cannot be written: %s", role, type(error).__name__)
        _failing.add(role)
        return False
    _failing.discard(role)
    return True


def keep_beating(role: str) -> None:
    """Starts a thread that writes heartbeats until the process ends."""

    def loop() -> None:
        while True:
            try_to_beat(role)
            time.sleep(EVERY_S)

    threading.Thread(target=loop, name=f"heartbeat-{role}", daemon=True).start()


def youngest(role: str) -> datetime | None:
    return Heartbeat.objects.filter(role=role).order_by("-beat_at").values_list("beat_at", flat=True).first()


def forget_silent(now: datetime) -> int:
    return int(Heartbeat.objects.filter(beat_at__lt=now - FORGOTTEN).delete()[0])
