"""The story of a sign-in: ask for a code, send it, take it, make the session.

A known and an unknown address go the same way: the account is made by the right code, not before.
"""

from dataclasses import dataclass, replace
from datetime import timedelta

import structlog
from django.conf import settings
from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts import code_limits, codes, devices, referrals, texts_choice
from accounts.models import Acknowledgement, SignInChallenge, User
from accounts.passkeys import pending_signin
from accounts.pending import Pending
from briefing.core import jobs, limits, mail
from briefing.core.models import EmailSend

HOUR = timedelta(hours=1)
VERIFICATIONS_A_CLIENT = 30
KIND = "sign_in_code"
log = structlog.get_logger(__name__)


class Limited(Exception):
    """Too often from this client; `retry_after` seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(retry_after)
        self.retry_after = retry_after


def ask(request: HttpRequest, pending: Pending, *, replaces: str | None = None) -> Pending:
    """Opens a challenge for the pending sign-in and asks for its message; Limited for the client alone.

    The other limits stay silent: an answer that told them would tell something about the address.
    """
    if wait := code_limits.wait_of_client(request):
        log.info("sign_in_limited", kind="codes")
        raise Limited(wait)
    browser = devices.known(request, pending.address)
    quiet = code_limits.is_limited(request, pending.address, browser)
    with transaction.atomic():
        challenge = codes.open_challenge(
            pending.address, pending.language, known_browser=bool(browser), replaces=replaces
        )
        if not quiet:
            jobs.enqueue("accounts.send_code", challenge.pk)
    return Pending(
        **{**vars(pending), "challenge": challenge.pk, "asked_at": int(timezone.now().timestamp())}
    )


def send_code(challenge_id: str) -> str:
    """Makes the code and sends it; called by the job, which knows the row's id only.

    Raises MailError; the next try makes another code, so an older message's one no longer works.
    """
    challenge = SignInChallenge.objects.filter(pk=challenge_id, closed_at=None).first()
    if challenge is None or challenge.created_at < timezone.now() - timedelta(minutes=15):
        return "no longer wanted"
    user = User.objects.filter(normalised_email=challenge.normalised_email).first()
    if challenge.sent_at is None and not code_limits.admitted(challenge, user):
        return "too many within an hour"
    context = {
        "code": codes.make_code(challenge),
        "minutes": int(codes.LIFETIME.total_seconds() // 60),
        "base_url": settings.BASE_URL,
    }
    challenge.email_send = mail.send(
        "code",
        # The account's own address, never what was typed: its code goes to its mailbox whatever the look-up did.
        user.email if user else challenge.email,
        language=challenge.language,
        kind=KIND,
        user_id=user.pk if user else None,
        context=context,
    )
    challenge.save(update_fields=["email_send"])
    return "sent"


@dataclass(frozen=True)
class CodeCheck:
    """What a typed code led to; `user` when it was right, signed in unless a passkey is still to come."""

    verdict: codes.CodeVerdict
    attempts_left: int = 0
    user: User | None = None
    needs_passkey: bool = False


def verify(request: HttpRequest, pending: Pending, code: str) -> CodeCheck:
    """Checks the code; a right one makes the account where there is none, and the session."""
    if wait := limits.count_client_use("verify-client", request, limit=VERIFICATIONS_A_CLIENT, window=HOUR):
        log.info("sign_in_limited", kind="attempts")
        raise Limited(wait)
    browser = devices.known(request, pending.address)
    with transaction.atomic():
        # One transaction: a crash after the code was used must not leave a used code and no account.
        outcome = _outcome(pending, code, browser)
        if outcome.user is None:
            return outcome
        if pending.ack_version:
            acknowledge(outcome.user, language=pending.ack_language)
        challenge = SignInChallenge.objects.get(pk=pending.challenge)
        if challenge.email_send_id:
            EmailSend.objects.filter(pk=challenge.email_send_id, user=None).update(user=outcome.user)
    if outcome.user.second_step:
        pending_signin.start(request, outcome.user)
        log.info("sign_in_held", user_id=outcome.user.pk)
        return replace(outcome, needs_passkey=True)
    login(request, outcome.user)
    texts_choice.store(request, rules_only=outcome.user.rules_only)
    log.info("sign_in", user_id=outcome.user.pk, kind="known browser" if browser else "new browser")
    return outcome


def _outcome(pending: Pending, code: str, browser: str) -> CodeCheck:
    """What the code is, with the account that a right one opens."""
    verdict, left = codes.check(pending.challenge, pending.address, code, browser=browser)
    if verdict is not codes.CodeVerdict.RIGHT:
        log.info("sign_in_refused", kind=verdict.value)
        if not browser and codes.locked(pending.address):
            # Whether there is an account to tell of it is found out by the job, where nobody waits for an answer.
            jobs.enqueue("accounts.tell_locked", pending.challenge)
        return CodeCheck(verdict, left)
    user = _account(pending)
    if user.normalised_email != pending.address.key:
        # Found by equality, so this cannot be; if a database ever sees that otherwise, no account opens by it.
        log.error("sign_in_refused", kind="another address", user_id=user.pk)
        return CodeCheck(codes.CodeVerdict.VOID)
    if not user.is_active:
        log.info("sign_in_refused", kind="closed account", user_id=user.pk)
        return CodeCheck(codes.CodeVerdict.VOID)
    return CodeCheck(verdict, user=user)


def _account(pending: Pending) -> User:
    known = User.objects.at(pending.address)
    if known:
        return known
    try:
        with transaction.atomic():
            user = User.objects.create(email=pending.email, lang=pending.language)
            referrals.record(user, pending.ref)
    except IntegrityError:  # another browser was first with the same address
        return User.objects.get(normalised_email=pending.address.key)
    log.info("account_made", user_id=user.pk)
    return user


def notify_locked(challenge_id: str) -> str:
    """Tells the owner of a locked address so, once a day; called by the job. Raises MailError."""
    challenge = SignInChallenge.objects.filter(pk=challenge_id).first()
    user = User.objects.filter(normalised_email=challenge.normalised_email).first() if challenge else None
    if user is None or not user.is_active:
        return "no account"
    if limits.count_use("locked-told", str(user.pk), limit=1, window=codes.DAY):
        return "told today"
    log.warning("sign_in_locked", user_id=user.pk)
    context = {"count": codes.MAX_WRONG_A_DAY, "base_url": settings.BASE_URL}
    try:
        mail.send(
            "locked", user.email, language=user.lang, kind="sign_in_locked", user_id=user.pk, context=context
        )
    except mail.MailError:
        limits.undo_use("locked-told", str(user.pk))
        raise
    return "told"


def acknowledge(user: User, *, language: str) -> None:
    """Writes that the reader accepted the current statements, once."""
    Acknowledgement.objects.get_or_create(
        user=user, version=settings.ACKNOWLEDGEMENT_VERSION, defaults={"lang": language}
    )
