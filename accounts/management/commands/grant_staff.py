"""grant-staff EMAIL [--role support|admin] [--revoke]"""

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandParser

from accounts.management import reader
from accounts.models import User
from accounts.passkeys import links, proofs, relying_party

MAY = {"support": "looks, grants credit and sends messages again", "admin": "may do everything"}


class Command(BaseCommand):
    """Gives a reader a staff role, or revokes it."""

    help = (
        "Makes a reader staff, with the role support (looks, grants credit, sends messages again) unless --role "
        "says admin (everything). They sign in by code like everyone; where the admin needs a passkey, a one-time "
        "link for adding the first one is printed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--role", choices=[*MAY], default="support", help="what they may do (support)")
        which.add_argument("--revoke", action="store_true", help="take it away again")

    def handle(self, *args: Any, email: str, role: str, revoke: bool, **options: Any) -> None:
        user = reader(email)
        user.is_staff, user.staff_role = (
            not revoke,
            User.StaffRole.SUPPORT if revoke else User.StaffRole(role),
        )
        user.save(update_fields=["is_staff", "staff_role"])
        if revoke:
            user.passkeys.update(opens_admin=False)  # a new grant needs a new one-time link
            self.stdout.write(f"{user.email} is no longer staff.")
            return
        self.stdout.write(f"{user.email} is staff with the role {role}: {MAY[role]}.")
        if not settings.STAFF_PASSKEY_REQUIRED or proofs.has_admin_passkey(user):
            return
        if relying_party.unavailable():
            self.stdout.write(
                "The admin needs a passkey, and BASE_URL is no address for one: set a host name."
            )
            return
        self.stdout.write("Give them this one-time link, by another way than e-mail; it lasts 24 hours:")
        self.stdout.write(links.make(user, hours=24))
