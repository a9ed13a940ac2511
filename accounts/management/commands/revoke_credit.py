"""revoke-credit EMAIL"""

from typing import Any

from django.core.management import BaseCommand, CommandParser

from accounts import credit
from accounts.management import reader


class Command(BaseCommand):
    help = "Takes a reader's credit away; a running subscription is not touched."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")

    def handle(self, *args: Any, email: str, **options: Any) -> None:
        self.stdout.write("Credit removed." if credit.revoke(reader(email).pk) else "There was no credit.")
