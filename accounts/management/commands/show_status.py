"""show-status EMAIL [--json]"""

import json
from typing import Any

from django.core.management import BaseCommand, CommandParser

from accounts.access import Identity, paid_status
from accounts.data import stamp
from accounts.management import reader


class Command(BaseCommand):
    """Prints a reader's paid status and its source (keys of decision 4.4)."""

    help = "Shows a reader's paid status, where it comes from and when it ends."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, *args: Any, email: str, as_json: bool, **options: Any) -> None:
        user = reader(email)
        status = paid_status(Identity(user=user))
        values = {
            "email": user.email, "tier": user.tier, "active": status.active, "source": status.source,
            "expires_at": stamp(status.expires_at), "days_remaining": status.days_remaining,
            "billing_customer_id": user.billing_customer_id,
            "billing_subscription_id": user.billing_subscription_id,
            "billing_trial_end_at": stamp(user.billing_trial_end_at),
            "billing2_customer_id": user.billing2_customer_id,
            "billing2_subscription_id": user.billing2_subscription_id,
            "referral_code": user.referral_code, "lang": user.lang,
        }  # fmt: skip
        if as_json:
            self.stdout.write(json.dumps(values))
            return
        for name, value in values.items():
            self.stdout.write(f"{name:<24} {'-' if value is None else value}")
