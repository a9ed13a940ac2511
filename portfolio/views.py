"""The portfolio page, HTML without holdings, which the browser fills from its own storage, and the shared universe."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe

from accounts import access
from briefing.core import api
from briefing.core.api import Operation
from briefing.core.language import page_language
from briefing.core.web import page_cache
from commentary.labels import chosen_tone
from commentary.writing.drafts import SOURCE_LANGUAGE
from portfolio import universe
from portfolio.analysis import explanation


@require_safe
@access.page()
def page(request: HttpRequest) -> HttpResponse:
    """`/portfolio`, for every reader. Analysis and encrypted copy are shown while their flags are on; `paid` is
    whether this reader may use them, `explained_in` the language of explanations.
    """
    language = page_language()
    context = {
        "analyze_enabled": settings.PORTFOLIO_AI_ENABLED,
        "tone": chosen_tone(request),
        "explained_in": language if language in explanation.LANGUAGES else SOURCE_LANGUAGE,
        "sync_enabled": settings.PORTFOLIO_SYNC_ENABLED,
        "paid": access.paid_status(access.admitted(request)).active,
    }
    return render(request, "portfolio/portfolio.html", context)


@api.describes(
    Operation(
        "get",
        gettext_noop("Tickers with names and last closes, the same for everyone"),
        answer=universe.Universe,
        statuses=(304,),
    )
)
@require_safe
@access.endpoint()
def universe_view(request: HttpRequest) -> HttpResponse:
    """`GET /api/universe` (decision 9.3), with a strong ETag for each encoding, and 304."""
    return page_cache.serve_cached_to_all(request, "api/universe", universe.render)
