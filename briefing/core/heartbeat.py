"""Processes say that they live; readiness asks."""

from datetime import datetime, timedelta

from django.utils import timezone

from briefing.core.leases import process_name
from briefing.core.models import Heartbeat

STARTED_AT = timezone.now()
ALIVE = timedelta(seconds=60)


def beat(role: str) -> None:
    """Writes this process's row."""
    name = f"{role}@{process_name()}"
    pid = int(name.rsplit(":", 1)[1])
    Heartbeat.objects.update_or_create(
        name=name, defaults={"role": role, "pid": pid, "started_at": STARTED_AT, "beat_at": timezone.now()}
    )


def youngest(role: str) -> datetime | None:
    """When a process of this role last said that it lives."""
    return Heartbeat.objects.filter(role=role).order_by("-beat_at").values_list("beat_at", flat=True).first()


def forget_silent(now: datetime) -> int:
    return int(Heartbeat.objects.filter(beat_at__lt=now - timedelta(days=1)).delete()[0])
