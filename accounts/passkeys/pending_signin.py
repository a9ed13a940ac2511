"""A sign-in between its code and its passkey: the session names the reader but grants nothing."""

from datetime import timedelta

import structlog
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare

from accounts import devices, texts_choice
from accounts.models import User
from accounts.passkeys import proofs

KEY = "second_step"
log = structlog.get_logger(__name__)
LASTS = timedelta(minutes=10)


def start(request: HttpRequest, user: User) -> None:
    """Ends any session and records that this reader entered the right code."""
    request.session.flush()
    request.session[KEY] = {
        "user": user.pk,
        "hash": user.get_session_auth_hash(),
        "at": proofs.seconds(),
    }


def pending_reader(request: HttpRequest) -> User | None:
    """Returns the reader whose passkey is pending; None after ten minutes or after "sign out everywhere"."""
    waiting = request.session.get(KEY)
    if not isinstance(waiting, dict) or proofs.seconds() - waiting["at"] >= LASTS.total_seconds():
        return None
    user = User.objects.filter(pk=waiting["user"], is_active=True).first()
    if user is None or not constant_time_compare(waiting["hash"], user.get_session_auth_hash()):
        return None
    return user


def account_of(request: HttpRequest) -> User | None:
    """Returns the signed-in reader, or the one whose sign-in is pending."""
    if isinstance(request.user, User) and request.user.is_active:
        return request.user
    return pending_reader(request)


def finish(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Completes a pending sign-in by creating its session; does nothing without one."""
    waiting = request.session.pop(KEY, None)
    if not waiting or request.user.is_authenticated:
        return
    login(request, user)
    texts_choice.store(request, rules_only=user.rules_only)
    request.session[proofs.CODE_AT] = waiting["at"]  # the time of the code, not of the passkey
    devices.remember(request, response, user)
    log.info("sign_in", user_id=user.pk, kind="second step")
