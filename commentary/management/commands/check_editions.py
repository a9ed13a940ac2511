"""`manage.py check_editions`: rebuilds published reads from the series as known then and compares."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from commentary import rebuilding
from commentary.models import IndicatorSummary
from commentary.writing.composition import TextRefused
from indicators.vintages import NotKnown


class Command(BaseCommand):
    """A change of rows or rules since makes differences too: the check is of the current configuration."""

    help = "Rebuilds the reads of past days from the series as known then, and prints what differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=60, help="how far back (60)")

    def handle(self, *args: Any, days: int, **options: Any) -> None:
        since = timezone.now() - timedelta(days=days)
        texts = IndicatorSummary.objects.accepted().filter(cycle__gte=since).order_by("cycle", "pk")
        checked, unknown, differing = 0, 0, 0
        for text in texts.prefetch_related("translations").iterator(chunk_size=50):
            try:
                found = list(rebuilding.differences(text))
            except (NotKnown, TextRefused) as reason:
                unknown += 1
                self.stderr.write(f"{text}: not rebuilt, {type(reason).__name__}: {reason}")
                continue
            checked, differing = checked + 1, differing + bool(found)
            for line in found:
                self.stdout.write(line)
        self.stdout.write(f"{checked} reads rebuilt, {differing} differ, {unknown} not rebuilt")
        if differing:
            raise CommandError("published and rebuilt reads differ")
