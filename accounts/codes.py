"""One-time codes: made in the job that sends them, kept as a keyed hash, checked by conditional updates.

Rules: NIST SP 800-63B-4, 3.1.3 (six digits, ten minutes, used once, a new code does not reset the count of
failures); decision 3.1. The cookie carries the row's random id, never a code, a counter or a verdict.
"""

import hmac
import secrets
from datetime import timedelta
from enum import Enum
from hashlib import sha256

from django.conf import settings
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import SignInChallenge
from briefing.core import limits

DIGITS = 6
LIFETIME = timedelta(minutes=10)
MAX_WRONG = 5
MAX_WRONG_A_DAY = 15
RESEND_AFTER = timedelta(seconds=60)
DAY = timedelta(days=1)


class Verdict(Enum):
    """What a typed code was."""

    RIGHT = "right"
    WRONG = "wrong"
    VOID = "void"  # expired, used, replaced, or tried too often: only a new code helps


def _code_hash(challenge_id: str, code: str) -> str:
    # Its own key, not the cookies': a leaked cookie key must not make the table of codes searchable.
    key = salted_hmac("accounts.codes.key", settings.SECRET_KEY, algorithm="sha256").digest()
    return hmac.new(key, f"{challenge_id}:{code}".encode(), sha256).hexdigest()


def open_challenge(email: str, language: str, *, replaces: str | None = None) -> SignInChallenge:
    """A new row without a code; the earlier one of the same cookie, and only that, is closed."""
    if replaces:
        SignInChallenge.objects.filter(pk=replaces, closed_at=None).update(closed_at=timezone.now())
    return SignInChallenge.objects.create(id=secrets.token_urlsafe(32), email=email, language=language)


def make_code(challenge: SignInChallenge) -> str:
    """Makes the code, stores its hash, starts its ten minutes; called by the job that sends it."""
    code = f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"
    now = timezone.now()
    challenge.code_hash, challenge.sent_at, challenge.expires_at = (
        _code_hash(challenge.pk, code),
        now,
        now + LIFETIME,
    )
    challenge.save(update_fields=["code_hash", "sent_at", "expires_at"])
    return code


def check(challenge_id: str, code: str) -> tuple[Verdict, int]:
    """Verdict and attempts left. Each attempt is counted before it is judged, so parallel ones cannot cheat."""
    row = SignInChallenge.objects.filter(pk=challenge_id).first()
    if row is None:
        return Verdict.VOID, 0
    if limits.take("wrong-code", row.email.lower(), limit=MAX_WRONG_A_DAY, window=DAY):
        return Verdict.VOID, 0
    now = timezone.now()
    alive = SignInChallenge.objects.filter(pk=challenge_id, closed_at=None, expires_at__gt=now)
    if not alive.filter(attempts__lt=MAX_WRONG).update(attempts=F("attempts") + 1):
        limits.give_back("wrong-code", row.email.lower())
        return Verdict.VOID, 0
    digits = "".join(character for character in code if character.isdecimal() and character.isascii())
    if hmac.compare_digest(row.code_hash, _code_hash(row.pk, digits)):
        limits.give_back("wrong-code", row.email.lower())
        used = alive.update(closed_at=now)  # of two requests with the right code, one changes the row
        return (Verdict.RIGHT, 0) if used else (Verdict.VOID, 0)
    row.refresh_from_db(fields=["attempts"])
    left = max(0, MAX_WRONG - row.attempts)
    return (Verdict.WRONG, left) if left else (Verdict.VOID, 0)
