"""`/edition/<date>`: the front page of a past day."""

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import access
from briefing.core import page_cache
from briefing.core.errors import NotFound
from briefing.core.language import page_language
from briefing.core.page_cache import CacheableRequest
from commentary import past_editions
from commentary.labels import chosen_tone, rules_only, store_tone, texts_choice_key, tones_offered


@require_safe
@access.page()
def edition(request: HttpRequest, day: str) -> HttpResponse:
    """Shows the front page of a past day; redirects today to the front page, 404 for any other date."""
    tone, only = chosen_tone(request), rules_only(request)
    if day == timezone.now().date().isoformat():
        return redirect("dashboard")

    def render_page(sheet: CacheableRequest) -> HttpResponse:
        today, language = timezone.now().date(), page_language()
        found = past_editions.edition(day_of(day), today, language, tone, rules_only=only)
        if found is None:
            raise NotFound(
                _(
                    "There is no edition for this day: it is not over yet, is more than a year ago, or has no text."
                )
            )
        context = {"edition": found, "tone": tone, "tones": tones_offered(), "reader_language": language}
        return render(sheet, "commentary/edition.html", context)

    response = page_cache.serve_cached(
        request, "edition", render_page, varies_on=[tone], texts=texts_choice_key(request)
    )
    store_tone(request, response, tone)
    response["Cache-Control"] = "private, no-cache"
    return response


def day_of(text: str) -> date:
    """Returns the date of a path. Raises NotFound for one that no calendar has."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise NotFound(_("This is not a date: write it as 2026-11-21.")) from None
