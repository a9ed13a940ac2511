"""`manage.py import_instruments FILE.json`: brings the instrument map to a broker's metadata."""

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from briefing.core.work.progress import Steps
from portfolio import importing


class Command(BaseCommand):
    help = "Updates the automatic rows of the instrument map from a broker's metadata; manual rows stay as they are."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "file",
            type=Path,
            metavar="FILE.json",
            help="a list of objects with ticker, shortName, name, currencyCode, isin and type",
        )
        parser.add_argument(
            "--sample", action="store_true", help="mark the rows as samples for purge_samples"
        )

    def handle(self, *args: Any, file: Path, sample: bool, **options: Any) -> None:
        try:
            rows = importing.read(file)
        except importing.BadFile as error:
            raise CommandError(f"{error}\nNothing was stored.") from None
        with Steps(self.stderr, "Instruments", len(rows)) as steps:
            report = importing.store(rows, sample=sample, advance=steps.advance)
        self.stdout.write(f"{report}.")
