"""The publishers that a reader mutes: kept in `settings_json` with the account, applied in the browser.

The printed pages stay the same for all; a small script asks `/news/muted` and hides what the reader does not want.
"""

from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import access, wishes
from accounts.models import User
from news.models import Feed

KEY = "muted"


def muted(user: User | None) -> list[str]:
    """The publishers that the reader mutes, by name."""
    stored = user.settings_json.get(KEY) if user else None
    return [name for name in stored if isinstance(name, str)] if isinstance(stored, list) else []


def mute(user: User, publishers: Iterable[str]) -> None:
    """Stores the choice; names that no feed has are left out, and other knobs stay."""
    wanted = set(publishers)
    wishes.keep(user, {KEY: [name for name in publishers_shown() if name in wanted]})


def publishers_shown() -> list[str]:
    """The publishers whose headlines there may be, in the order of the alphabet."""
    return sorted({feed.source for feed in Feed.objects.of_this_mode()}, key=str.casefold)


@never_cache
@require_safe
@access.page(needs_user=True)
def names(request: HttpRequest) -> HttpResponse:
    """`/news/muted`: the names, for the script that hides their headlines."""
    return JsonResponse({"publishers": muted(access.reader_of(request))})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.page(needs_user=True)
def publishers(request: HttpRequest) -> HttpResponse:
    """`/news/publishers`: a box for each publisher; those that are ticked are hidden."""
    user = access.reader_of(request)
    if request.method == "POST":
        mute(user, request.POST.getlist("muted"))
        messages.success(request, _("Saved. Headlines of the publishers you ticked are hidden."))
        return redirect("news:publishers")
    chosen = set(muted(user))
    choices = [(name, name in chosen) for name in publishers_shown()]
    return render(request, "news/publishers.html", {"choices": choices})
