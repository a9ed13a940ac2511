"""Registers and verifies passkeys (WebAuthn Level 3, 7.1 and 7.2).

Each challenge is a row that is deleted before its answer is checked, so that no answer can be replayed.
"""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import TYPE_CHECKING, Any

import structlog
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import User
from accounts.passkeys import messages, relying_party
from accounts.passkeys.challenges import PasskeyRefused, keep, open_challenge, use_challenge
from accounts.passkeys.models import Passkey, PasskeyChallenge
from briefing.core.lazy_module import LazyModule
from briefing.core.operations import notices

if TYPE_CHECKING:
    import webauthn
    from webauthn import helpers
    from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
    from webauthn.helpers import structs
else:
    webauthn, helpers, structs = (
        LazyModule("webauthn"),
        LazyModule("webauthn.helpers"),
        LazyModule("webauthn.helpers.structs"),
    )

MOST_KEYS = 10
TIMEOUT_MS = 120_000
CREDENTIAL_ID = re.compile(r"[A-Za-z0-9_-]{1,1364}")
log = structlog.get_logger(__name__)


def registration_options(request: HttpRequest, user: User) -> HttpResponse:
    """Returns the options of `navigator.credentials.create()` as JSON; limited as `open_challenge` is."""
    challenge = open_challenge(request, user, "register")
    options = webauthn.generate_registration_options(
        rp_id=relying_party.rp_id(),
        rp_name=relying_party.NAME,
        user_id=user.pk.to_bytes(8),
        user_name=user.email,
        challenge=bytes(challenge.challenge),
        timeout=TIMEOUT_MS,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.PREFERRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=_descriptors(Passkey.objects.filter(user=user)),
    )
    return _response(options, challenge)


def use_options(request: HttpRequest, user: User) -> HttpResponse:
    """Returns the options of `navigator.credentials.get()` as JSON."""
    challenge = open_challenge(request, user, "use")
    options = webauthn.generate_authentication_options(
        rp_id=relying_party.rp_id(),
        challenge=bytes(challenge.challenge),
        timeout=TIMEOUT_MS,
        allow_credentials=_descriptors(Passkey.objects.usable().filter(user=user)),
        user_verification=structs.UserVerificationRequirement.REQUIRED,
    )
    return _response(options, challenge)


def _response(options: Any, challenge: PasskeyChallenge) -> HttpResponse:
    response = HttpResponse(webauthn.options_to_json(options), content_type="application/json")
    keep(response, challenge)
    return response


def _descriptors(keys: Any) -> list[structs.PublicKeyCredentialDescriptor]:
    return [
        structs.PublicKeyCredentialDescriptor(
            id=helpers.base64url_to_bytes(key.credential_id),
            transports=[structs.AuthenticatorTransport(name) for name in key.transports],
        )
        for key in keys.order_by("pk")
    ]


def register(request: HttpRequest, user: User, answer: str, *, name: str, opens_admin: bool) -> Passkey:
    """Verifies the answer and stores its passkey; raises PasskeyRefused if it is invalid."""
    try:
        challenge = use_challenge(request, user, "register")
        sent = _read(answer)
        verified = _verified(webauthn.verify_registration_response, sent, challenge)
        # The library does not compare them. The authenticator's id may be longer than any that `_read` lets in.
        if helpers.bytes_to_base64url(verified.credential_id) != sent["id"]:
            raise PasskeyRefused("another id")
        known = [transport.value for transport in structs.AuthenticatorTransport]
        given = sent["response"].get("transports")
        key = Passkey(
            user=user,
            credential_id=sent["id"],
            public_key=verified.credential_public_key,
            sign_count=verified.sign_count,
            transports=[each for each in known if each in given] if isinstance(given, list) else [],
            name=name,
            opens_admin=opens_admin,
            backup_eligible=verified.credential_device_type == structs.CredentialDeviceType.MULTI_DEVICE,
            backed_up=verified.credential_backed_up,
        )
        _store(key, user)
    except PasskeyRefused as refused:
        log.warning("passkey_refused", kind=f"register: {refused.kind}", user_id=user.pk)
        raise
    log.info("passkey_registered", kind="admin" if opens_admin else "reader", user_id=user.pk)
    messages.queue(user, "added")
    return key


