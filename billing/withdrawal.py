"""The withdrawal function that EU law asks for since 19 June 2026: declare, confirm, get a receipt."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from billing.account_deletion import end_now
from billing.models import Consent, Processor, Subscription, Withdrawal
from billing.plans import WITHDRAWAL_DAYS
from briefing.core.jobs import enqueue
from briefing.core.mail import send


@dataclass(frozen=True)
class Contract:
    """A contract that a reader may still withdraw from, until the end of a day in UTC."""

    subscription: Subscription
    concluded_at: datetime
    until: datetime
    consent: Consent | None
    withdrawal: Withdrawal | None

    @property
    def is_open(self) -> bool:
        return self.withdrawal is None and timezone.now() <= self.until


def contract_of(user: User) -> Contract | None:
    """The reader's newest contract; None for who has none. The period is counted from its conclusion."""
    rows = Subscription.objects.of(user).exclude(status__in=("", "incomplete", "incomplete_expired"))
    row = rows.order_by("-first_seen_at", "-pk").first()
    if row is None:
        return None
    consent = row.consents.order_by("completed_at").first()
    concluded = (consent.completed_at if consent else None) or row.first_seen_at
    last_day = (concluded + timedelta(days=WITHDRAWAL_DAYS)).date()
    until = datetime(last_day.year, last_day.month, last_day.day, 23, 59, 59, tzinfo=concluded.tzinfo)
    return Contract(row, concluded, until, consent, Withdrawal.objects.filter(subscription=row).first())


def declare(user: User, contract: Contract, *, language: str) -> Withdrawal:
    """Records the statement and orders receipt and cancellation; a second one changes nothing."""
    with transaction.atomic():
        row, created = Withdrawal.objects.get_or_create(
            subscription=contract.subscription, defaults={"user": user, "language": language}
        )
        if created:
            enqueue("billing.withdrawal_receipt", str(row.pk))
            if contract.subscription.processor == Processor.PRIMARY:
                enqueue("billing.withdrawal_cancel", str(row.pk))
    return row


def send_receipt(withdrawal_id: int) -> str:
    """Mails the receipt with date and time. MailError when it did not leave."""
    row = Withdrawal.objects.select_related("user", "subscription").get(pk=withdrawal_id)
    if row.user is None or row.receipt_sent_at is not None:
        return "nobody to write to" if row.user is None else "was sent before"
    consent = row.subscription.consents.order_by("completed_at").first()
    send(
        "withdrawal_receipt", row.user.email, language=row.language, kind="withdrawal_receipt", user_id=row.user.pk,
        context={"withdrawal": row, "consent": consent, "email": row.user.email,
                 "base_url": settings.BASE_URL},
    )  # fmt: skip
    Withdrawal.objects.filter(pk=row.pk).update(receipt_sent_at=timezone.now())
    return "receipt sent"


def cancel(withdrawal_id: int) -> str:
    """Ends the subscription at the primary processor. ProcessorError when that failed."""
    row = Withdrawal.objects.select_related("subscription").get(pk=withdrawal_id)
    if row.cancelled_at is not None:
        return "was cancelled before"
    end_now(row.subscription.subscription_id)
    Withdrawal.objects.filter(pk=row.pk).update(cancelled_at=timezone.now())
    return "cancelled"
