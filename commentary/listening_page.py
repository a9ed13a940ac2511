"""`/listen` and `/listen/<date>`: an edition for listening, as plain text. The browser's own voice reads it."""

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import access
from briefing.core import origin
from briefing.core.language import page_language
from briefing.core.web import page_cache
from briefing.core.web.errors import NotFound
from briefing.core.web.page_cache import CacheableRequest
from commentary import listening, marks
from commentary.edition_page import day_of
from commentary.labels import chosen_tone, rules_only, texts_choice_key


@require_safe
@access.page()
def listen(request: HttpRequest, day: str = "") -> HttpResponse:
    """Returns the newest edition, or that of a past day; 404 where there is none."""
    tone, only = chosen_tone(request), rules_only(request)

    def render_page(_request: CacheableRequest) -> HttpResponse:
        found = _edition(day, page_language(), tone, only=only)
        if found is None:
            raise NotFound(_("There is no edition to listen to."))
        return HttpResponse(
            found.text, content_type="text/plain; charset=utf-8", headers=marks.headers(found.marks)
        )

    response = page_cache.serve_cached(
        request, "listen", render_page, varies_on=[tone], texts=texts_choice_key(request)
    )
    response["Content-Language"] = page_language()
    response["Cache-Control"] = "private, no-cache"
    return origin.marked(response)


def _edition(day: str, language: str, tone: str, *, only: bool) -> listening.SpokenEdition | None:
    today = timezone.now().date()
    if not day:
        return listening.newest(today, language, tone, rules_only=only)
    wanted: date = day_of(day)
    return listening.of_day(wanted, today, language, tone, rules_only=only)
