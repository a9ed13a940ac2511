"""`manage.py refresh_indicators`: asks the sources now, whatever the timetable says."""

import argparse
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from indicators.refresh import UnknownChoice, chosen, refresh


class Command(BaseCommand):
    help = "Fetches the figures of every active symbol, or of one group, symbol or row."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--group", help="only this group's symbols (its id in groups.toml)")
        parser.add_argument("--symbol", help="only this symbol, or the symbols of the row with this code")

    def handle(self, *args: Any, **options: Any) -> None:
        console = Console(file=self.stdout)  # type: ignore[arg-type]
        group, symbol = options["group"], options["symbol"]
        try:
            total = len(chosen(group, symbol))
        except UnknownChoice as error:
            raise CommandError(str(error)) from None
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
            task = bar.add_task("asking the sources", total=total)

            def heard(name: str, error: str) -> None:
                bar.advance(task)
                if error:
                    console.print(f"{name}: {error}", highlight=False, markup=False, soft_wrap=True)

            report = refresh(group=group, symbol=symbol, now=timezone.now(), progress=heard)
        console.print(str(report), highlight=False, soft_wrap=True)
        if report.asked and not report.answered:
            raise CommandError("No source answered.")
