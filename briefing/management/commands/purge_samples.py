"""Removes sample data, so that the service can go live on the same database."""

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from briefing.core.models import Heartbeat
from briefing.core.operations.machine_faults import StartRefused
from briefing.core.work import heartbeat
from briefing.core.work.progress import working
from briefing.local import samples, supervisor


class Command(BaseCommand):
    """Refuses while the service runs: it would fetch samples again, and pages would be half empty."""

    help = "Removes sample figures and headlines and everything made from them; readers and payments stay."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--force", action="store_true", help="also while processes of the service run")

    def handle(self, *args: Any, force: bool, **options: Any) -> None:
        lock = None
        try:
            if not force and settings.EMBEDDED:
                lock = supervisor.acquire_lock(settings.DATA_DIR)
            elif not force:
                _refuse_running()
        except StartRefused as refusal:
            raise CommandError(f"{refusal} Stop it first.") from None
        with working(self.stderr, "Deleting what samples filled"):
            gone = samples.purge()
        for table, rows in sorted(gone.items()):
            self.stdout.write(f"{table}: {rows} deleted")
        self.stdout.write(
            "The next start fills the database again, from the sources of its mode."
            if gone
            else "There are no sample rows."
        )
        if lock:
            lock.close()


def _refuse_running() -> None:
    since = timezone.now() - heartbeat.ALIVE
    names = Heartbeat.objects.filter(beat_at__gt=since).values_list("name", flat=True)
    if running := ", ".join(names[:5]):
        raise StartRefused(
            f"These processes said within {heartbeat.ALIVE.seconds} s that they run: {running}."
        )
