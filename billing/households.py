"""Whether two readers are one household, which earns one referral reward: by address and by card."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import Referral, User
from billing.events import mapping, word
from billing.models import Processor, Subscription
from billing.processors import stripe
from briefing.core.hashing import keyed_hash


def same_address(referral: Referral) -> bool:
    """Whether the referred address, without its +tag, is the referrer's or earned a reward before."""
    local, domain = _plain(referral.referred)
    if (local, domain) == _plain(referral.referrer):
        return True
    address = "referred__normalised_email"
    plus = Q(**{f"{address}__startswith": f"{local}+"}) & Q(**{f"{address}__endswith": f"@{domain}"})
    return _others(referral).filter(plus | Q(**{address: f"{local}@{domain}"})).exists()


def _plain(user: User) -> tuple[str, str]:
    local, _at, domain = user.normalised_email.rpartition("@")
    return local.partition("+")[0] or local, domain


def _others(referral: Referral) -> QuerySet[Referral]:
    """All referrals that earned or received a reward before this one and that did not lapse."""
    before = Q(converted_at__lt=referral.converted_at or timezone.now()) | Q(credited_at__isnull=False)
    return Referral.objects.filter(before, converted_at__isnull=False, lapsed_at=None).exclude(pk=referral.pk)


def same_card(referral: Referral) -> bool:
    """Whether the referred reader paid with the referrer's card, or with one that earned a reward before.

    Calls the processor once for each card; raises ProcessorError.
    """
    primary = Subscription.objects.filter(processor=Processor.PRIMARY)
    paid = primary.filter(subscription_id=referral.earned_with).first()
    card = _card_of(paid) if paid else ""
    if not card:
        return False
    for row in Subscription.objects.of(referral.referrer, Processor.PRIMARY).live():
        _card_of(row)
    brought = _others(referral).values("referred")
    payers = Q(user=referral.referrer) | Q(user__in=brought)
    return Subscription.objects.filter(payers, card_hash=card).exists()


def _card_of(row: Subscription) -> str:
    if row.card_hash is None:
        try:
            found = stripe.retrieve(row.subscription_id)
        except stripe.ProcessorError as error:
            if not error.missing:
                raise
            found = {}
        row.card_hash = card_hash(found)
        Subscription.objects.filter(pk=row.pk).update(card_hash=row.card_hash)
    return row.card_hash


def card_hash(found: Mapping[str, Any]) -> str:
    """The keyed hash of the card that pays a subscription; "" if the processor names none."""
    card = mapping(mapping(found.get("default_payment_method")).get("card"))
    fingerprint = word(card.get("fingerprint"))
    return keyed_hash("billing.card", fingerprint) if fingerprint else ""
