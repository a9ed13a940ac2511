"""grant-staff EMAIL [--revoke]"""

from typing import Any

from django.core.management import BaseCommand, CommandParser

from accounts.finding import reader


class Command(BaseCommand):
    """Lets a reader into the admin, or out of it."""

    help = "Makes a reader staff (they sign in by code like everyone)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--revoke", action="store_true", help="take it away again")

    def handle(self, *args: Any, email: str, revoke: bool, **options: Any) -> None:
        user = reader(email)
        user.is_staff = not revoke
        user.save(update_fields=["is_staff"])
        self.stdout.write(f"{user.email} is {'no longer ' if revoke else ''}staff.")
