"""The settings' passkey section: add, rename and remove passkeys, and the second-step switch."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import structlog
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import access
from accounts.models import User
from accounts.passkeys import ceremony, proofs, relying_party
from accounts.passkeys import messages as mails
from accounts.passkeys.challenges import PasskeyRefused
from accounts.passkeys.models import Passkey

View = Callable[..., HttpResponse]
BACK = "/settings#passkeys"
log = structlog.get_logger(__name__)
REASONS: dict[str, str | Promise] = {
    "too_many": gettext_lazy("An account has at most ten passkeys: remove one first."),
    "known": gettext_lazy("This passkey is already registered."),
}


def panel(request: HttpRequest, user: User) -> dict[str, Any]:
    proof = proofs.needed_for_passkeys(user)
    return {
        "keys": user.passkeys.order_by("created_at", "pk"),
        "unavailable": relying_party.unavailable(),
        "proof": proof,
        "open": proofs.confirmed(request, user, proof),
        "staff_needs_one": proofs.admin_needs_passkey(user),
        "has_usable": user.passkeys.usable().exists(),
    }


def _changes(view: View) -> View:
    """Wraps a view as a POST by a signed-in reader who recently gave the required proof."""

    @never_cache
    @require_POST
    @access.page(needs_user=True, requires_acknowledgement=False)
    @wraps(view)
    def gated(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = access.reader_of(request)
        if proofs.confirmed(request, user, proofs.needed_for_passkeys(user)):
            return view(request, user, *args, **kwargs)
        if proofs.needed_for_passkeys(user) == "link":
            messages.error(
                request, _("Staff add their first passkey with a one-time link from the operator.")
            )
            return redirect(BACK)
        return HttpResponseRedirect(reverse("accounts:confirm", query={"next": BACK}))

    return gated


@_changes
def options(request: HttpRequest, user: User) -> HttpResponse:
    try:
        return ceremony.registration_options(request, user)
    except PasskeyRefused:
        return JsonResponse({}, status=429)


def _name(request: HttpRequest) -> str:
    typed = " ".join(request.POST.get("name", "").replace("\0", "").split())
    return typed[:60] or _("Passkey")


@_changes
def add(request: HttpRequest, user: User) -> HttpResponse:
    try:
        ceremony.register(
            request, user, request.POST.get("credential", ""), name=_name(request),
            opens_admin=proofs.new_key_opens_admin(request, user),
        )  # fmt: skip
    except PasskeyRefused as refused:
        text = REASONS.get(refused.kind, _("The passkey was not accepted. Please try again."))
        messages.error(request, str(text))
    else:
        messages.success(request, _("The passkey was added."))
    return redirect(BACK)


@_changes
def rename(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    key = get_object_or_404(Passkey, pk=pk, user=user)
    key.name = _name(request)
    key.save(update_fields=["name"])
    messages.success(request, _("The passkey was renamed."))
    return redirect(BACK)


@_changes
def remove(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Removes a passkey, except staff's last one for the admin; removing the last one ends the second step."""
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)  # concurrent removals must not leave none
        key = get_object_or_404(Passkey, pk=pk, user=user)
        if _last_of_staff(user, key):
            log.warning("passkey_removal_refused", kind="last of staff", user_id=user.pk)
            messages.error(
                request, _("This is your last passkey for the admin. Add another one before you remove it.")
            )
            return redirect(BACK)
        key.delete()
        ends = user.second_step and not user.passkeys.usable().exists()
        if ends:
            _switch(user, on=False)
    log.info("passkey_removed", user_id=user.pk)
    mails.queue(user, "removed")
    messages.success(request, _("The passkey was removed."))
    if ends:
        messages.success(request, _("It was the last one: signing in asks for the code alone again."))
    return redirect(BACK)


def _last_of_staff(user: User, key: Passkey) -> bool:
    if not proofs.admin_needs_passkey(user) or not key.opens_admin or key.refused_at:
        return False
    return not user.passkeys.for_admin().exclude(pk=key.pk).exists()


def _switch(user: User, *, on: bool) -> None:
    User.objects.filter(pk=user.pk).update(second_step=on)
    log.info("second_step_on" if on else "second_step_off", user_id=user.pk)
    mails.queue(user, "on" if on else "off")


@_changes
def second_step(request: HttpRequest, user: User) -> HttpResponse:
    on = request.POST.get("on") == "1"
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)
        if on and not user.passkeys.usable().exists():
            messages.error(request, _("Add a passkey first."))
            return redirect(BACK)
        if on != user.second_step:
            _switch(user, on=on)
    done = _("Signing in asks for a passkey from now on.") if on else _("Signing in asks for the code alone.")
    messages.success(request, done)
    return redirect(BACK)
