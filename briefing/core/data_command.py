"""The base of commands that fetch or write figures, headlines or texts, or send them."""

from typing import Any

from django.core.management import BaseCommand, CommandError

from briefing.core import origin


class DataCommand(BaseCommand):
    """Refuses, in one line, to begin on data of the other sources: samples in live mode, live data in sample mode."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        refuse_contradiction()
        return super().execute(*args, **options)


def refuse_contradiction() -> None:
    """Raises CommandError where `origin.refuse_contradiction` raises MixedData."""
    try:
        origin.refuse_contradiction()
    except origin.MixedData as error:
        raise CommandError(str(error)) from None
