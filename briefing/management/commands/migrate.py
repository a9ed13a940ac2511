"""Django's `migrate` without the statement timeout of pages."""

from typing import Any

from django.core.management import CommandError
from django.core.management.commands import migrate
from django.db import OperationalError

from briefing.core import database


class Command(migrate.Command):
    """Lifts the statement timeout and waits only briefly for locks."""

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with database.for_migrations(options["database"]):
                super().handle(*args, **options)
        except OperationalError as error:
            if "lock timeout" not in str(error):
                raise
            raise CommandError(
                "A table is held by running work for longer than a migration may wait (pages would wait behind it). "
                "Nothing of this step was changed: run migrate again, or stop the workers first."
            ) from error
