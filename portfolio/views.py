"""The portfolio page: HTML without holdings, which the browser fills from its own storage."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import access
from briefing.core.language import page_language
from commentary.labels import chosen_tone
from commentary.writing.drafts import SOURCE_LANGUAGE
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
