"""grant-credit EMAIL --days N"""

from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from accounts import credit
from accounts.management import reader


class Command(BaseCommand):
    help = "Gives a reader paid access for a number of days, on top of what is left."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--days", type=int, required=True)

    def handle(self, *args: Any, email: str, days: int, **options: Any) -> None:
        try:
            until = credit.grant(reader(email).pk, days=days)
        except ValueError as error:
            raise CommandError(str(error).capitalize() + ".") from None
        self.stdout.write(f"Credit until {until:%Y-%m-%d %H:%M} UTC.")
