"""Restores a backup into an empty database and compares row counts."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser
from django.db import connections

from briefing.core.backups import archive, store
from briefing.core.backups.archive import UnusableBackup
from briefing.core.machine_faults import StartRefused
from briefing.local import supervisor


class Command(BaseCommand):
    """Refuses a non-empty database without --replace; a failure leaves the database unchanged."""

    help = "Restores a backup into the database of DATABASE_URL (stop the service first)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--key", type=Path, required=True, help="the file with the private key")
        parser.add_argument("--replace", action="store_true", help="in place of what the database holds")

        parser.add_argument(
            "--unsealed", action="store_true",
            help="accept a file without this installation's seal; its author controls what the database will hold,"
            " and in PostgreSQL may run programs",
        )  # fmt: skip

    def handle(
        self, *args: Any, file: Path, key: Path, replace: bool, unsealed: bool = False, **options: Any
    ) -> None:
        connections.close_all()
        target = store.database(settings.DATABASES["default"])
        try:
            identity = archive.identity(key)
            lock = supervisor.acquire_lock(settings.DATA_DIR)
            folder = settings.DATA_DIR / "backups"
            manifest = store.restore(file, identity, target, folder, replace=replace, unsealed=unsealed)
            lock.close()
        except (UnusableBackup, StartRefused) as error:
            raise CommandError(str(error)) from None
        rows = sum(manifest.rows.values())
        self.stdout.write(
            f"Restored and compared: {rows} rows of {len(manifest.rows)} tables, as of {manifest.at}."
        )
        if missing := store.to_migrate(manifest):
            self.stdout.write(
                f"The backup is older than this version: `manage.py migrate` ({missing} steps)."
            )
