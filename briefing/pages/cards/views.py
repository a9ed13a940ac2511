"""`/cards/…`: figures and editions as images for links and other sites, open to everybody."""

from collections.abc import Callable
from datetime import date

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from briefing.core import origin
from briefing.core.web import errors, page_cache
from briefing.core.web.errors import NotFound
from briefing.core.web.page_cache import CacheableRequest
from briefing.pages.cards import content, layout, png, svg
from briefing.pages.cards.content import Content, EditionContent, NoCardError, WithheldError
from briefing.pages.cards.layout import Drawing
from commentary import marks

Render = Callable[[Drawing], bytes]
RENDER: dict[str, tuple[str, Render]] = {
    "png": ("image/png", png.render),
    "svg": ("image/svg+xml; charset=utf-8", svg.render),
}


@require_safe
def figure(request: HttpRequest, code: str, language: str, image: str) -> HttpResponse:
    """`/cards/indicator/<code>/<language>.<png|svg>`: 403 with the reason if the terms forbid redistribution."""
    return _card(request, "card/indicator", lambda: content.figure(code), language=language, image=image)


@require_safe
def edition(request: HttpRequest, day: str, language: str, image: str) -> HttpResponse:
    """`/cards/edition/<date>/<language>.<png|svg>`: the lead that stood at the end of a day, or stands today."""
    return _card(request, "card/edition", lambda: _edition(day), language=language, image=image)


def _edition(day: str) -> Content:
    try:
        return content.edition(date.fromisoformat(day))
    except ValueError:
        raise NoCardError(day) from None


def _card(
    request: HttpRequest, page: str, load: Callable[[], Content], *, language: str, image: str
) -> HttpResponse:
    kind, render = RENDER[image]
    if language not in dict(settings.LANGUAGES):
        raise NotFound(_("There is no such card."))

    def render_page(_sheet: CacheableRequest) -> HttpResponse:
        with translation.override(language):
            card = load()
            headers = marks.headers([card.mark] if isinstance(card, EditionContent) else [])
            return HttpResponse(render(layout.draw(card)), content_type=kind, headers=headers)

    try:
        response = page_cache.serve_cached_to_all(request, page, render_page)
    except NoCardError:
        raise NotFound(_("There is no such card.")) from None
    except WithheldError as withheld:
        return errors.respond(request, 403, detail=withheld.refusal.reason)
    if not request.COOKIES and "lang" not in request.GET:  # otherwise a cookie may be set with it
        response["Cache-Control"] = "public, no-cache"
    response["Link"] = f'<{settings.BASE_URL}{request.path}>; rel="canonical"'
    response.embeddable = True  # type: ignore[attr-defined]  # read by SecurityHeadersMiddleware
    return origin.marked(response)
