"""`/`: the dashboard for signed-in readers, the landing page for visitors."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts import access
from briefing.core.language import page_language
from briefing.core.web import page_cache
from briefing.core.web.page_cache import CacheableRequest
from briefing.pages import public
from briefing.pages.dashboard import front
from commentary.labels import chosen_tone, rules_only, store_texts_choice, store_tone, texts_choice_key
from indicators import exchanges
from indicators.agenda import lines as agenda
from indicators.panel import HOME


def home_market(request: HttpRequest) -> str:
    """Returns the region that the reader's account puts first; "" if none."""
    chosen = getattr(request.user, "settings_json", {}).get("anchor")
    return chosen if chosen in HOME else ""


@require_safe
def dashboard(request: HttpRequest) -> HttpResponse:
    """Serves the dashboard or the landing page, and stores a tone selected by a link."""
    tone = chosen_tone(request)
    response = (
        _briefing(request, tone=tone) if access.identity(request) else public.landing(request, tone=tone)
    )
    store_tone(request, response, tone)
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


@access.page()
def _briefing(request: HttpRequest, *, tone: str) -> HttpResponse:
    """Serves the dashboard: the read across groups, the groups, the latest headlines and the exchanges."""
    anchor, now, only = home_market(request), timezone.now(), rules_only(request)

    def render_page(cacheable: CacheableRequest) -> HttpResponse:
        page = front(
            language=page_language(),
            tone=tone,
            home_market=anchor,
            staff=cacheable.user.is_staff,
            rules_only=only,
        )
        strip = exchanges.strip_context(page.now, page.language, anchor=anchor)
        return render(cacheable, "dashboard.html", {"front": page, **strip})

    varies_on = (tone, anchor, exchanges.sessions(now), agenda.quarter_of_hour(now))
    response = page_cache.serve_cached(
        request, "dashboard", render_page, varies_on=varies_on, texts=texts_choice_key(request)
    )
    store_texts_choice(request)
    # Allows the service worker to store this page; without the header it deletes its copies.
    response.headers["Offline"] = "keep"
    return response
