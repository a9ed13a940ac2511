"""Prints the service's status, for people or as JSON."""

import json
from argparse import ArgumentParser
from typing import IO, Any, cast

from django.core.management import BaseCommand
from django.utils import timezone
from rich.console import Console
from rich.text import Text

from briefing.core import origin
from briefing.core.dates import rfc3339
from briefing.core.operations.status import Level, ServiceStatus, StatusLine, StatusSection, look

STYLES = {Level.OK: "green", Level.WARNING: "yellow", Level.ERROR: "bold red"}


class Command(BaseCommand):
    """Exit code 1 for at least one error, with --strict also for warnings; otherwise 0."""

    help = "Says what is wrong with the service and what to do, as the admin's first page does."
    requires_system_checks: list[str] = []  # the status includes their findings

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", dest="as_json", help="for programs")
        parser.add_argument("--all", action="store_true", dest="everything", help="what is fine too")
        parser.add_argument("--strict", action="store_true", help="warnings give exit code 1 too")

    def handle(self, *args: Any, as_json: bool, everything: bool, strict: bool, **options: Any) -> None:
        status = look(timezone.now())
        if as_json:
            self.stdout.write(json.dumps(as_data(status), indent=1))
        else:
            self._print(status, everything=everything)
        if status.level >= (Level.WARNING if strict else Level.ERROR):
            raise SystemExit(1)

    def _print(self, status: ServiceStatus, *, everything: bool) -> None:
        if origin.is_sample():
            self.stdout.write("Sample data. Figures and headlines are made up.")
        console = Console(file=cast(IO[str], self.stdout), highlight=False, soft_wrap=True)
        for section in status.sections:
            for line in section.lines if everything else section.faults:
                console.print(
                    Text.assemble(
                        (f"{line.level.word:8}", STYLES[line.level]), f"{section.title}: {line.said}"
                    )
                )
        fine = [section.title for section in status.sections if not section.level]
        if fine and not everything:
            console.print(Text.assemble((f"{'ok':8}", STYLES[Level.OK]), ", ".join(fine)))


def as_data(status: ServiceStatus) -> dict[str, Any]:
    """Returns the status as {"at", "level", "sections": [{"title", "level", "lines": […]}]}."""
    return {
        "at": rfc3339(status.at),
        "level": status.level.word,
        "sample_data": origin.is_sample(),
        "sections": [_section(section) for section in status.sections],
    }


def _section(section: StatusSection) -> dict[str, Any]:
    return {
        "title": section.title,
        "level": section.level.word,
        "lines": [_line(line) for line in section.lines],
    }


def _line(line: StatusLine) -> dict[str, Any]:
    return {
        "key": line.key,
        "level": line.level.word,
        "text": line.text,
        "todo": line.todo,
        "path": line.path,
    }
