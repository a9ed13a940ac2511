"""`/away?days=<n>`: what happened in the last 2 to 30 days."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import access
from briefing.core import page_cache
from briefing.core.errors import NotFound
from briefing.core.language import page_language
from briefing.core.page_cache import CacheableRequest
from commentary.away import away
from commentary.facts.span import LEAST_DAYS, MOST_DAYS
from commentary.labels import chosen_tone, store_tone, tones_offered

USUAL_DAYS = 7  # without a number in the address
CHOICES = (2, 3, USUAL_DAYS, 14, MOST_DAYS)


@require_safe
@access.page()
def page(request: HttpRequest) -> HttpResponse:
    """Shows the page; redirects to the nearest number of days, 404 for what is no number."""
    tone, asked = chosen_tone(request), request.GET.get("days", str(USUAL_DAYS))
    days = _days(asked)
    if request.GET.getlist("days") != [str(days)]:
        return redirect(f"{reverse('commentary:away')}?{urlencode(_others(request) | {'days': days})}")

    def render_page(sheet: CacheableRequest) -> HttpResponse:
        found = away(days, timezone.now(), page_language(), tone)
        context = {
            "away": found,
            "days": days,
            "choices": CHOICES,
            "tone": tone,
            "tones": tones_offered(),
            "reader_language": page_language(),
        }
        return render(sheet, "commentary/away.html", context)

    response = page_cache.serve_cached(request, "away", render_page, query=f"days={days}", varies_on=[tone])
    store_tone(request, response, tone)
    response["Cache-Control"] = "private, no-cache"
    return response


def _days(text: str) -> int:
    """Returns the nearest number that the page has."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise NotFound(_("This is not a number of days: choose one from 2 to 30."))
    return min(max(int(text), LEAST_DAYS), MOST_DAYS)


def _others(request: HttpRequest) -> dict[str, str]:
    return {name: request.GET[name] for name in ("tone", "lang") if name in request.GET}
