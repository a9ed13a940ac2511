"""Publishers that a reader hides: stored in `settings_json`, applied in the browser.

Cached pages are the same for all readers; a script requests `/news/muted` and hides the headlines.
"""

from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import access, reader_settings
from accounts.models import User
from news.models import Feed

KEY = "muted"


def muted(user: User | None) -> list[str]:
    stored = user.settings_json.get(KEY) if user else None
    return [name for name in stored if isinstance(name, str)] if isinstance(stored, list) else []


def mute(user: User, publishers: Iterable[str]) -> None:
    """Stores the hidden publishers, ignoring unknown names; other settings are unchanged."""
    wanted = set(publishers)
    reader_settings.update(user, {KEY: [name for name in publishers_shown() if name in wanted]})


def publishers_shown() -> list[str]:
    return sorted({feed.source for feed in Feed.objects.of_this_mode()}, key=str.casefold)


@never_cache
@require_safe
@access.page(needs_user=True)
def names(request: HttpRequest) -> HttpResponse:
    """Returns the hidden publishers as JSON for the script (`/news/muted`)."""
    return JsonResponse({"publishers": muted(access.reader_of(request))})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.page(needs_user=True)
def publishers(request: HttpRequest) -> HttpResponse:
    """Shows a checkbox for each publisher and stores the choice (`/news/publishers`)."""
    user = access.reader_of(request)
    if request.method == "POST":
        mute(user, request.POST.getlist("muted"))
        messages.success(request, _("Saved. Headlines of the publishers you ticked are hidden."))
        return redirect("news:publishers")
    chosen = set(muted(user))
    choices = [(name, name in chosen) for name in publishers_shown()]
    return render(request, "news/publishers.html", {"choices": choices})
