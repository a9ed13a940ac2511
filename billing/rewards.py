"""Both halves of the referral reward: 50 % off for three months, or the equivalent on the annual plan (decision 4.6).

The referred reader's half is a coupon at the first checkout. The referrer's is earned when the referred
reader's subscription is first `active`; it is applied to the running subscription, or at the next checkout. A
household earns one reward. `billing.reversals` revokes rewards.
"""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Referral, User
from billing import households, reversals
from billing.discounts import coupon_of, discounts_of
from billing.events import mapping
from billing.models import Processor, Subscription
from billing.plans import ANNUAL, MONTHLY, Plan
from billing.processors import stripe
from briefing.core.work.jobs import enqueue


def record_earned(user: User, row: Subscription) -> None:
    """Records once that a referred reader pays, and queues the referrer's reward. Call it in a transaction."""
    referral = (
        Referral.objects.select_related("referrer", "referred")
        .filter(referred=user, converted_at=None)
        .first()
    )
    if referral is None:
        return
    # Serialises two first payments of one household. Referrals have no cycles, so locks cannot deadlock.
    User.objects.select_for_update().filter(pk=referral.referrer_id).first()
    noted = Referral.objects.filter(pk=referral.pk, converted_at=None)
    if not noted.update(converted_at=timezone.now(), earned_with=row.subscription_id) or referral.lapsed_at:
        return
    if households.same_address(referral):
        reversals.lapse(referral, Referral.LapseReason.HOUSEHOLD)
    else:
        enqueue("billing.reward", str(referral.pk))


def pending(user: User) -> Referral | None:
    """The oldest reward that the reader has earned and not received."""
    return _owed().filter(referrer=user).order_by("converted_at").first()


def _owed() -> QuerySet[Referral]:
    return Referral.objects.filter(converted_at__isnull=False, credited_at=None, lapsed_at=None)


def for_checkout(user: User, plan: Plan) -> tuple[str, Referral | None]:
    """Returns the coupon for a checkout and the earned reward it uses; no coupon if none is due or configured."""
    coupon = getattr(settings, plan.coupon_setting)
    if not coupon:
        return "", None
    referred = Referral.objects.select_related("referrer", "referred").filter(
        referred=user, converted_at=None
    )
    if (referral := referred.filter(lapsed_at=None).first()) and not households.same_address(referral):
        return coupon, None
    reward = pending(user)
    return (coupon, reward) if reward else ("", None)


def record_used(user: User, reward: str, row: Subscription) -> None:
    """Records a reward used in a completed checkout; one that lapsed meanwhile is revoked."""
    if not reward.isdigit():
        return
    earned = Referral.objects.filter(converted_at__isnull=False, credited_at=None, referrer=user)
    referral = earned.filter(pk=int(reward[:18])).first()
    if referral is None:
        return
    _credit(referral, row.subscription_id)
    referral.refresh_from_db(fields=["lapsed_at"])
    if referral.lapsed_at:
        enqueue("billing.take_back", f"{referral.pk}:{row.subscription_id}")
    else:
        enqueue("billing.household", str(referral.pk))


def check_card(referral_id: int) -> str:
    """Revokes the reward if both readers pay with the same card. Raises ProcessorError."""
    referral = (
        Referral.objects.select_related("referrer", "referred").filter(pk=referral_id, lapsed_at=None).first()
    )
    if referral is None or not households.same_card(referral):
        return "nothing is known against it"
    reversals.lapse(referral, Referral.LapseReason.HOUSEHOLD)
    return "the same household"


def grant(referral_id: int) -> str:
    """Applies one earned reward to the referrer's running subscription; returns the outcome.

    Never call it in a transaction. ProcessorError when the processor fails: the job retries. Without a running
    subscription the reward waits for the next checkout; while another reward runs, for the nightly run.
    """
    referral = Referral.objects.filter(pk=referral_id, converted_at__isnull=False, credited_at=None).first()
    if referral is None:
        return "nothing is owed"
    if referral.lapsed_at or check_card(referral_id) == "the same household":
        return reversals.revoke_discount(f"{referral_id}:")
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
        return _applied(referral, row, "was already applied")
    coupon = getattr(settings, _plan_of(found).coupon_setting)
    if not coupon:
        return "waits: no coupon is set up"
    discounts = discounts_of(found)
    if coupon in [coupon_of(entry) for entry in discounts]:
        return "waits: another reward is running"
    existing = [str(entry["id"]) for entry in discounts if entry.get("id")]
    stripe.add_discount(row.subscription_id, retained=existing, coupon=coupon, reward=str(referral.pk))
    return _applied(referral, row, "applied")


def _applied(referral: Referral, row: Subscription, what: str) -> str:
    """Records the reward; one that lapsed during the call is revoked."""
    _credit(referral, row.subscription_id)
    referral.refresh_from_db(fields=["lapsed_at"])
    return reversals.revoke_discount(f"{referral.pk}:{row.subscription_id}") if referral.lapsed_at else what


def _credit(referral: Referral, subscription_id: str) -> None:
    # Resets `taken_back_at`, which may have been set before the discount ran: the nightly run checks again.
    Referral.objects.filter(pk=referral.pk, credited_at=None).update(
        credited_at=timezone.now(), credited_to=subscription_id, taken_back_at=None
    )


def _plan_of(found: Mapping[str, Any]) -> Plan:
    items = mapping(found.get("items")).get("data") or [{}]
    price = mapping(mapping(items[0]).get("price"))
    yearly = (
        price.get("id") == settings.BILLING_PRICE_ANNUAL
        or mapping(price.get("recurring")).get("interval") == "year"
    )
    return ANNUAL if yearly else MONTHLY


def grant_waiting() -> str:
    """Retries all rewards that are still owed; called nightly."""
    outcomes: dict[str, int] = {}
    for referral_id in _owed().order_by("converted_at").values_list("pk", flat=True):
        try:
            outcome = grant(referral_id)
        except stripe.ProcessorError:
            outcome = "failed"
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
    return ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
