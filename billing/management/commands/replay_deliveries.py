"""replay_deliveries [EVENT_ID ...]"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.core.management import BaseCommand, CommandError

from billing import deliveries
from billing.models import Delivery
from billing.processors.stripe import ProcessorError
from briefing.core.work.progress import Steps


class Command(BaseCommand):
    """Prints each delivery that still was not processed, and the totals."""

    help = "Handles stored deliveries again: all that were never handled, or those named by their ids."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "event_ids", nargs="*", metavar="EVENT_ID", help="also when they were handled before"
        )

    def handle(self, *args: Any, event_ids: list[str], **options: Any) -> None:
        rows = list(self._rows(event_ids))
        unknown = sorted(set(event_ids) - {row.event_id for row in rows})
        if unknown:
            raise CommandError(f"There is no delivery with the id {', '.join(unknown)}.")
        counts: Counter[str] = Counter()
        with Steps(self.stderr, "Deliveries", len(rows)) as steps:
            for row in rows:
                counts[self._replay(row)] += 1
                steps.advance()
        done = ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))
        self.stdout.write(f"{len(rows)} deliveries replayed{': ' if done else ''}{done}.")

    def _rows(self, event_ids: list[str]) -> Iterable[Delivery]:
        for ledger in deliveries.LEDGERS.values():
            rows = ledger.objects.filter(event_id__in=event_ids) if event_ids else ledger.objects.waiting()
            yield from rows.order_by("received_at", "pk")

    def _replay(self, row: Delivery) -> str:
        try:
            outcome = deliveries.replay(row)
        except ProcessorError as error:
            self.stdout.write(f"{row}: {error}")
            return "failed"
        if outcome == "gone":
            self.stdout.write(
                f"{row}: its payload is not kept (any more); ask the secondary processor to send it again."
            )
        elif outcome in ("failed", "malformed"):
            row.refresh_from_db(fields=["error"])
            self.stdout.write(f"{row}: {row.error}")
        return str(outcome)
