"""Views of signing in and out."""

import structlog
from django.conf import settings
from django.contrib.auth import logout as end_session
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts import access, codes, delivery, devices, pending, signin
from accounts.forms import AcknowledgeForm, SignInForm
from accounts.models import User
from accounts.passkeys import proofs
from accounts.pending import Pending
from accounts.redirects import safe_next
from briefing.core.language import page_language

log = structlog.get_logger(__name__)


def _limited(request: HttpRequest, limited: signin.Limited) -> HttpResponse:
    minutes = max(1, round(limited.retry_after / 60))
    response = render(request, "accounts/limited.html", {"minutes": minutes}, status=429)
    response["Retry-After"] = str(limited.retry_after)
    return response


def _sign_in_page(request: HttpRequest, form: SignInForm, *, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "next": safe_next(request, request.GET.get("next", "")),
        "ref": request.GET.get("ref", "")[:16],
        "ack_version": settings.ACKNOWLEDGEMENT_VERSION,
        "query": request.GET.urlencode(),
    }
    return render(request, "accounts/login.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def login(request: HttpRequest) -> HttpResponse:
    """Requests a code for an address; the response is the same for known and unknown ones."""
    target = safe_next(request, request.GET.get("next", ""))
    if request.method != "POST":
        if request.user.is_authenticated:
            return redirect(target)
        return _sign_in_page(request, SignInForm())
    form = SignInForm(request.POST)
    shown = request.POST.get("lang", "")
    language = shown if shown in dict(settings.LANGUAGES) else page_language()
    with translation.override(language):
        if not form.is_valid():
            return _sign_in_page(request, form, status=400)
        earlier = pending.read(request)
        asked = Pending(
            challenge="", email=form.cleaned_data["email"], ref=request.GET.get("ref", "")[:16], language=language,
            ack_version=settings.ACKNOWLEDGEMENT_VERSION, ack_language=language, next=target, asked_at=0,
        )  # fmt: skip
        return ask_for_code(request, asked, earlier)


def ask_for_code(request: HttpRequest, asked: Pending, earlier: Pending | None) -> HttpResponse:
    """Sends the code and redirects to the page that checks it."""
    try:
        asked = signin.ask(request, asked, replaces=earlier.challenge if earlier else None)
    except signin.Limited as limited:
        return _limited(request, limited)
    response = redirect("accounts:verify")
    pending.write(response, asked)
    return response


def _verify_page(
    request: HttpRequest, waiting: Pending, *, status: int = 200, **context: object
) -> HttpResponse:
    since = int(timezone.now().timestamp()) - waiting.asked_at
    wait = max(0, int(codes.RESEND_AFTER.total_seconds()) - since)
    context |= {"pending": waiting, "resend_in": wait, "delivery": delivery.state(waiting.challenge)}
    return render(request, "accounts/verify.html", context, status=status)


@never_cache
@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
def verify(request: HttpRequest) -> HttpResponse:
    """Checks the code; only in the browser that requested it."""
    waiting = pending.read(request)
    if waiting is None:
        return redirect("accounts:login")
    with translation.override(waiting.language):
        if request.method != "POST":
            return _verify_page(request, waiting)
        try:
            outcome = signin.verify(request, waiting, request.POST.get("code", "")[:64])
        except signin.Limited as limited:
            return _limited(request, limited)
        if outcome.user is None:
            void = outcome.verdict is codes.CodeVerdict.VOID
            return _verify_page(
                request, waiting, status=400, void=void, left=outcome.attempts_left, wrong=not void
            )
    target = safe_next(request, waiting.next)
    response = HttpResponseRedirect(
        reverse("accounts:confirm", query={"next": target}) if outcome.needs_passkey else target
    )
    pending.clear(response)
    if not outcome.needs_passkey:  # otherwise after the passkey, when the reader is signed in
        devices.remember(request, response, outcome.user)
    return response


@never_cache
@require_POST
def resend(request: HttpRequest) -> HttpResponse:
    """Sends another code to the same browser, at least a minute after the last."""
    waiting = pending.read(request)
    if waiting is None:
        return redirect("accounts:login")
    with translation.override(waiting.language):
        if timezone.now().timestamp() - waiting.asked_at < codes.RESEND_AFTER.total_seconds():
            return _verify_page(request, waiting, too_soon=True)
        return ask_for_code(request, waiting, waiting)


@never_cache
@require_POST
def logout(request: HttpRequest) -> HttpResponse:
    """Ends the session; on request, the next page deletes the portfolio from the browser."""
    key = request.user.portfolio_key if request.user.is_authenticated else ""
    if request.user.is_authenticated:
        log.info("signed_out", user_id=request.user.pk)
    end_session(request)
    if key and request.POST.get("portfolio") == "remove":
        response = render(request, "accounts/signed_out.html", {"portfolio_key": key})
        # Not "storage": that would also delete portfolios of other readers of this browser.
        response["Clear-Site-Data"] = '"cache"'
    else:
        response = redirect("/")
    pending.clear(response)
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.page(needs_user=True, requires_acknowledgement=False)
def acknowledge(request: HttpRequest) -> HttpResponse:
    """Asks a signed-in reader to accept changed statements."""
    target = safe_next(request, request.GET.get("next", ""))
    form = AcknowledgeForm(request.POST or None)
    user = access.reader_of(request)
    if request.method == "POST" and form.is_valid():
        signin.acknowledge(user, language=page_language())
        return redirect(target)
    context = {"form": form, "next": target, "ack_version": settings.ACKNOWLEDGEMENT_VERSION}
    return render(
        request, "accounts/acknowledge.html", context, status=400 if request.method == "POST" else 200
    )


@never_cache
def admin_login(request: HttpRequest) -> HttpResponse:
    """Staff sign in like readers and then confirm a passkey where the admin requires it; avoids redirect loops."""
    user = request.user
    if not isinstance(user, User):
        return redirect(f"{settings.LOGIN_URL}?next=/admin/")
    if not user.is_staff:
        return render(request, "accounts/not_staff.html", status=403)
    if proofs.admin_needs_passkey(user) and not proofs.has_admin_passkey(user):
        return render(request, "accounts/passkeys/wanted.html", status=403)
    next_address = safe_next(request, request.GET.get("next", ""))
    target = (
        next_address
        if next_address.startswith("/admin/") and not next_address.startswith("/admin/login/")
        else "/admin/"
    )
    if proofs.admin_open(request, user):
        return redirect(target)
    return redirect(reverse("accounts:confirm", query={"next": target}))
