"""The withdrawal function required by EU law since 19 June 2026: declare, confirm, get a receipt."""

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from billing import reversals
from billing.contracts import Contract
from billing.models import Processor, Withdrawal
from billing.processors import stripe
from briefing.core.outside.mail import send
from briefing.core.work.jobs import enqueue


def declare(user: User, contract: Contract, *, language: str) -> Withdrawal:
    """Records the withdrawal and queues receipt and cancellation; a second one changes nothing."""
    with transaction.atomic():
        row, created = Withdrawal.objects.get_or_create(
            subscription=contract.subscription, defaults={"user": user, "language": language}
        )
        if created:
            reversals.withdrawn(contract.subscription)
            enqueue("billing.withdrawal_receipt", str(row.pk))
            if contract.subscription.processor == Processor.PRIMARY:
                enqueue("billing.withdrawal_cancel", str(row.pk))
    return row


def send_receipt(withdrawal_id: int) -> str:
    """Mails the receipt with date and time. Raises MailError."""
    row = Withdrawal.objects.select_related("user", "subscription").get(pk=withdrawal_id)
    if row.user is None or row.receipt_sent_at is not None:
        return "no address to write to" if row.user is None else "was sent before"
    consent = row.subscription.consents.order_by("completed_at").first()
    send(
        "withdrawal_receipt", row.user.email, language=row.language, kind="withdrawal_receipt", user_id=row.user.pk,
        context={"withdrawal": row, "consent": consent, "email": row.user.email,
                 "base_url": settings.BASE_URL},
    )  # fmt: skip
    Withdrawal.objects.filter(pk=row.pk).update(receipt_sent_at=timezone.now())
    return "receipt sent"


def cancel(withdrawal_id: int) -> str:
    """Ends the subscription at the primary processor. Raises ProcessorError."""
    row = Withdrawal.objects.select_related("subscription").get(pk=withdrawal_id)
    if row.cancelled_at is not None:
        return "was cancelled before"
    stripe.cancel(row.subscription.subscription_id)
    Withdrawal.objects.filter(pk=row.pk).update(cancelled_at=timezone.now())
    return "cancelled"
