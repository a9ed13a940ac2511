"""Revokes referral rewards: owed ones lapse at once, a job removes the discount of a running one.

A reward lapses when the subscription that earned it is withdrawn from, ends within its withdrawal period, or has
its first payment fully refunded or disputed (decision 4.6), and for a household's second one.
"""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from accounts.models import Referral, User
from billing.contracts import contract_of
from billing.discounts import coupon_of, discounts_of
from billing.events import EventKind, ProcessorEvent, mapping, reference, seconds
from billing.matching import reader_of
from billing.models import Processor, Subscription
from billing.plans import PLANS
from billing.processors import stripe
from billing.states import TERMINAL
from briefing.core.work.jobs import enqueue

FIRST_PAYMENT = timedelta(days=27)  # shorter than any month, so only the first payment lies within it
Reason = Referral.LapseReason
log = logging.getLogger(__name__)


def lapse(referral: Referral, reason: Reason) -> bool:
    """Marks the reward as lapsed and queues the removal of its discount; False if it lapsed before."""
    owed = Referral.objects.filter(pk=referral.pk, lapsed_at=None)
    if not owed.update(lapsed_at=timezone.now(), lapse_reason=reason):
        return False
    log.info("a referral reward lapsed: %s", reason)
    referral.refresh_from_db(fields=["credited_to"])
    enqueue("billing.take_back", f"{referral.pk}:{referral.credited_to}")
    return True


def payment_reversed(event: ProcessorEvent, user_id: int | None) -> None:
    """Handles a refund or dispute. A dispute names no customer, so a job retrieves its payment."""
    if event.charge_id and Referral.objects.filter(lapsed_at=None).exists():
        enqueue("billing.dispute", event.charge_id)
    elif event.reversal == "refunded" and user_id is not None:
        _reverse(user_id, event.paid_at or event.at, Reason.REFUNDED, event.subscription_id)


def dispute(charge_id: str) -> str:
    """Revokes the reward that a disputed payment earned. ProcessorError if the payment cannot be retrieved."""
    charge = stripe.retrieve_charge(charge_id)
    customer = reference(charge.get("customer"))
    user_id = reader_of(ProcessorEvent(Processor.PRIMARY, "", "", EventKind.AUDIT, customer_id=customer))
    if user_id is None:
        return "the payment is no reader's"
    taken = _reverse(user_id, seconds(charge.get("created")), Reason.DISPUTED)
    return "the reward lapsed" if taken else "no reward depends on it"


def _reverse(user_id: int, paid_at: datetime | None, reason: Reason, subscription_id: str = "") -> bool:
    referral = _earned_by(user_id, subscription_id)
    if referral is None:
        return False
    if referral.converted_at and paid_at and paid_at >= referral.converted_at + FIRST_PAYMENT:
        return False
    return lapse(referral, reason)


def _earned_by(user_id: int, subscription_id: str) -> Referral | None:
    """The reward that a reader's payments earned or will earn; None if another subscription earned it."""
    referral = Referral.objects.filter(referred=user_id, lapsed_at=None).first()
    others = referral and subscription_id and referral.earned_with not in ("", subscription_id)
    return None if others else referral


def subscription_ended(row: Subscription, at: datetime) -> None:
    """Lapses the reward if the subscription ended within its withdrawal period."""
    referral = _reward_of(row)
    if referral and at <= contract_of(row).until:
        lapse(referral, Reason.ENDED)


def withdrawn(row: Subscription) -> None:
    """Lapses the reward of a withdrawn subscription."""
    if referral := _reward_of(row):
        lapse(referral, Reason.WITHDRAWN)


def _reward_of(row: Subscription) -> Referral | None:
    """The reward that the subscription earned; without `earned_with`, the row must predate the conversion."""
    referral = _earned_by(row.user_id, row.subscription_id) if row.user_id else None
    if referral is None or referral.converted_at is None:
        return None
    return referral if referral.earned_with or row.first_seen_at <= referral.converted_at else None


def account_deleted(user: User) -> None:
    """Queues the discount's removal before the referral's row is deleted; the key holds all that the job needs."""
    referral = Referral.objects.filter(referred=user, lapsed_at=None, converted_at__isnull=False).first()
    if referral is None or not referral.credited_to:
        return
    row = Subscription.objects.of(user).filter(subscription_id=referral.earned_with).first()
    if row and timezone.now() <= contract_of(row).until:
        enqueue("billing.take_back", f"{referral.pk}:{referral.credited_to}")


def revoke_discount(key: str) -> str:
    """Removes the discount of one lapsed reward, given as "referral:subscription"; returns the outcome.

    Never call it in a transaction. ProcessorError when the processor fails: the job and the nightly run retry.
    """
    number, _colon, subscription_id = key.partition(":")
    referral = Referral.objects.filter(pk=int(number)).select_related("referrer").first()
    if referral and (referral.taken_back_at or not referral.lapsed_at):
        return "was taken back before" if referral.taken_back_at else "counts"
    carriers = _carriers(referral) if referral else {subscription_id}
    removed = [found for found in sorted(filter(None, carriers)) if _remove(found, number, referral)]
    Referral.objects.filter(pk=int(number)).update(taken_back_at=timezone.now())
    return "discount removed" if removed else "nothing of it ran"


def _carriers(referral: Referral) -> set[str]:
    """Subscriptions that may have the discount; running ones too, since a job may die before recording it."""
    live = Subscription.objects.of(referral.referrer, Processor.PRIMARY).live()
    return {referral.credited_to, *live.values_list("subscription_id", flat=True)}


def _remove(subscription_id: str, reward: str, referral: Referral | None) -> bool:
    try:
        found = stripe.retrieve(subscription_id)
    except stripe.ProcessorError as error:
        if error.missing:
            return False
        raise
    if found.get("status") in TERMINAL or not _carries(found, reward, referral):
        return False
    coupons = {getattr(settings, plan.coupon_setting) for plan in PLANS.values()} - {""}
    discounts = discounts_of(found)
    remaining = [
        str(entry["id"]) for entry in discounts if coupon_of(entry) not in coupons and entry.get("id")
    ]
    if len(remaining) == len(discounts):
        return False  # the discount has expired
    stripe.retain_discounts(subscription_id, remaining)
    return True


def _carries(found: dict[str, Any], reward: str, referral: Referral | None) -> bool:
    """Whether the subscription's discount is this reward's; older sessions did not store the reward's id."""
    named = mapping(found.get("metadata")).get("reward_id")
    return named == reward or (not named and referral is not None and found.get("id") == referral.credited_to)


def revoke_waiting() -> str:
    """Retries all lapsed rewards whose discount may still run; called nightly."""
    outcomes: dict[str, int] = {}
    waiting = Referral.objects.filter(lapsed_at__isnull=False, taken_back_at=None)
    for referral_id, subscription_id in waiting.order_by("lapsed_at").values_list("pk", "credited_to"):
        try:
            outcome = revoke_discount(f"{referral_id}:{subscription_id}")
        except stripe.ProcessorError:
            outcome = "failed to be taken back"
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
    return ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
