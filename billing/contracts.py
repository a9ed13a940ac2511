"""A reader's contracts and the end of each withdrawal period."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import User
from billing.models import Consent, Subscription, Withdrawal
from billing.plans import WITHDRAWAL_DAYS

NEVER_CONCLUDED = ("", "incomplete", "incomplete_expired")


@dataclass(frozen=True)
class Contract:
    """One contract; it may be withdrawn from until `until`, the end of a day in UTC."""

    subscription: Subscription
    concluded_at: datetime
    until: datetime
    consent: Consent | None
    withdrawal: Withdrawal | None

    @property
    def is_open(self) -> bool:
        return self.withdrawal is None and timezone.now() <= self.until


def contracts_of(user: User) -> list[Contract]:
    """The reader's contracts, newest first."""
    rows = Subscription.objects.of(user).exclude(status__in=NEVER_CONCLUDED)
    return [contract_of(row) for row in rows.order_by("-first_seen_at", "-pk")]


def contract_of(row: Subscription) -> Contract:
    """The contract behind a subscription; the withdrawal period starts when it was concluded."""
    consent = row.consents.order_by("completed_at").first()
    concluded = (consent.completed_at if consent else None) or row.first_seen_at
    last_day = (concluded + timedelta(days=WITHDRAWAL_DAYS)).date()
    until = datetime(last_day.year, last_day.month, last_day.day, 23, 59, 59, tzinfo=concluded.tzinfo)
    return Contract(row, concluded, until, consent, Withdrawal.objects.filter(subscription=row).first())
