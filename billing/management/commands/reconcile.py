"""reconcile [--fix]"""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from billing.processors.stripe import ProcessorError
from billing.reconcile import reconcile
from briefing.core.progress import Steps


class Command(BaseCommand):
    """Prints each difference and the totals; exit code 1 if a subscription could not be compared."""

    help = "Asks the primary processor about every subscription, reports where we differ, and heals it with --fix."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--fix", action="store_true", help="make our rows follow the processor")

    def handle(self, *args: Any, fix: bool, **options: Any) -> None:
        if not settings.BILLING_API_KEY:
            raise CommandError("BILLING_API_KEY is empty: the processor cannot be asked.")
        try:
            with Steps(self.stderr, "Subscriptions") as steps:
                report = reconcile(fix=fix, progress=lambda _subscription: steps.advance())
        except ProcessorError as error:
            raise CommandError(str(error)) from None
        for found in (*report.drifts, *report.unknown):
            self.stdout.write(str(found))
        self.stdout.write(f"{report}.")
        if report.drifts and not fix:
            self.stdout.write("Nothing was changed; --fix heals it.")
        if report.unknown:
            raise CommandError(f"{len(report.unknown)} subscriptions could not be compared; run it again.")
