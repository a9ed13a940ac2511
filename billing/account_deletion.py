"""Deletion and export of an account's billing data."""

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver
from django.utils.translation import gettext as _

from accounts.data import DeletionRefused, erases, exports, stamp
from accounts.models import User
from billing import deliveries, reversals
from billing.checkout import pays_elsewhere
from billing.models import Consent, Processor, Subscription, Withdrawal
from billing.processors import polar, stripe
from billing.states import TERMINAL
from briefing.core.work.jobs import enqueue


@erases
def before_deletion(user: User) -> None:
    """Cancels running subscriptions at the primary processor; DeletionRefused when that fails."""
    _refuse_if_paid_elsewhere(user)
    for subscription_id in _running(user):
        try:
            stripe.cancel(subscription_id)
        except stripe.ProcessorError:
            raise DeletionRefused(
                _(
                    "Your subscription could not be cancelled at the payment processor just now, so nothing was"
                    " deleted and nothing has changed. Please try again in a few minutes."
                )
            ) from None


def _refuse_if_paid_elsewhere(user: User) -> None:
    if pays_elsewhere(user):
        raise DeletionRefused(
            _(
                "You still have a running subscription that was paid through Polar, which we cannot cancel for you."
                " Sign in at %(url)s with the e-mail address you paid with, open the subscription and choose"
                " Cancel. When it has ended, delete your account here."
            )
            % {"url": polar.CUSTOMER_PAGE}
        )


def _running(user: User) -> list[str]:
    live = Subscription.objects.of(user, Processor.PRIMARY).exclude(status__in=TERMINAL)
    found = list(live.values_list("subscription_id", flat=True))
    named = user.billing_subscription_id
    known = Subscription.objects.filter(processor=Processor.PRIMARY, subscription_id=named)
    return [*found, named] if named and not known.exists() else found


@receiver(pre_delete, sender=User)
def forget_payloads(instance: User, **kwargs: Any) -> None:
    """Runs in the transaction of any deletion, so no delivery can be stored in between.

    A checkout may have been completed since `before_deletion`: a job cancels what runs by now, once more where it
    was cancelled then.
    """
    _refuse_if_paid_elsewhere(instance)
    for subscription_id in _running(instance):
        enqueue("billing.deletion_cancel", subscription_id)
    deliveries.forget(instance)
    reversals.account_deleted(instance)
    Subscription.objects.of(instance).update(reader_deleted=True, card_hash=None)


@exports("billing")
def export(user: User) -> dict[str, Any]:
    return {
        "subscriptions": [
            {"processor": row.processor, "subscription": row.subscription_id, "customer": row.customer_id,
             "status": row.status, "trial_end": stamp(row.trial_end), "first_seen_at": stamp(row.first_seen_at),
             "newest_event_at": stamp(row.newest_at), "card_is_recognised": bool(row.card_hash)}
            for row in Subscription.objects.of(user).order_by("first_seen_at")
        ],
        "consents": [
            {"given_at": stamp(row.given_at), "plan": row.cadence, "price": str(row.price), "currency": row.currency,
             "trial_days": row.trial_days, "text_version": row.text_version, "language": row.language,
             "completed_at": stamp(row.completed_at)}
            for row in Consent.objects.filter(user=user).order_by("given_at")
        ],
        "withdrawals": [
            {"declared_at": stamp(row.declared_at), "subscription": row.subscription.subscription_id,
             "receipt_sent_at": stamp(row.receipt_sent_at), "settled_at": stamp(row.settled_at)}
            for row in Withdrawal.objects.filter(user=user).select_related("subscription").order_by("declared_at")
        ],
        "deliveries": [
            {"processor": row.processor.value, "type": row.event_type, "received_at": stamp(row.received_at),
             "outcome": row.outcome, "payload": row.payload}
            for ledger in deliveries.LEDGERS.values()
            for row in ledger._default_manager.filter(user=user).order_by("received_at")
        ],
    }  # fmt: skip


def cancel(subscription_id: str) -> str:
    """Ends a deleted reader's subscription at the primary processor. Raises ProcessorError."""
    stripe.cancel(subscription_id)
    return "cancelled, or had ended"
