"""Backs the database up into one encrypted file and removes old backups."""

import socket
import time
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, close_old_connections
from django.utils import timezone
from pyrage.x25519 import Identity

from briefing.core import notices
from briefing.core.backups import rotation, store
from briefing.core.backups.archive import UnusableBackup
from briefing.core.models import Backup

SUBJECT = "database"
# Wait after a failure; a restarting server is available again by then.
RETRY_S = 900.0


class Command(BaseCommand):
    """Backs up once, or daily at a time (compose.yaml; systemd has a timer instead)."""

    help = "Writes an encrypted backup of the database to DATA_DIR/backups."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--daily", metavar="HH:MM", help="stay, and back up every day at this time (UTC)")
        parser.add_argument(
            "--new-key", type=Path, metavar="FILE", help="make a key, and say its public half"
        )

    def handle(self, *args: Any, daily: str | None, new_key: Path | None, **options: Any) -> None:
        if new_key:
            return self._new_key(new_key)
        if not settings.BACKUP_RECIPIENTS:
            raise CommandError("BACKUP_RECIPIENTS is empty: `manage.py backup --new-key FILE` makes a key.")
        if not daily:
            return self._once()
        pause_s = (next_time(daily, timezone.now()) - timezone.now()).total_seconds()
        while True:
            if (
                settings.DATA_DIR / "backups" / store.LATEST
            ).exists():  # without a backup, the first one is made at once
                time.sleep(pause_s)
            try:
                self._once()
                pause_s = (next_time(daily, timezone.now()) - timezone.now()).total_seconds()
            except CommandError as error:
                self.stderr.write(str(error))
                time.sleep(RETRY_S)
                pause_s = 0.0

    def _once(self) -> None:
        folder = settings.DATA_DIR / "backups"
        source = store.database(settings.DATABASES["default"])
        try:
            path = store.back_up(source, folder, settings.BACKUP_RECIPIENTS)
        except UnusableBackup as error:
            _notify_staff(str(error))
            raise CommandError(str(error)) from None
        removed = rotation.remove_old(folder)
        _notify_staff("")
        _record(path)
        size = path.stat().st_size / 2**20
        self.stdout.write(f"{path.name}: {size:.1f} MiB, {len(removed)} old ones removed.")

    def _new_key(self, file: Path) -> None:
        key = Identity.generate()
        try:
            file.touch(mode=0o600, exist_ok=False)
            file.write_text(f"# public key: {key.to_public()}\n{key}\n", encoding="ascii")
        except OSError as error:
            raise CommandError(f"{file} cannot be made: {error.strerror}.") from None
        self.stdout.write(
            f"BACKUP_RECIPIENTS={key.to_public()}\nTake {file} away from this machine, to two places."
        )


def next_time(clock: str, now: datetime) -> datetime:
    """Returns the next occurrence of the time of day; raises CommandError if it is invalid."""
    try:
        at = datetime.strptime(clock, "%H:%M").time()
    except ValueError:
        raise CommandError(f"{clock} is no time of day such as 02:40.") from None
    today = now.replace(hour=at.hour, minute=at.minute, second=0, microsecond=0)
    return today if today > now else today + timedelta(days=1)


def _record(path: Path) -> None:
    """Records the backup for the other hosts; ignores an unavailable database."""
    with suppress(DatabaseError):
        Backup.objects.create(
            made_at=timezone.now(), host=socket.gethostname()[:64], file=path.name, size=path.stat().st_size
        )


def _notify_staff(reason: str) -> None:
    """Keeps a notice open while backups fail; ignores an unavailable database."""
    try:
        close_old_connections()
        if reason:
            notices.notify("backup", SUBJECT, f"The backup failed: {reason}")
        else:
            notices.resolve("backup", SUBJECT)
    except DatabaseError:
        pass
