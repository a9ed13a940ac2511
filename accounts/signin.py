"""The story of a sign-in: ask for a code, send it, take it, make the session.

A known and an unknown address go the same way: the account is made by the right code, not before.
"""

import unicodedata
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts import codes, referrals
from accounts.models import Acknowledgement, SignInChallenge, User
from accounts.pending import Pending
from briefing.core import jobs, limits, mail
from briefing.core.models import EmailSend

HOUR = timedelta(hours=1)
CODES_A_CLIENT = 20
CODES_AN_ADDRESS_AND_CLIENT = 5
CODES_AN_ADDRESS = 15
CODES_IN_ALL = 300
VERIFICATIONS_A_CLIENT = 30
KIND = "sign_in_code"


class Limited(Exception):
    """Too often from this client; `retry_after` seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(retry_after)
        self.retry_after = retry_after


def clean_address(typed: str) -> str:
    """The address, trimmed, its domain in lower case; ValidationError when it is none."""
    address = unicodedata.normalize("NFKC", typed).strip()
    if len(address) > 254 or any(unicodedata.category(character).startswith("C") for character in address):
        raise ValidationError("invalid")
    EmailValidator()(address)
    local, _, domain = address.rpartition("@")
    return f"{local}@{domain.lower()}"


def ask(request: HttpRequest, pending: Pending, *, replaces: str | None = None) -> Pending:
    """Opens a challenge for the pending sign-in and asks for its message; Limited for the client alone.

    The other limits stay silent: an answer that told them would tell something about the address.
    """
    client, address = limits.client_of(request), pending.email.lower()
    if wait := limits.take("codes-client", client, limit=CODES_A_CLIENT, window=HOUR):
        raise Limited(wait)
    quiet = (
        limits.take("codes-pair", f"{address} {client}", limit=CODES_AN_ADDRESS_AND_CLIENT, window=HOUR)
        or limits.take("codes-address", address, limit=CODES_AN_ADDRESS, window=HOUR)
        or limits.take("codes-all", "all", limit=CODES_IN_ALL, window=HOUR)
    )
    with transaction.atomic():
        challenge = codes.open_challenge(pending.email, pending.language, replaces=replaces)
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
    code = codes.make_code(challenge)
    user = User.objects.filter(email__iexact=challenge.email).first()
    context = {
        "code": code,
        "minutes": int(codes.LIFETIME.total_seconds() // 60),
        "base_url": settings.BASE_URL,
    }
    challenge.email_send = mail.send(
        "code",
        challenge.email,
        language=challenge.language,
        kind=KIND,
        user_id=user.pk if user else None,
        context=context,
    )
    challenge.save(update_fields=["email_send"])
    return "sent"


@dataclass(frozen=True)
class Outcome:
    """What a typed code led to; `user` when it was right."""

    verdict: codes.Verdict
    attempts_left: int = 0
    user: User | None = None


def verify(request: HttpRequest, pending: Pending, code: str) -> Outcome:
    """Checks the code; a right one makes the account where there is none, and the session."""
    client = limits.client_of(request)
    if wait := limits.take("verify-client", client, limit=VERIFICATIONS_A_CLIENT, window=HOUR):
        raise Limited(wait)
    with transaction.atomic():
        # One transaction: a crash after the code was used must not leave a used code and no account.
        verdict, left = codes.check(pending.challenge, code)
        if verdict is not codes.Verdict.RIGHT:
            return Outcome(verdict, left)
        user = _account(pending)
        if not user.is_active:
            return Outcome(codes.Verdict.VOID)
        acknowledge(user, language=pending.ack_language)
        challenge = SignInChallenge.objects.get(pk=pending.challenge)
        if challenge.email_send_id:
            EmailSend.objects.filter(pk=challenge.email_send_id, user=None).update(user=user)
    login(request, user)
    return Outcome(verdict, user=user)


def _account(pending: Pending) -> User:
    known = User.objects.filter(email__iexact=pending.email).first()
    if known:
        return known
    try:
        with transaction.atomic():
            user = User.objects.create(email=pending.email, lang=pending.language)
            referrals.record(user, pending.ref)
            return user
    except IntegrityError:  # another browser was first with the same address
        return User.objects.get(email__iexact=pending.email)


def acknowledge(user: User, *, language: str) -> None:
    """Writes that the reader accepted the current statements, once."""
    Acknowledgement.objects.get_or_create(
        user=user, version=settings.ACKNOWLEDGEMENT_VERSION, defaults={"lang": language}
    )
