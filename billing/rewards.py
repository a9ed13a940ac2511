"""Both halves of the referral reward: 50 % off for three months, or its like on the annual plan (decision 4.6).

The referred reader's half is a coupon at the first checkout. The referrer's falls due when the referred
reader's subscription is first `active`; it is put on the running subscription, or on the next checkout.
"""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Referral, User
from billing.events import mapping
from billing.models import Processor, Subscription
from billing.plans import ANNUAL, MONTHLY, Plan
from billing.processors import stripe
from briefing.core.jobs import enqueue


def fall_due(user: User) -> bool:
    """Notes, once, that a referred reader pays; the referrer's half is applied by a job. Inside a transaction."""
    referral = Referral.objects.filter(referred=user, converted_at=None).first()
    if referral is None:
        return False
    noted = Referral.objects.filter(pk=referral.pk, converted_at=None).update(converted_at=timezone.now())
    return bool(noted) and enqueue("billing.reward", str(referral.pk))


def pending(user: User) -> Referral | None:
    """The oldest reward that the reader has earned and not had."""
    return _owed().filter(referrer=user).order_by("converted_at").first()


def _owed() -> QuerySet[Referral]:
    return Referral.objects.filter(converted_at__isnull=False, credited_at=None)


def for_checkout(user: User, plan: Plan) -> tuple[str, Referral | None]:
    """The coupon for a checkout and the earned reward that it spends; no coupon when none is due or set up."""
    coupon = getattr(settings, plan.coupon_setting)
    if not coupon:
        return "", None
    if Referral.objects.filter(referred=user, converted_at=None).exists():
        return coupon, None
    reward = pending(user)
    return (coupon, reward) if reward else ("", None)


def spent(user: User, reward: str) -> None:
    """A checkout that carried this reward went through."""
    if reward.isdigit():
        _owed().filter(pk=int(reward[:18]), referrer=user).update(credited_at=timezone.now())


def grant(referral_id: int) -> str:
    """Puts one earned reward on the referrer's running subscription; says what it did.

    Never in a transaction. ProcessorError when the processor fails: the job tries again. Without a running
    subscription the reward waits for the next checkout; while another runs, for the nightly round.
    """
    referral = _owed().filter(pk=referral_id).first()
    if referral is None:
        return "nothing is owed"
    row = (
        Subscription.objects.of(referral.referrer, Processor.PRIMARY)
        .live()
        .order_by("-first_seen_at")
        .first()
    )
    if row is None:
        return "waits for the referrer's next checkout"
    found = stripe.retrieve(row.subscription_id)
    if mapping(found.get("metadata")).get("reward_id") == str(referral.pk):
        return _credit(referral, "was already applied")
    coupon = getattr(settings, _plan_of(found).coupon_setting)
    if not coupon:
        return "waits: no coupon is set up"
    discounts = [entry for entry in found.get("discounts") or [] if isinstance(entry, Mapping)]
    if coupon in [_coupon_of(entry) for entry in discounts]:
        return "waits: another reward is running"
    kept = [str(entry["id"]) for entry in discounts if entry.get("id")]
    stripe.add_discount(row.subscription_id, kept=kept, coupon=coupon, reward=str(referral.pk))
    return _credit(referral, "applied")


def _credit(referral: Referral, what: str) -> str:
    Referral.objects.filter(pk=referral.pk, credited_at=None).update(credited_at=timezone.now())
    return what


def _coupon_of(discount: Mapping[str, Any]) -> str:
    """Older shapes hold the coupon itself, newer ones its id under `source`."""
    coupon = mapping(discount.get("source")).get("coupon") or discount.get("coupon")
    return str(mapping(coupon).get("id") or coupon or "")


def _plan_of(found: Mapping[str, Any]) -> Plan:
    items = mapping(found.get("items")).get("data") or [{}]
    price = mapping(mapping(items[0]).get("price"))
    yearly = (
        price.get("id") == settings.BILLING_PRICE_ANNUAL
        or mapping(price.get("recurring")).get("interval") == "year"
    )
    return ANNUAL if yearly else MONTHLY


def grant_waiting() -> str:
    """The nightly round over what is still owed."""
    outcomes: dict[str, int] = {}
    for referral_id in _owed().order_by("converted_at").values_list("pk", flat=True):
        try:
            outcome = grant(referral_id)
        except stripe.ProcessorError:
            outcome = "failed"
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
    return ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
