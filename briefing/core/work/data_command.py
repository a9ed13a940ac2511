"""Base class of commands that fetch, write or send figures, headlines or texts."""

from typing import Any

from django.core.management import BaseCommand, CommandError

from briefing.core import origin


class DataCommand(BaseCommand):
    """Refuses to run on data of the other kind: samples in live mode or live data in sample mode."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        refuse_contradiction()
        return super().execute(*args, **options)


def refuse_contradiction() -> None:
    """Raises CommandError if the stored data contradicts the mode."""
    try:
        origin.refuse_contradiction()
    except origin.MixedData as error:
        raise CommandError(str(error)) from None
