"""The unsubscribe page of digests."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from commentary.digests import unsubscribing


@csrf_exempt  # mail programs post without a cookie (RFC 8058); the signed token authenticates the reader
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest) -> HttpResponse:
    """`/digest/unsubscribe?t=…`: GET shows a button, POST unsubscribes."""
    return by_link(
        request,
        unsubscribing.DIGEST,
        switch_off=unsubscribing.switch_off,
        template="commentary/unsubscribe.html",
    )


def by_link(
    request: HttpRequest, salt: str, *, switch_off: Callable[[int], None], template: str
) -> HttpResponse:
    """Unsubscribes on POST. Returns 400 for an invalid link and 410 for an expired one."""
    done, status = False, 200
    try:
        reader = unsubscribing.reader_of(request.GET.get(unsubscribing.PARAMETER, ""), salt)
    except unsubscribing.OldToken:
        status = 410
    except unsubscribing.BadToken:
        status = 400
    else:
        if request.method == "POST":
            switch_off(reader)
            done = True
    context = {
        "done": done,
        "readable": status != 400,
        "old": status == 410,
        "days": unsubscribing.LASTS.days,
    }
    response = render(request, template, context, status=status)
    response["Cache-Control"] = "no-store"
    response["Referrer-Policy"] = "no-referrer"
    return response
