"""Container health check by exit code: whether a role's process on this host works."""

import json
import socket
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from briefing.core.dates import read_rfc3339
from briefing.core.models import Heartbeat
from briefing.core.work import heartbeat

# A late nightly backup is reported before the second one is due.
BACKUP_WITHIN = timedelta(hours=26)


class Command(BaseCommand):
    """Checks the processes' heartbeats; for the backup, the time of the last successful one."""

    help = "Exit code 0 while a worker, the urgent one, the clock or the backup of this host is alive."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("role", choices=("worker", "urgent", "clock", "backup"))

    def handle(self, *args: Any, role: str, **options: Any) -> None:
        seen, within = (
            (_last_backup(), BACKUP_WITHIN) if role == "backup" else (_beat_here(role), heartbeat.ALIVE)
        )
        if seen is None:
            raise CommandError(f"{role}: never seen on this host.")
        if timezone.now() - seen > within:
            raise CommandError(f"{role}: last seen at {seen:%Y-%m-%d %H:%M:%S} UTC.")


def _beat_here(role: str) -> datetime | None:
    here = Heartbeat.objects.filter(name__startswith=f"{role}@{socket.gethostname()}:")
    return here.order_by("-beat_at").values_list("beat_at", flat=True).first()


def _last_backup() -> datetime | None:
    try:
        latest = json.loads((settings.DATA_DIR / "backups" / "latest.json").read_text(encoding="ascii"))
        return read_rfc3339(latest["at"])
    except FileNotFoundError:
        return None
