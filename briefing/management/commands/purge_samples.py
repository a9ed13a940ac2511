"""Removes what the sample sources left, before or after going live."""

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser

from briefing.core.progress import working
from briefing.local import bootstrap


class Command(BaseCommand):
    """Deletes sample headlines with their feeds, and all figures and texts made from samples."""

    help = "Removes sample headlines, figures and texts; the next refresh fetches everything anew."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--force", action="store_true", help="also while SAMPLE_DATA is on")

    def handle(self, *args: Any, force: bool, **options: Any) -> None:
        if settings.SAMPLE_DATA and not force:
            raise CommandError(
                "SAMPLE_DATA is on, so the next refresh would bring them back: set SAMPLE_DATA=false."
            )
        with working(self.stderr, "Deleting what samples filled"):
            gone = bootstrap.purge_samples()
        for table, rows in gone.items():
            self.stdout.write(f"{table}: {rows} deleted")
        if not gone:
            self.stdout.write("There are no sample rows.")