def _store(key: Passkey, user: User) -> None:
    try:
        with transaction.atomic():
            User.objects.select_for_update().get(pk=user.pk)  # makes a concurrent registration wait
            if Passkey.objects.filter(user=user).count() >= MOST_KEYS:
                raise PasskeyRefused("too_many")
            key.save()
    except IntegrityError:
        raise PasskeyRefused("known") from None


def use(request: HttpRequest, user: User, answer: str) -> Passkey:
    """Verifies the answer and returns the reader's passkey; raises PasskeyRefused if it is invalid."""
    try:
        challenge = use_challenge(request, user, "use")
        sent = _read(answer)
        key = Passkey.objects.usable().filter(user=user, credential_id=str(sent.get("id"))).first()
        if key is None:
            raise PasskeyRefused("unknown")
        # The library compares counters before the signature, so that anyone could make a valid passkey look
        # copied. It is given zero, and `_count` compares the counter afterwards.
        verified = _verified(
            webauthn.verify_authentication_response, sent, challenge,
            credential_public_key=bytes(key.public_key), credential_current_sign_count=0,
        )  # fmt: skip
        _count(key, verified, opened_at=challenge.created_at)
    except PasskeyRefused as refused:
        log.warning("passkey_refused", kind=f"use: {refused.kind}", user_id=user.pk)
        raise
    log.info("passkey_used", user_id=user.pk)
    return key


def _read(answer: str) -> dict[str, Any]:
    try:
        sent = json.loads(answer[: 2**16])
    except (ValueError, RecursionError):
        raise PasskeyRefused("malformed") from None
    if not isinstance(sent, dict) or not isinstance(sent.get("response"), dict):
        raise PasskeyRefused("malformed")
    if not CREDENTIAL_ID.fullmatch(str(sent.get("id"))):  # it goes into a query, and PostgreSQL refuses NUL
        raise PasskeyRefused("malformed")
    return sent


def _verified(verify: Any, sent: dict[str, Any], challenge: PasskeyChallenge, **more: Any) -> Any:
    """Calls the library's verification; a wrong origin, which a wrong `BASE_URL` causes, is reported separately."""
    try:
        client = helpers.parse_client_data_json(
            helpers.base64url_to_bytes(sent["response"]["clientDataJSON"])
        )
        if client.origin != relying_party.origin() or client.cross_origin:
            raise PasskeyRefused("origin")
        return verify(
            credential=sent,
            expected_challenge=bytes(challenge.challenge),
            expected_rp_id=relying_party.rp_id(),
            expected_origin=relying_party.origin(),
            require_user_verification=True,
            **more,
        )
    except PasskeyRefused:
        raise
    except (
        Exception
    ):  # malformed input raises many kinds of exceptions, from the library and from its dependencies
        raise PasskeyRefused("answer") from None


def _count(key: Passkey, verified: VerifiedAuthentication, *, opened_at: datetime) -> None:
    """Raises the counter in one update, so that of two answers with the same counter only the first counts."""
    if (verified.credential_device_type == structs.CredentialDeviceType.MULTI_DEVICE) != key.backup_eligible:
        raise PasskeyRefused("backup_flag")  # fixed for an authenticator (WebAuthn, 7.2, step 19)
    grown = Q(sign_count__lt=verified.new_sign_count)
    if verified.new_sign_count == 0:
        grown = Q(sign_count=0)  # authenticators that do not count, mostly synced ones
    now = timezone.now()
    if Passkey.objects.filter(grown, pk=key.pk, refused_at=None).update(
        sign_count=verified.new_sign_count, last_used_at=now, backed_up=verified.credential_backed_up
    ):
        return
    # Two authenticators have the key. Refusing only this answer would let the copy count until it is ahead. But of
    # two challenges open at once, as in two tabs, the earlier signature may arrive second: no sign of a copy.
    overtaken = Q(sign_count__gt=verified.new_sign_count, last_used_at__gt=opened_at)
    if Passkey.objects.filter(~overtaken, pk=key.pk, refused_at=None).update(refused_at=now):
        notices.notify(
            "passkey_copied", str(key.pk),
            f"A passkey of account {key.user_id} answered with a counter that had not grown: it may have been "
            "copied, and is refused from now on. Its owner was told by e-mail.",
        )  # fmt: skip
        messages.queue(key.user, "refused")
    raise PasskeyRefused("counter")
