"""`manage.py import_instruments FILE.json`: brings the instrument map to a broker's metadata."""

import argparse
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from portfolio import importing


class Command(BaseCommand):
    help = "Brings the automatic rows of the instrument map to a broker's metadata; manual rows stay as they are."

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
        console = Console(file=self.stdout)  # type: ignore[arg-type]
        try:
            rows = importing.read(file)
        except importing.BadFile as error:
            raise CommandError(f"{error}\nNothing was stored.") from None
        bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            transient=True,
        )
        live: AbstractContextManager[Any] = bar if console.is_terminal else nullcontext()
        with live:
            task = bar.add_task("mapping the instruments", total=len(rows))
            report = importing.store(rows, sample=sample, advance=lambda done: bar.advance(task, done))
        console.print(f"{report}.", highlight=False, soft_wrap=True)
