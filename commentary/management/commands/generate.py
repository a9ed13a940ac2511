"""`manage.py generate`: writes the reads of the current cycle, or the log of the last six hours."""

import argparse
from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from briefing.core import origin
from briefing.core.work.data_command import DataCommand
from briefing.core.work.progress import working
from commentary.language.rendering import RenderedText
from commentary.models import IndicatorSummary
from commentary.publishing import logs, reads
from commentary.scopes import scopes


class Command(DataCommand):
    help = "Writes this hour's reads, or with --log the strategic log; texts whose figures have not changed stay."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        tones, styles = IndicatorSummary.Tone.values, IndicatorSummary.Style.values
        parser.add_argument(
            "--group", action="append", default=[], help='a group\'s id, or "all"; repeatable'
        )
        parser.add_argument("--tone", action="append", default=[], choices=tones, help="repeatable")
        parser.add_argument("--style", action="append", default=[], choices=styles, help="repeatable")
        parser.add_argument("--log", action="store_true", help="write the strategic log instead of the reads")
        parser.add_argument(
            "--dry-run",
            action="store_true",
            help="print the texts and store none; a configured model is asked, and paid, all the same",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["log"] and options["group"]:
            raise CommandError("The log has no groups: leave out --group or --log.")
        unknown = sorted(set(options["group"]) - set(scopes()))
        if unknown:
            raise CommandError(f"No group {', '.join(unknown)}. There are: {', '.join(scopes())}.")
        chosen: dict[str, Any] = {
            "tones": options["tone"],
            "styles": options["style"],
            "dry_run": options["dry_run"],
        }
        if options["log"]:
            with working(self.stderr, "Writing the log"):
                report = logs.cycle(timezone.now(), **chosen)
        else:
            with working(self.stderr, "Writing the reads"):
                report = reads.cycle(timezone.now(), groups=options["group"], **chosen)
        if report.drafts and (notice := origin.notice()):
            self.stdout.write(notice)
        for text, texts in report.drafts:
            self._print(f"log {text}" if options["log"] else str(text), texts)
        done = f"{len(report.drafts)} drafts, nothing stored; " if options["dry_run"] else ""
        self.stdout.write(f"{done}{report}.")

    def _print(self, heading: str, texts: Mapping[str, RenderedText]) -> None:
        self.stdout.write(self.style.MIGRATE_HEADING(heading))
        for language, text in texts.items():
            title = f"{text.title}. " if text.title else ""
            self.stdout.write(f"[{language}] {title}{text.body}\n")
