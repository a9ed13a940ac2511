"""passkey-link EMAIL [--hours N] [--forget]"""

from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from accounts.management import reader
from accounts.passkeys import links, relying_party

MOST_HOURS = 7 * 24


class Command(BaseCommand):
    """Prints a one-time link that replaces the passkey once, after the e-mailed code."""

    help = (
        "Prints a one-time link for an account that lost its passkeys, or for staff's first one. It is opened after "
        "the e-mailed code, in the same browser. Be sure who asks, and hand it over by another way than e-mail."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--hours", type=int, default=24, help="how long it lasts, 1 to 168 (24)")
        parser.add_argument(
            "--forget",
            action="store_true",
            help="remove all passkeys, tokens and links of the account and end its sessions",
        )

    def handle(self, *args: Any, email: str, hours: int, forget: bool, **options: Any) -> None:
        user = reader(email)
        if not 1 <= hours <= MOST_HOURS:
            raise CommandError(f"The number of hours must be between 1 and {MOST_HOURS}.")
        if relying_party.unavailable():
            raise CommandError("Passkeys need BASE_URL to be a host name over https, or http://localhost.")
        if forget:
            self.stdout.write(
                f"Passkeys removed: {links.forget_passkeys(user)}; all sessions, tokens and links are ended."
            )
        self.stdout.write(links.make(user, hours=hours))
