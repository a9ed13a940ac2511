"""delete-user EMAIL [--yes]"""

from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from accounts import data
from accounts.management import reader


class Command(BaseCommand):
    help = "Deletes a reader's account; asks first unless --yes is given."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, email: str, yes: bool, **options: Any) -> None:
        user = reader(email)
        if not yes and input(f"Delete {user.email} for good? Type the address: ").strip() != user.email:
            raise CommandError("Nothing was deleted: the address was not typed.")
        try:
            data.delete(user)
        except data.DeletionRefused as reason:
            raise CommandError(f"Nothing was deleted: {reason}") from None
        self.stdout.write(f"{email.strip()} is deleted.")
