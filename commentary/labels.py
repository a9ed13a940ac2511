"""Labels of tones, and the reader's choice of texts."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import pgettext_lazy

from accounts import texts_choice
from accounts.texts_choice import RULES
from briefing.core import cookies

TONE_LABELS = {
    "NOVICE": pgettext_lazy("reader tone", "Novice"),
    "INTERMEDIATE": pgettext_lazy("reader tone", "Intermediate"),
    "PRO": pgettext_lazy("reader tone", "Professional"),
}


def text_language(language: str) -> str:
    """Returns the language of texts and figures for a reader of `language`."""
    return language if language in ("en", "it") else "en"


def tones_offered() -> list[tuple[str, Any]]:
    return [(tone, TONE_LABELS[tone]) for tone in settings.GENERATION_TONES]


def chosen_tone(request: HttpRequest) -> str:
    """Returns the tone from `?tone=`, the cookie or the account, else the first generated one."""
    account = getattr(request.user, "tone", "")
    for tone in (request.GET.get("tone"), request.COOKIES.get(cookies.TONE), account):
        if tone in settings.GENERATION_TONES:
            return str(tone)
    return str(settings.GENERATION_TONES[0])


def rules_only(request: HttpRequest) -> bool:
    """Whether the reader, by session, token or private link, opted out of model-written texts."""
    who = getattr(request, "identity", None)
    return bool(getattr(who.user if who else request.user, "rules_only", False))


def texts_choice_key(request: HttpRequest) -> str:
    """Returns the choice of texts as part of a page cache key; "" for all texts."""
    return RULES if rules_only(request) else ""


def store_texts_choice(request: HttpRequest) -> None:
    """Stores the choice in the session cookie, for pages served during a database outage."""
    texts_choice.store(request, rules_only=rules_only(request))


def store_tone(request: HttpRequest, response: HttpResponse, tone: str) -> None:
    """Stores a tone chosen by link in a cookie; not HttpOnly, since the page's switch writes it too."""
    if request.GET.get("tone") == tone != request.COOKIES.get(cookies.TONE):
        response.set_cookie(
            cookies.TONE, tone, max_age=365 * 24 * 3600, secure=settings.PRODUCTION, samesite="Lax"
        )
