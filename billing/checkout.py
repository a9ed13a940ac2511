"""Checkout: stores the consent, then opens a session at the processor; a failure leaves nothing stored."""

import hashlib
import json
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from billing import rewards
from billing.models import Consent, Processor, Subscription
from billing.plans import CONSENT_VERSION, CURRENCY, WITHDRAWAL_DAYS, Plan, money
from billing.processors import stripe
from briefing.core.outside.mail import send

# A repeated request within this time is the same purchase: same consent, same session.
SAME_PURCHASE = timedelta(minutes=10)


class AlreadySubscribed(Exception):
    """The reader has a running subscription; a second one would charge twice."""


def start(user: User, plan: Plan, *, language: str) -> str:
    """Returns the URL of a hosted checkout. AlreadySubscribed, or ProcessorError with nothing stored."""
    if user.tier == User.Tier.PAID or Subscription.objects.of(user).live().exists():
        raise AlreadySubscribed
    trial_days = 0 if had_trial(user) else plan.trial_days
    consent, is_new = _consent(user, plan, trial_days=trial_days, language=language)
    try:
        return _session(user, plan, consent)
    except stripe.ProcessorError:
        if is_new:
            consent.delete()
        raise


def had_trial(user: User) -> bool:
    """Whether the reader ever had a trial, at either processor; each reader gets one."""
    return (
        Subscription.objects.of(user).filter(trialed=True).exists()
        or Consent.objects.filter(user=user, trial_days__gt=0, completed_at__isnull=False).exists()
    )


def _consent(user: User, plan: Plan, *, trial_days: int, language: str) -> tuple[Consent, bool]:
    shown = {
        "user": user, "cadence": plan.cadence, "price": plan.price, "currency": CURRENCY,
        "trial_days": trial_days, "text_version": CONSENT_VERSION, "language": language,
    }  # fmt: skip
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # two presses at once are one purchase, too
        since = timezone.now() - SAME_PURCHASE
        found = Consent.objects.filter(**shown, completed_at=None, given_at__gt=since)
        earlier = found.order_by("-given_at").first()
        return (earlier, False) if earlier else (Consent.objects.create(**shown), True)


def _session(user: User, plan: Plan, consent: Consent) -> str:
    """Opens the session and returns its URL.

    A coupon or customer that the processor reports missing is dropped and the call repeated.
    """
    coupon, reward = rewards.for_checkout(user, plan)
    customer = user.billing_customer_id or ""
    for _attempt in range(3):
        params = _params(user, plan, consent, coupon=coupon, customer=customer)
        if coupon and reward:
            params["metadata"]["reward_id"] = str(reward.pk)
            params["subscription_data"]["metadata"]["reward_id"] = str(reward.pk)
        try:
            url = stripe.create_checkout(params, key=_key(consent, params))
        except stripe.ProcessorError as error:
            if coupon and error.missing and error.param.startswith("discounts"):
                coupon = ""  # a missing coupon never fails a checkout
            elif customer and error.missing and error.param == "customer":
                customer = ""
            else:
                raise
        else:
            if not url:
                raise stripe.ProcessorError("The processor gave no address.", permanent=False)
            return url
    raise stripe.ProcessorError("The processor refused each form of the checkout.", permanent=True)


def _params(user: User, plan: Plan, consent: Consent, *, coupon: str, customer: str) -> dict[str, Any]:
    names = {"user_id": str(user.pk), "consent_id": str(consent.pk)}
    params: dict[str, Any] = {
        "mode": "subscription",
        "line_items": [{"price": getattr(settings, plan.price_setting), "quantity": 1}],
        "client_reference_id": str(user.pk),
        "payment_method_collection": "always",
        "success_url": settings.BASE_URL + reverse("billing:done"),
        "cancel_url": settings.BASE_URL + reverse("billing:cancelled"),
        "locale": consent.language,
        "metadata": dict(names),
        "subscription_data": {"metadata": dict(names)},
    }
    # The processor refuses both parameters of a pair together.
    params |= {"customer": customer} if customer else {"customer_email": user.email}
    params |= {"discounts": [{"coupon": coupon}]} if coupon else {"allow_promotion_codes": True}
    if consent.trial_days:
        params["subscription_data"]["trial_period_days"] = consent.trial_days
    return params


def _key(consent: Consent, params: dict[str, Any]) -> str:
    """The idempotency key: equal for a repeated purchase, different for different parameters."""
    digest = hashlib.sha256(json.dumps(params, sort_keys=True).encode()).hexdigest()[:16]
    return f"checkout-{consent.pk}-{digest}"


def send_confirmation(consent_id: int) -> str:
    """Mails plan, price, start and how to cancel: the durable medium that consumer law requires.

    Raises MailError.
    """
    consent = Consent.objects.select_related("user").get(pk=consent_id)
    if consent.user is None:
        return "no address to write to"
    send(
        "subscription_confirmed", consent.user.email, language=consent.language, kind="subscription_confirmed",
        user_id=consent.user.pk,
        context={"consent": consent, "price": money(consent.price, consent.language), "days": WITHDRAWAL_DAYS,
                 "base_url": settings.BASE_URL},
    )  # fmt: skip
    return "confirmation sent"


def portal(user: User, *, language: str) -> str | None:
    """Returns the URL of the customer portal; None for a reader without a customer at the primary processor."""
    if not user.billing_customer_id:
        return None
    back = settings.BASE_URL + reverse("accounts:settings")
    return stripe.create_portal(user.billing_customer_id, return_url=back, language=language)


def pays_elsewhere(user: User) -> bool:
    """Whether the running subscription is at the secondary processor, which has its own page to manage it."""
    return Subscription.objects.of(user, Processor.SECONDARY).live().exists() or bool(
        user.tier == User.Tier.PAID and user.billing2_subscription_id
    )
