"""export-user EMAIL"""

import json
from typing import Any

from django.core.management import BaseCommand, CommandParser

from accounts import data
from accounts.management import reader


class Command(BaseCommand):
    help = "Prints a reader's data as JSON, as the download on /settings does."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")

    def handle(self, *args: Any, email: str, **options: Any) -> None:
        self.stdout.write(json.dumps(data.export(reader(email)), indent=2, ensure_ascii=False))
