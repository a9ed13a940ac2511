"""One-time codes: made in the job that sends them, stored as a keyed hash, checked by conditional updates.

Rules: NIST SP 800-63B-4, 3.1.3 (six digits, ten minutes, used once, a new code does not reset the count of
failures); decision 3.1. The cookie carries the row's random id, never a code, a counter or a verdict.
"""

import hmac
import secrets
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

from django.db.models import F
from django.utils import timezone

from accounts.models import SignInChallenge
from briefing.core.addresses import EmailAddress
from briefing.core.hashing import keyed_hash
from briefing.core.web import limits

DIGITS = 6
LIFETIME = timedelta(minutes=10)
MAX_WRONG = 5
MAX_WRONG_A_DAY = 15
MAX_WRONG_A_DAY_AND_BROWSER = 10
RESEND_AFTER = timedelta(seconds=60)
DAY = timedelta(days=1)


class CodeVerdict(Enum):
    """The result of checking a code."""

    RIGHT = "right"
    WRONG = "wrong"
    VOID = "void"  # expired, used, replaced, or tried too often: only a new code helps


def _code_hash(challenge_id: str, code: str) -> str:
    # Not the cookies' key: with that key and the row, all codes can be tried within seconds.
    return keyed_hash("sign-in-code", f"{challenge_id}:{code}")


def open_challenge(
    address: EmailAddress, language: str, *, known_browser: bool = False, replaces: str | None = None
) -> SignInChallenge:
    """Creates a row without a code and closes `replaces`, the earlier one of the same cookie."""
    if replaces:
        SignInChallenge.objects.filter(pk=replaces, closed_at=None).update(closed_at=timezone.now())
    return SignInChallenge.objects.create(
        id=secrets.token_urlsafe(32), email=address.mail, normalised_email=address.key, language=language,
        known_browser=known_browser,
    )  # fmt: skip


def make_code(challenge: SignInChallenge) -> str:
    """Makes the code, stores its hash and starts its ten minutes; called by the job that sends it."""
    code = f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"
    now = timezone.now()
    challenge.code_hash, challenge.sent_at, challenge.expires_at = (
        _code_hash(challenge.pk, code),
        now,
        now + LIFETIME,
    )
    challenge.save(update_fields=["code_hash", "sent_at", "expires_at"])
    return code


@dataclass(frozen=True)
class DaysFailures:
    """Counter of wrong codes in a day: for one known browser, or for all unknown browsers together."""

    address: EmailAddress
    browser: str = ""

    def count(self) -> bool:
        """Counts one failure; False when the limit is exceeded."""
        limit = MAX_WRONG_A_DAY_AND_BROWSER if self.browser else MAX_WRONG_A_DAY
        return not limits.count_use(self._scope, self._key, limit=limit, window=DAY)

    def give_back(self) -> None:
        limits.undo_use(self._scope, self._key)

    @property
    def _scope(self) -> str:
        return "wrong-code-browser" if self.browser else "wrong-code"

    @property
    def _key(self) -> str:
        return self.browser or self.address.key


def locked(address: EmailAddress) -> bool:
    """Whether unknown browsers have used up the address's wrong codes of the day."""
    return limits.used("wrong-code", address.key, window=DAY) >= MAX_WRONG_A_DAY


def check(
    challenge_id: str, address: EmailAddress, code: str, *, browser: str = ""
) -> tuple[CodeVerdict, int]:
    """Returns the verdict and the attempts left. Counts before checking, so parallel requests gain no attempts."""
    row = SignInChallenge.objects.filter(pk=challenge_id, normalised_email=address.key).first()
    failures = DaysFailures(address, browser)
    if row is None or not failures.count():
        return CodeVerdict.VOID, 0
    now = timezone.now()
    alive = SignInChallenge.objects.filter(pk=challenge_id, closed_at=None, expires_at__gt=now)
    if not alive.filter(attempts__lt=MAX_WRONG).update(attempts=F("attempts") + 1):
        failures.give_back()
        return CodeVerdict.VOID, 0
    digits = "".join(character for character in code if character.isdecimal() and character.isascii())
    if hmac.compare_digest(row.code_hash, _code_hash(row.pk, digits)):
        failures.give_back()
        # Of two concurrent requests with the right code, only one updates the row.
        used = alive.update(closed_at=now)
        return (CodeVerdict.RIGHT, 0) if used else (CodeVerdict.VOID, 0)
    row.refresh_from_db(fields=["attempts"])
    left = max(0, MAX_WRONG - row.attempts)
    return (CodeVerdict.WRONG, left) if left else (CodeVerdict.VOID, 0)
