"""The portfolio page: finished HTML without a single holding. The browser fills it from what it keeps itself."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import access
from briefing.core.language import page_language
from commentary.labels import SOURCE_TYPES, chosen_tone
from commentary.writing.drafts import SOURCE_LANGUAGE
from portfolio.analysis import explanation


@require_safe
@access.page()
def page(request: HttpRequest) -> HttpResponse:
    """`/portfolio`, for every reader. Analysis and encrypted copy have their place while their flags are on;
    `paid` says whether this reader's tier opens them, `explained_in` in which language an explanation can be had."""
    language = page_language()
    context = {
        "analyze_enabled": settings.PORTFOLIO_AI_ENABLED,
        "tone": chosen_tone(request),
        "explained_in": language if language in explanation.LANGUAGES else SOURCE_LANGUAGE,
        "source_types": SOURCE_TYPES,
        "sync_enabled": settings.PORTFOLIO_SYNC_ENABLED,
        "paid": access.paid_status(access.admitted(request)).active,
    }
    return render(request, "portfolio/portfolio.html", context)
