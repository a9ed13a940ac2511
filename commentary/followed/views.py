"""The page on which a reader chooses the events of one figure, and the forms of the settings."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts import access
from briefing.core.language import page_language
from briefing.core.web.errors import NotFound
from commentary.followed import choices
from commentary.followed.forms import DeliveryForm
from commentary.followed.models import FIGURE_KINDS
from commentary.mailing import unsubscribing
from commentary.mailing.views import by_link
from indicators.groups import RowConfig, load

BACK = "/settings#followed"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.page(needs_user=True)
def figure(request: HttpRequest) -> HttpResponse:
    """`/followed?code=…`: shows and stores the events chosen for a figure; 404 for an unknown one."""
    code = request.GET.get("code", "")
    row = next((row for row in load().active_rows() if row.code == code), None)
    if row is None:
        raise NotFound(_("There is no such figure."))
    if request.method != "POST":
        return _page(request, row)
    try:
        kinds = request.POST.getlist("kind")
        choices.follow_figure(access.reader_of(request), code, kinds, zone=request.POST.get("zone", ""))
    except choices.TooMany:
        return _page(request, row, status=400, too_many=True)
    return _saved(request)


def _page(request: HttpRequest, row: RowConfig, *, status: int = 200, too_many: bool = False) -> HttpResponse:
    chosen = choices.kinds_of(access.reader_of(request), row.code)
    context: dict[str, Any] = {
        "code": row.code,
        "label": row.label(page_language()),
        "kinds": [(kind.value, kind.label, kind.value in chosen) for kind in FIGURE_KINDS],
        "most": choices.MOST,
        "too_many": too_many,
    }
    return render(request, "commentary/followed/figure.html", context, status=status)


@never_cache
@require_POST
@access.page(needs_user=True)
def stop(request: HttpRequest) -> HttpResponse:
    """Stops following a figure, also one that is switched off at present."""
    code = request.POST.get("code", "").replace("\0", "")  # PostgreSQL refuses NUL
    choices.follow_figure(access.reader_of(request), code, [])
    return _saved(request)


@never_cache
@require_POST
@access.page(needs_user=True)
def banks(request: HttpRequest) -> HttpResponse:
    """Stores the central banks chosen; unknown ones are ignored."""
    chosen = request.POST.getlist("bank")
    choices.follow_banks(access.reader_of(request), chosen, zone=request.POST.get("zone", ""))
    return _saved(request)


@never_cache
@require_POST
@access.page(needs_user=True)
def delivery(request: HttpRequest) -> HttpResponse:
    """Stores how often mail is sent and the time zone; nothing for choices that are not offered."""
    form = DeliveryForm(request.POST)
    if form.is_valid():
        choices.set_delivery(access.reader_of(request), form.cleaned_data["mail"], form.cleaned_data["zone"])
        return _saved(request)
    messages.error(request, _("Choose a frequency and a time zone from the lists."))
    return redirect(BACK)


def _saved(request: HttpRequest) -> HttpResponse:
    messages.success(request, _("Your choice is saved."))
    return redirect(BACK)


@csrf_exempt  # mail programs post without a cookie (RFC 8058); the signed token authenticates the reader
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest) -> HttpResponse:
    """`/followed/unsubscribe?t=…`: GET shows a button, POST switches the messages off; the feed stays."""
    return by_link(
        request,
        unsubscribing.FOLLOWED,
        switch_off=choices.switch_off_mail,
        template="commentary/followed/unsubscribe.html",
        titles=(_("End the messages about followed figures"), _("The messages are switched off")),
    )
