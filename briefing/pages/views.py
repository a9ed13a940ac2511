"""`/`: the dashboard for who is signed in, the landing page for everybody else."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import access
from briefing.core.language import page_language
from briefing.pages import public
from briefing.pages.dashboard import front
from commentary.labels import chosen_tone, keep_tone
from indicators import exchanges


def home_market(request: HttpRequest) -> str | None:
    wishes = getattr(request.user, "settings_json", {})
    return wishes.get("anchor") or None


@require_safe
def dashboard(request: HttpRequest) -> HttpResponse:
    """Keeps a tone that was asked for by a link, whichever of the two pages it is."""
    tone = chosen_tone(request)
    response = (
        _briefing(request, tone=tone) if access.identity(request) else public.landing(request, tone=tone)
    )
    keep_tone(request, response, tone)
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


@access.page()
def _briefing(request: HttpRequest, *, tone: str) -> HttpResponse:
    """The read across groups, the groups, the newest headlines and the exchanges."""
    language, anchor = page_language(), home_market(request)
    page = front(
        language=language, tone=tone, anchor=anchor, staff=bool(getattr(request.user, "is_staff", False))
    )
    strip = exchanges.strip_context(page.now, language, anchor=anchor)
    response = render(request, "dashboard.html", {"front": page, **strip})
    # The service worker's leave to keep this page; without the header it forgets what it holds.
    response.headers["Offline"] = "keep"
    return response
