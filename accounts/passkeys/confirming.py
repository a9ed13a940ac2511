"""Confirmation page: the second step of a sign-in, and the fresh proof before irreversible actions."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.passkeys import ceremony, links, pending_signin, proofs, relying_party
from accounts.passkeys.challenges import PasskeyRefused
from accounts.passkeys.models import Passkey
from accounts.pending import Pending
from accounts.redirects import safe_next
from accounts.views import ask_for_code
from briefing.core.language import page_language


def _page(request: HttpRequest, user: User, *, status: int = 200, refused: str = "") -> HttpResponse:
    is_pending = not request.user.is_authenticated
    context = {
        "held": is_pending,
        "refused": refused,
        "next": safe_next(request, request.GET.get("next", "")),
        "unavailable": relying_party.unavailable(),
        "has_passkey": Passkey.objects.usable().filter(user=user).exists(),
        "code_is_enough": not is_pending and proofs.needed(user) == "code",
        "minutes": int(proofs.FRESH.total_seconds() // 60),
    }
    return render(request, "accounts/passkeys/confirm.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest) -> HttpResponse:
    """Asks for a passkey, or for a new code where that is enough; then redirects to `next`."""
    user = pending_signin.account_of(request)
    if user is None:
        return redirect("accounts:login")
    if request.method != "POST":
        return _page(request, user)
    try:
        key = ceremony.use(request, user, request.POST.get("credential", ""))
    except PasskeyRefused as refused:
        return _page(request, user, status=400, refused=refused.kind)
    response = redirect(safe_next(request, request.GET.get("next", "")))
    pending_signin.finish(request, response, user)
    proofs.passkey_given(request, key)
    return response


@never_cache
@require_POST
def options(request: HttpRequest) -> HttpResponse:
    user = pending_signin.account_of(request)
    if user is None:
        return JsonResponse({}, status=401)
    try:
        return ceremony.use_options(request, user)
    except PasskeyRefused:
        return JsonResponse({}, status=429)


@never_cache
@require_POST
def send_code(request: HttpRequest) -> HttpResponse:
    """Sends a new code to the signed-in reader's address; entering it redirects to `next`."""
    user = request.user
    if not isinstance(user, User):
        return redirect("accounts:login")
    language = page_language()
    # Version 0: this page shows no terms, so nothing is accepted.
    pending = Pending(
        challenge="", email=user.email, ref="", language=language, ack_version=0, ack_language=language,
        next=safe_next(request, request.GET.get("next", "")), asked_at=0,
    )  # fmt: skip
    return ask_for_code(request, pending, None)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest) -> HttpResponse:
    """An operator's one-time link, which replaces a passkey once, after the code. Only a POST uses it up."""
    user = pending_signin.account_of(request)
    response: HttpResponse
    if user is None:
        response = HttpResponseRedirect(reverse("accounts:login", query={"next": request.get_full_path()}))
    elif request.method != "POST":
        response = _link_page(request)
    elif links.use(user, request.POST.get("token", "")[:100]):
        response = redirect("/settings#passkeys")
        pending_signin.finish(request, response, user)
        proofs.link_given(request)
    else:
        response = _link_page(request, status=400)
    # Not "no-referrer": forms of such a page send "Origin: null", which the CSRF check refuses.
    response["Referrer-Policy"] = "same-origin"
    return response


def _link_page(request: HttpRequest, *, status: int = 200) -> HttpResponse:
    token = request.POST.get("token") or request.GET.get("token", "")
    context = {"token": token[:100], "refused": status != 200}
    return render(request, "accounts/passkeys/link.html", context, status=status)
