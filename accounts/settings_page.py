"""The settings page and its actions, one URL each."""

import json
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import structlog
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout as end_session
from django.contrib.auth import update_session_auth_hash
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import access, access_tokens, data, devices, feed_links, pending, referrals, texts_choice
from accounts.models import User
from accounts.passkeys import changing, proofs
from accounts.settings_form import SettingsForm, initial, save
from briefing.core.addresses import AddressError, normalise
from briefing.core.web import cookies, errors, limits

EXPORTS = 10  # an hour
# Parameters from /news, so that the feed offered has the filter of the list that the reader saw.
FEED_FILTER = ("include", "exclude", "headlines", "q")
log = structlog.get_logger(__name__)


def _feed_filter(request: HttpRequest) -> str:
    return urlencode(
        {name: request.GET[name][:200] for name in FEED_FILTER if request.GET.get(name)}, safe=","
    )


def shown(
    request: HttpRequest, form: SettingsForm | None = None, *, status: int = 200, **extra: Any
) -> HttpResponse:
    """Renders the page with the submitted `form` or the stored settings; `extra` is context of one section."""
    user = access.reader_of(request)
    context = {
        "form": form or SettingsForm(initial=initial(user)),
        "status": access.paid_status(access.admitted(request)),
        "account": user,
        "referral_code": referrals.code_of(user),
        "invite_link": referrals.link_of(user),
        "counts": referrals.counts(user),
        "feed_token": feed_links.token_of(user),
        "feed_tone": initial(user)["tone"].lower(),
        "feed_filter": _feed_filter(request),
        "tokens": user.access_tokens.order_by("created_at", "pk"),
        "most_tokens": access_tokens.MOST,
        "passkeys": changing.panel(request, user),
        **extra,
    }
    return render(request, "accounts/settings.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.page(needs_user=True)
def show(request: HttpRequest) -> HttpResponse:
    """Shows and saves the settings; an invalid form is shown again with its errors."""
    user = access.reader_of(request)
    if request.method != "POST":
        return shown(request)
    form = SettingsForm(request.POST)
    if not form.is_valid():
        return shown(request, form, status=400)
    save(user, form.cleaned_data)
    texts_choice.store(request, rules_only=user.rules_only)
    with translation.override(user.lang):
        messages.success(request, _("Your settings are saved."))
    response = redirect("accounts:settings")
    for name, value in ((settings.LANGUAGE_COOKIE_NAME, user.lang), (cookies.TONE, user.tone)):
        response.set_cookie(
            name, value, max_age=settings.LANGUAGE_COOKIE_AGE, samesite="Lax",
            secure=settings.LANGUAGE_COOKIE_SECURE,
        )  # fmt: skip
    return response


def _confirm_first() -> HttpResponse:
    return redirect(reverse("accounts:confirm", query={"next": "/settings#data"}))


@never_cache
@require_safe
@access.page(needs_user=True, requires_acknowledgement=False)
def export(request: HttpRequest) -> HttpResponse:
    """Downloads all of the reader's data as JSON, ten times an hour, after a passkey where one is required."""
    user = access.reader_of(request)
    if not proofs.confirmed(request, user, proofs.needed(user)):
        return _confirm_first()
    if wait := limits.count_use("accounts.export", str(user.pk), limit=EXPORTS, window=timedelta(hours=1)):
        return errors.too_often(request, wait)
    body = json.dumps(data.export(user), indent=2, ensure_ascii=False)
    response = HttpResponse(body, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="market-briefing-{timezone.now():%Y-%m-%d}.json"'
    return response


@never_cache
@require_POST
@access.page(needs_user=True, requires_acknowledgement=False)
def sign_out_everywhere(request: HttpRequest) -> HttpResponse:
    """Ends all other sessions; revokes tokens and the private link too if the box is ticked."""
    user = access.reader_of(request)
    with_keys = request.POST.get("keys") == "revoke"
    User.objects.filter(pk=user.pk).update(session_epoch=F("session_epoch") + 1)
    if with_keys:
        user.revoke_keys()
    user.refresh_from_db()
    update_session_auth_hash(request, user)  # not `login()`: the reader did not authenticate again
    log.info("signed_out_everywhere", user_id=user.pk, keys=with_keys)
    messages.success(
        request,
        _("You are signed out everywhere else. Your tokens and your private link no longer work.")
        if with_keys
        else _("You are signed out everywhere else."),
    )
    response = redirect("accounts:settings")
    devices.remember(request, response, user)  # the new epoch invalidated this browser's cookie too
    return response


@never_cache
@require_POST
@access.page(needs_user=True)
def new_feed_link(request: HttpRequest) -> HttpResponse:
    """Creates the private feed link and invalidates an earlier one."""
    feed_links.renew(access.reader_of(request))
    messages.success(request, _("Your private link is ready. An earlier one no longer works."))
    return _back_to_feeds(request)


@never_cache
@require_POST
@access.page(needs_user=True, requires_acknowledgement=False)
def no_feed_link(request: HttpRequest) -> HttpResponse:
    """Deletes the private feed link."""
    feed_links.switch_off(access.reader_of(request))
    messages.success(request, _("Your feeds are switched off."))
    return _back_to_feeds(request)


def _back_to_feeds(request: HttpRequest) -> HttpResponse:
    kept = _feed_filter(request)
    return redirect(f"{reverse('accounts:settings')}{'?' if kept else ''}{kept}#feeds")


@never_cache
@require_POST
@access.page(needs_user=True, requires_acknowledgement=False)
def delete(request: HttpRequest) -> HttpResponse:
    """Deletes the account if its address was typed correctly."""
    user = access.reader_of(request)
    if not proofs.confirmed(request, user, proofs.needed(user)):
        return _confirm_first()
    typed = request.POST.get("confirm", "").strip()
    error = ""
    if not _is_address_of(user, typed):
        error = _("To delete the account, type your e-mail address exactly as shown above.")
    else:
        try:
            data.delete(user)
        except data.DeletionRefused as reason:
            error = str(reason)
    if error:
        return shown(request, status=400, delete_error=error, typed=typed)
    end_session(request)
    return _deleted(request, user.portfolio_key)


def _deleted(request: HttpRequest, portfolio_key: str) -> HttpResponse:
    """Renders the last page, which removes the reader's data from the browser.

    Clears the storage of the whole site only if no other reader uses this browser (`alone`).
    """
    response = render(request, "accounts/deleted.html", {"portfolio_key": portfolio_key})
    alone = request.POST.get("alone") == "yes"
    response["Clear-Site-Data"] = '"cache", "storage"' if alone else '"cache"'
    pending.clear(response)
    devices.forget(response)
    return response


def _is_address_of(user: User, typed: str) -> bool:
    try:
        return normalise(typed).key == user.normalised_email
    except AddressError:
        return False


@require_safe
@access.page()
def upload(request: HttpRequest) -> HttpResponse:
    return redirect("/settings#import")
