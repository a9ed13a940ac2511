"""Limits of sign-in codes: for each client, each mailbox, and in total.

A request only meets limits that are equal for known and unknown addresses. Whether an account exists matters
only in the job, which gives no response: part of the total is reserved for accounts, and part of that for
browsers that signed in before, so that a flood of unknown addresses blocks neither.
"""

from datetime import timedelta

import structlog
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import SignInChallenge, User
from briefing.core.addresses import EmailAddress, without_plus
from briefing.core.operations import notices
from briefing.core.web import limits

HOUR = timedelta(hours=1)
CODES_A_CLIENT = 20
CODES_A_MAILBOX_AND_CLIENT = 5
CODES_A_MAILBOX = 15
CODES_A_BROWSER = 5
# The hourly total in shares. A message uses the first share with room, up to the last one it may use.
SHARES = {"everybody": 180, "accounts": 80, "browsers": 40}
WITHOUT = {
    "everybody": "Addresses without an account get none for now; the rest of the total is kept for accounts.",
    "accounts": "Readers get one only in a browser in which they signed in to their account before.",
    "browsers": "Nobody can sign in for now.",
}
REMEDY = (
    "They are free again within an hour. If no such crowd is expected, limit requests to /login at the proxy: somebody"
    " is flooding the form."
)
log = structlog.get_logger(__name__)


def wait_of_client(request: HttpRequest) -> int:
    """Seconds until the client, or a network around it, may request a code; 0 when it may now."""
    return limits.count_client_use("codes-client", request, limit=CODES_A_CLIENT, window=HOUR)


def is_limited(request: HttpRequest, address: EmailAddress, browser: str) -> bool:
    """Whether the mailbox has used up its messages; a known browser has a limit that others cannot use up.

    Plus-addresses are one mailbox, which a stranger could otherwise fill by as many as they can think of.
    """
    if browser:
        over = limits.count_use("codes-browser", browser, limit=CODES_A_BROWSER, window=HOUR)
    else:
        mailbox = without_plus(address.key)
        pair = f"{mailbox} {limits.client_of(request)}"
        over = limits.count_use(
            "codes-pair", pair, limit=CODES_A_MAILBOX_AND_CLIENT, window=HOUR
        ) or limits.count_use("codes-address", mailbox, limit=CODES_A_MAILBOX, window=HOUR)
    if over:
        log.info("sign_in_code_held_back", kind="browser" if browser else "address")
    return bool(over)


def admitted(challenge: SignInChallenge, user: User | None) -> bool:
    """Whether the hourly total allows this message; notifies staff when it is used up."""
    share = "everybody" if user is None else "browsers" if challenge.known_browser else "accounts"
    names = list(SHARES)
    for name in names[: names.index(share) + 1]:
        if not limits.count_use("codes-all", name, limit=SHARES[name], window=HOUR):
            _notify_at_half()
            return True
    log.info("sign_in_code_held_back", kind="total", user_id=user.pk if user else None)
    _notify_staff(
        share, f"Sign-in codes are held back: too many were asked for within an hour. {WITHOUT[share]}"
    )
    return False


def _notify_at_half() -> None:
    total = sum(SHARES.values())
    if sum(limits.used("codes-all", name, window=HOUR) for name in SHARES) * 2 >= total:
        _notify_staff("half", f"Half of the {total} sign-in codes that may be sent within an hour are sent.")


def _notify_staff(what: str, text: str) -> None:
    """Notifies staff, at most once an hour for each subject."""
    if limits.count_use("codes-told", what, limit=1, window=HOUR) == 0:
        subject = f"{what} {timezone.now():%Y-%m-%d %H:%M}"
        notices.notify("sign_in_codes", subject, f"{text} {REMEDY}")
