"""Deletes expired data, as the clock does daily."""

from typing import Any

from django.core.management import BaseCommand
from django.utils import timezone

from briefing.celery import app
from briefing.core.work.retention import purge_all


class Command(BaseCommand):
    """Prints the number of deleted rows by name."""

    help = "Deletes what is kept only for a time (runs daily by itself)."

    def handle(self, *args: Any, **options: Any) -> None:
        app.loader.import_default_modules()
        for name, count in purge_all(timezone.now()).items():
            self.stdout.write(f"{name}: {count} deleted")
