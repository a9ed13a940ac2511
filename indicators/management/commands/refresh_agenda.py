"""`manage.py refresh_agenda`: fetches the calendars; `--check` compares the decision days with the banks' pages."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from briefing.core.work.data_command import refuse_contradiction
from briefing.core.work.progress import Steps
from indicators.agenda import decisions
from indicators.agenda import refresh as agenda
from indicators.agenda.calendars import calendars
from indicators.agenda.check import compare


class Command(BaseCommand):
    help = "Reads the publishers' calendars of releases, or checks the table of central banks' decision days."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="compare decisions.toml with the banks' own pages"
        )
        parser.add_argument("--calendar", choices=sorted(calendars()), default="", help="only this one")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["check"]:
            self._check()
            return
        refuse_contradiction()
        report = agenda.refresh(timezone.now(), only=options["calendar"])
        for name, error in report.failed.items():
            self.stdout.write(f"{name}: {error}")
        self.stdout.write(str(report))
        if report.requested and len(report.failed) == report.requested:
            raise CommandError("No calendar answered.")

    def _check(self) -> None:
        """Prints one line per bank; fails if a page lists other days or cannot be read."""
        found = []
        with Steps(self.stderr, "Banks", len(decisions.banks())) as steps:
            for bank in decisions.banks().values():
                found.append(compare(bank, timezone.now().date()))
                steps.advance()
        for line in found:
            self.stdout.write(str(line))
        if wrong := [line.bank for line in found if not line.agrees]:
            raise CommandError(f"To be looked at: {', '.join(wrong)}.")
