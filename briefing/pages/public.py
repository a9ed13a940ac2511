"""Public pages: the landing page, the texts about the service, and files for crawlers and browsers."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from email.utils import parseaddr
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise, SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from billing.plans import ANNUAL, MONTHLY, WITHDRAWAL_DAYS, money
from briefing.core import page_cache
from briefing.core.language import date_in_text, page_language
from briefing.core.page_cache import CacheableRequest
from briefing.pages.cards import previews
from briefing.pages.dashboard import Front, Panel, front
from indicators import exchanges
from indicators.agenda import lines as agenda

# Date of these pages' texts; update it when their meaning changes.
CHANGED = date(2026, 11, 26)
SAMPLE_GROUPS = ("economy", "bonds")
SAMPLE_HEADLINES = 5


@dataclass(frozen=True)
class PageText:
    title: str | Promise
    description: str | Promise


TEXTS = {
    "about": PageText(
        gettext_lazy("About"),
        gettext_lazy("What Market Briefing is, where its figures come from, and how texts are written and checked."),
    ),
    "authorship": PageText(
        gettext_lazy("Who answers for the texts"),
        gettext_lazy("Who answers for the texts, which of them artificial intelligence wrote, and who reviews them."),
    ),
    "disclaimer": PageText(
        gettext_lazy("Disclaimer"),
        gettext_lazy("Educational, never advice; texts by artificial intelligence are marked and can be wrong."),
    ),
    "terms": PageText(
        gettext_lazy("Terms"),
        gettext_lazy("The terms of use: accounts, prices, cancelling, and withdrawing within 14 days."),
    ),
    "privacy": PageText(
        gettext_lazy("Privacy"),
        gettext_lazy("What is stored about you, where and for how long; no portfolio is kept on the server."),
    ),
}  # fmt: skip


def in_language(name: str) -> list[str]:
    """Returns template names of a long text: the reader's language, then English."""
    return [f"public/{page_language()}/{name}", f"public/{settings.LANGUAGE_CODE}/{name}"]


def _amount(price: Decimal) -> str:
    """Formats a price with a no-break space."""
    return money(price, page_language()).replace(" ", "\N{NO-BREAK SPACE}")


def facts() -> dict[str, Any]:
    """Returns the figures and switches that the texts mention, from where they are defined."""
    return {
        "changed": CHANGED,
        "changed_text": date_in_text(CHANGED, "j F Y"),
        "contact": parseaddr(settings.DEFAULT_FROM_EMAIL)[1],
        "operator": settings.OPERATOR,
        "host": urlsplit(settings.BASE_URL).hostname,
        "monthly_price": _amount(MONTHLY.price),
        "annual_price": _amount(ANNUAL.price),
        "trial_days": ANNUAL.trial_days,
        "withdrawal_days": WITHDRAWAL_DAYS,
        "portfolio_ai": settings.PORTFOLIO_AI_ENABLED,
        "portfolio_sync": settings.PORTFOLIO_SYNC_ENABLED,
        "universe": settings.TICKER_UNIVERSE_AGGREGATE_ENABLED,
        "error_reports": bool(settings.SENTRY_DSN),
    }  # fmt: skip


def sample_of(page: Front) -> list[Panel]:
    """Returns the groups of the landing page: SAMPLE_GROUPS, or the first that have figures."""
    full = [panel for panel in page.panels if panel.has_figures]
    chosen = [panel for panel in full if panel.group.id in SAMPLE_GROUPS]
    return (chosen or full)[: len(SAMPLE_GROUPS)]


def landing(request: HttpRequest, *, tone: str) -> HttpResponse:
    """`/` for visitors: an introduction and part of the current dashboard."""

    def render_page(sheet: CacheableRequest) -> HttpResponse:
        page = front(language=page_language(), tone=tone)
        context = {
            "front": page,
            "card": previews.of_edition(page.today, "/"),
            "panels": SimpleLazyObject(
                lambda: sample_of(page)
            ),  # lazy, since a cached fragment does not need them
            "headlines": page.headlines[:SAMPLE_HEADLINES],
            **facts(),
            **exchanges.strip_context(page.now, page.language),
        }
        return render(sheet, "public/landing.html", context)

    now = timezone.now()
    varies_on = (tone, exchanges.sessions(now), agenda.quarter_of_hour(now))
    return page_cache.serve_cached(request, "landing", render_page, varies_on=varies_on)


@require_safe
def text(request: HttpRequest, name: str) -> HttpResponse:
    """`/about`, `/disclaimer`, `/terms`, `/privacy` in the reader's language."""

    def render_page(sheet: CacheableRequest) -> HttpResponse:
        words = TEXTS[name]
        context = {
            "title": words.title,
            "about": words.description,
            "body": in_language(f"{name}.html"),
            **facts(),
        }
        return render(sheet, "public/text.html", context)

    return page_cache.serve_cached(request, "text", render_page)


def addresses() -> list[str]:
    more = [reverse("billing:pricing")] if settings.SUBSCRIPTIONS_ENABLED else []
    return ["/", *(reverse(name) for name in TEXTS), reverse("methods"), *more]


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    context = {"addresses": addresses(), "languages": [code for code, _name in settings.LANGUAGES]}
    return render(request, "public/sitemap.xml", context, content_type="application/xml; charset=utf-8")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    return render(request, "public/robots.txt", content_type="text/plain; charset=utf-8")


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """Returns the web manifest in the browser's language."""
    pictures = [
        {"src": static("favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
        *({"src": static(f"icons/{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"} for size in (192, 512)),
        {"src": static("icons/maskable.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    ]  # fmt: skip
    card = {
        "id": "/",
        "name": "Market Briefing",
        "short_name": "Briefing",
        "description": _(
            "Market figures and news, described in plain words. Educational: it explains markets and never advises."
        ),
        "lang": page_language(),
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "minimal-ui",
        "background_color": "#fbfaf6",
        "theme_color": "#fbfaf6",
        "icons": pictures,
    }
    return JsonResponse(card, content_type="application/manifest+json")
