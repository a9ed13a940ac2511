"""The page behind an unsubscribe link."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from commentary.mailing import unsubscribing


def by_link(
    request: HttpRequest,
    salt: str,
    *,
    switch_off: Callable[[int], None],
    template: str,
    titles: tuple[str, str],
) -> HttpResponse:
    """Unsubscribes on POST. Returns 400 for an invalid link and 410 for an expired one.

    `titles` are those of the page before and after.
    """
    state, status, title = "ask", 200, titles[0]
    try:
        reader = unsubscribing.reader_of(request.GET.get(unsubscribing.PARAMETER, ""), salt)
    except unsubscribing.OldToken:
        state, status, title = "old", 410, _("This link is too old")
    except unsubscribing.BadToken:
        state, status, title = "unreadable", 400, _("This link cannot be read")
    else:
        if request.method == "POST":
            switch_off(reader)
            state, title = "done", titles[1]
    context = {"state": state, "title": title, "days": unsubscribing.LASTS.days}
    response = render(request, template, context, status=status)
    response["Cache-Control"] = "no-store"
    response["Referrer-Policy"] = "no-referrer"
    return response
