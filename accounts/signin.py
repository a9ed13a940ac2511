"""Sign-in: requests a code, sends it, checks it and starts the session.

Known and unknown addresses take the same path: the account is made after the right code, not before.
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
from briefing.core.models import EmailSend
from briefing.core.outside import mail
from briefing.core.web import limits
from briefing.core.work import jobs

HOUR = timedelta(hours=1)
VERIFICATIONS_A_CLIENT = 30
KIND = "sign_in_code"
log = structlog.get_logger(__name__)


class Limited(Exception):
    """The client exceeded its limit; `retry_after` in seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(retry_after)
        self.retry_after = retry_after


def ask(request: HttpRequest, pending: Pending, *, replaces: str | None = None) -> Pending:
    """Opens a challenge for the pending sign-in and queues its message; Limited for the client's limit.

    The other limits are silent: reporting them would reveal something about the address.
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
    """Makes the code and sends it; called by the job, which has only the row's id.

    Raises MailError; a retry makes a new code and invalidates the earlier message's.
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
        # The account's stored address, not the typed one: a code for an account only goes to its mailbox.
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
    """The result of a code; `user` is set for a right one, signed in unless `needs_passkey`."""

    verdict: codes.CodeVerdict
    attempts_left: int = 0
    user: User | None = None
    needs_passkey: bool = False


def verify(request: HttpRequest, pending: Pending, code: str) -> CodeCheck:
    """Checks the code; a right one creates a missing account and starts the session."""
    if wait := limits.count_client_use("verify-client", request, limit=VERIFICATIONS_A_CLIENT, window=HOUR):
        log.info("sign_in_limited", kind="attempts")
        raise Limited(wait)
    browser = devices.known(request, pending.address)
    with transaction.atomic():
        # One transaction: a crash must not leave a used code without an account.
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
    """The code's verdict, with the account for a right one."""
    verdict, left = codes.check(pending.challenge, pending.address, code, browser=browser)
    if verdict is not codes.CodeVerdict.RIGHT:
        log.info("sign_in_refused", kind=verdict.value)
        if not browser and codes.locked(pending.address):
            # The job looks the account up: here, the response time would reveal whether it exists.
            jobs.enqueue("accounts.tell_locked", pending.challenge)
        return CodeCheck(verdict, left)
    user = _account(pending)
    if user.normalised_email != pending.address.key:
        # Accounts are found by equality; this guards against a database collation that compares otherwise.
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
    except IntegrityError:  # a concurrent request created the account
        return User.objects.get(normalised_email=pending.address.key)
    log.info("account_made", user_id=user.pk)
    return user


def notify_locked(challenge_id: str) -> str:
    """E-mails the owner of a locked address, once a day; called by the job. Raises MailError."""
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
    """Records once that the reader accepted the current statements."""
    Acknowledgement.objects.get_or_create(
        user=user, version=settings.ACKNOWLEDGEMENT_VERSION, defaults={"lang": language}
    )
