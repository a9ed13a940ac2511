"""Referral codes, the referrals made with them, and their counts."""

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import Referral, User

# No 0, O, 1, I or L: a code is also read aloud and typed.
ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
LENGTH = 8
REWARD_RUNS = timedelta(days=92)  # 50 % off for three months (specification 3)


def code_of(user: User) -> str:
    """The reader's code, created at the first call."""
    while not user.referral_code:
        code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        try:
            with transaction.atomic():
                User.objects.filter(pk=user.pk, referral_code=None).update(referral_code=code)
        except IntegrityError:
            continue  # the code is taken: try another
        user.refresh_from_db(fields=["referral_code"])
    return user.referral_code


def link_of(user: User) -> str:
    return f"{settings.BASE_URL}{reverse('accounts:login')}?ref={code_of(user)}"


def record(referred: User, code: str) -> None:
    """Records who referred a new reader; unknown codes and the reader's own are ignored."""
    cleaned = code.strip().upper()
    if len(cleaned) != LENGTH:
        return
    referrer = User.objects.filter(referral_code=cleaned, is_active=True).exclude(pk=referred.pk).first()
    if referrer is None:
        return
    Referral.objects.get_or_create(referred=referred, defaults={"referrer": referrer})
    User.objects.filter(pk=referred.pk).update(referred_by_user=referrer)


@dataclass(frozen=True)
class ReferralCounts:
    """A reader's referrals by state."""

    pending: int
    converted: int
    active_credits: int


def counts(user: User) -> ReferralCounts:
    """Pending: joined, not paid yet. Converted: paid. Active credits: rewards applied in the last three months.

    Lapsed referrals are not counted.
    """
    made = Referral.objects.filter(referrer=user, lapsed_at=None)
    return ReferralCounts(
        pending=made.filter(converted_at=None).count(),
        converted=made.exclude(converted_at=None).count(),
        active_credits=made.filter(credited_at__gt=timezone.now() - REWARD_RUNS).count(),
    )
