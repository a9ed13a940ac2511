"""`manage.py check_indicators`: validates groups.toml; with --live it fetches every symbol."""

import argparse
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from rich.console import Console

from indicators import groups
from indicators.fetching import FetchRequest, FetchResult, fetch_all
from indicators.groups import RowConfig
from indicators.models import is_overdue
from indicators.sources import source_for

LOOK_BACK = timedelta(days=800)
TIME_LIMIT_S = 600.0


class Command(BaseCommand):
    help = "Validates indicators/groups.toml; --live asks every enabled source for every symbol in it."
    # The system check of this file would stop the command before it reports the mistakes.
    requires_system_checks = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--path", type=Path, default=groups.DEFAULT_PATH, help="another file than the service's"
        )
        parser.add_argument("--live", action="store_true", help="ask the sources; writes nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            registry = groups.load(options["path"])
        except groups.GroupsError as error:
            for mistake in error.mistakes:
                self.stderr.write(f"{mistake.sentence} {mistake.hint}")
            raise CommandError(f"Mistakes in the registry: {len(error.mistakes)}.") from None
        rows = registry.rows
        resting = [row for row in rows if row.shown and row.active() is None]
        for row in resting:
            self.stdout.write(f"{row.code}: not shown, {row.source_name} is not enabled ({row.requires}).")
        self.stdout.write(
            f"{len(registry.configured)} groups, {len(rows)} rows: {len(registry.active_rows())} active with "
            f"{len(registry.symbols())} symbols, {len(resting)} without an enabled source, "
            f"{sum(not row.shown for row in rows)} in reserve."
        )
        self.terms(registry.active_rows())
        if options["live"]:
            self.live(rows)

    def terms(self, rows: list[RowConfig]) -> None:
        """Prints the terms of sources that the operator has enabled by a setting."""
        switched_on = {row.symbols[0].partition(":")[0]: row for row in rows if row.requires}
        for prefix, row in switched_on.items():
            if not settings.SAMPLE_DATA:
                self.stdout.write(f"{row.source_name} is enabled. {source_for(prefix).TERMS}")

    def live(self, rows: list[RowConfig]) -> None:
        """Fetches every configured symbol of the enabled sources, including rows in reserve."""
        today = timezone.now().date()
        asked: dict[str, tuple[RowConfig, str]] = {}
        for row in rows:
            for each in (row, row.fallback):
                if each and each.enabled:
                    asked |= {s: (each, f) for s, f in zip(each.symbols, each.frequencies, strict=True)}
        asks = [
            FetchRequest(symbol, frequency, today - LOOK_BACK, early=bool(row.early))
            for symbol, (row, frequency) in asked.items()
        ]
        console = Console(file=self.stdout)  # type: ignore[arg-type]
        bad = 0
        with console.status(f"asking for {len(asks)} symbols"):
            for answer in fetch_all(asks, time_limit_s=TIME_LIMIT_S):
                row, _frequency = asked[answer.request.symbol]
                finding, facts = judged(answer, row, today)
                bad += finding != "fine"
                line = f"{row.code:6} {answer.request.symbol}: {finding}{facts}"
                console.print(line, highlight=False, markup=False, soft_wrap=True)
        self.stdout.write(f"{len(asks)} symbols asked, {len(asks) - bad} fine, {bad} not.")
        if bad:
            raise CommandError(f"Symbols that need attention: {bad}.")


def judged(answer: FetchResult, row: RowConfig, today: date) -> tuple[str, str]:
    """The finding on a result ("fine" if there is none) and the facts behind it."""
    if answer.error:
        return answer.error, ""
    newest = answer.observations[-1]
    facts = f" ({newest.period}, {(today - newest.day).days} days old, budget {row.max_age_days})"
    late = is_overdue(newest.day, today, max_age_days=row.max_age_days)
    return "older than its budget" if late else "fine", facts
