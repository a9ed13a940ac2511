"""`manage.py refresh_indicators`: fetches figures now, regardless of the timetable."""

import argparse
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from briefing.core.work.data_command import DataCommand
from briefing.core.work.progress import Steps
from indicators.refresh import UnknownChoice, chosen, refresh


class Command(DataCommand):
    help = "Fetches the figures of every active symbol, or of one group, symbol or row."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--group", help="only this group's symbols (its id in groups.toml)")
        parser.add_argument("--symbol", help="only this symbol, or the symbols of the row with this code")

    def handle(self, *args: Any, **options: Any) -> None:
        group, symbol = options["group"], options["symbol"]
        try:
            total = len(chosen(group, symbol, timezone.now()))
        except UnknownChoice as error:
            raise CommandError(str(error)) from None
        errors: list[str] = []
        with Steps(self.stderr, "Symbols", total) as steps:

            def heard(name: str, error: str) -> None:
                steps.advance()
                if error:
                    errors.append(f"{name}: {error}")

            report = refresh(group=group, symbol=symbol, now=timezone.now(), progress=heard)
        # Printed at the end, since output would break the progress bar.
        for line in (*errors, str(report)):
            self.stdout.write(line)
        if report.requested and not report.answered:
            raise CommandError("No source answered.")
