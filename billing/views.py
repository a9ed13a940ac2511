"""Pages of billing: prices, results of a payment, managing and withdrawing."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import access
from billing import checkout, withdrawal
from billing.api_views import begin, count, portal_address
from billing.contracts import Contract, contracts_of
from billing.plans import ANNUAL, MONTHLY, PLANS, WITHDRAWAL_DAYS, money
from briefing.core.api import Problem
from briefing.core.language import page_language

# Credit also gives access, but does not show that the payment arrived.
SUBSCRIBED = ("trial", "subscription")
View = Callable[[HttpRequest], HttpResponse]


def while_enabled(view: View) -> View:
    """Raises Http404 while subscriptions are switched off."""

    @wraps(view)
    def gated(request: HttpRequest) -> HttpResponse:
        if not settings.SUBSCRIPTIONS_ENABLED:
            raise Http404
        return view(request)

    return gated


def _prices(request: HttpRequest, *, status: int = 200, **extra: Any) -> HttpResponse:
    who = access.identity(request)
    user = who.user if who else None
    context = {
        "reader": user,
        "paid": bool(user and user.tier == user.Tier.PAID),
        "monthly_price": money(MONTHLY.price, page_language()),
        "annual_price": money(ANNUAL.price, page_language()),
        "trial_days": 0 if user and checkout.had_trial(user) else ANNUAL.trial_days,
        "withdrawal_days": WITHDRAWAL_DAYS,
        "sign_in_url": f"{settings.LOGIN_URL}?next={reverse('billing:pricing')}",
        **extra,
    }
    return render(request, "billing/pricing.html", context, status=status)


@never_cache
@while_enabled
@require_http_methods(["GET", "HEAD", "POST"])
def pricing(request: HttpRequest) -> HttpResponse:
    """Shows the prices; a POST is the order form of a browser without JavaScript."""
    return _order(request) if request.method == "POST" else _prices(request)


@access.page(needs_user=True)
def _order(request: HttpRequest) -> HttpResponse:
    if request.POST.get("consent") != "on":
        return _prices(request, status=400, error=_("Tick the box above the buttons first."))
    if request.POST.get("cadence") not in PLANS:
        return _prices(request, status=400, error=_("Choose one of the two plans."))
    try:
        count(request, "checkout")
        url = begin(request, request.POST["cadence"])
    except Problem as problem:
        return _refused(_prices(request, status=problem.status, error=problem.detail), problem)
    return _redirect(request, url)


def _refused(response: HttpResponse, problem: Problem) -> HttpResponse:
    if problem.retry_after is not None:
        response["Retry-After"] = str(problem.retry_after)
    return response


def _redirect(request: HttpRequest, url: str) -> HttpResponse:
    """Renders a page that redirects: the policy `form-action` blocks a redirect to the processor after a form."""
    return render(request, "billing/onward.html", {"url": url})


@never_cache
@while_enabled
@require_safe
@access.page(needs_user=True)
def done(request: HttpRequest) -> HttpResponse:
    """The page after paying: waits for the webhook, then confirms the access."""
    status = access.paid_status(access.admitted(request))
    return render(request, "billing/done.html", {"subscribed": status.source in SUBSCRIBED})


@never_cache
@while_enabled
@require_safe
def cancelled(request: HttpRequest) -> HttpResponse:
    return render(request, "billing/cancelled.html")


@never_cache
@while_enabled
@require_POST
@access.page(needs_user=True, requires_acknowledgement=False)
def manage(request: HttpRequest) -> HttpResponse:
    """Redirects to the processor's portal, for browsers without JavaScript."""
    try:
        count(request, "portal")
        return _redirect(request, portal_address(request))
    except Problem as problem:
        page = render(request, "billing/unmanaged.html", {"error": problem.detail}, status=problem.status)
        return _refused(page, problem)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.page(needs_user=True, requires_acknowledgement=False)
def withdraw(request: HttpRequest) -> HttpResponse:
    """The withdrawal function: statement, confirmation and receipt. Available even when subscriptions are off."""
    user = access.reader_of(request)
    contracts = contracts_of(user)
    shown = [contract for contract in contracts if contract.is_open or contract.withdrawal] or contracts[:1]
    if request.method != "POST":
        return render(request, "billing/withdraw.html", {"contracts": shown, "account": user})
    contract = _chosen(request.POST.get("contract", ""), shown)
    if contract is None or not (contract.is_open or contract.withdrawal):
        return render(request, "billing/withdraw.html", {"contracts": shown, "account": user}, status=409)
    withdrawal.declare(user, contract, language=page_language())
    return redirect("billing:withdraw")


def _chosen(named: str, contracts: list[Contract]) -> Contract | None:
    """The contract that the form names; the only one if it names none."""
    if not named and len(contracts) == 1:
        return contracts[0]
    return next((found for found in contracts if str(found.subscription.pk) == named), None)
