"""How a text came about, in the words that machines read, and what the tones are called."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from accounts import texts_choice
from accounts.texts_choice import RULES
from briefing.core import cookies

TONE_LABELS = {
    "NOVICE": pgettext_lazy("reader tone", "Novice"),
    "INTERMEDIATE": pgettext_lazy("reader tone", "Intermediate"),
    "PRO": pgettext_lazy("reader tone", "Professional"),
}
# IPTC digital source types.
SOURCE_TYPES = {
    "ai": "https://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia",
    "rules": "https://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia",
}


def text_language(language: str) -> str:
    """The language that texts and their figures are in for a reader of `language`."""
    return language if language in ("en", "it") else "en"


def tones_offered() -> list[tuple[str, Any]]:
    """The tones that are generated, with their labels."""
    return [(tone, TONE_LABELS[tone]) for tone in settings.GENERATION_TONES]


def chosen_tone(request: HttpRequest) -> str:
    """`?tone=`, then the cookie, then the account; a tone that is not generated gives the first that is."""
    account = getattr(request.user, "tone", "")
    for tone in (request.GET.get("tone"), request.COOKIES.get(cookies.TONE), account):
        if tone in settings.GENERATION_TONES:
            return str(tone)
    return str(settings.GENERATION_TONES[0])


def rules_only(request: HttpRequest) -> bool:
    """Whether the reader, by session, token or private link, wants no text that a model wrote."""
    who = getattr(request, "identity", None)
    return bool(getattr(who.user if who else request.user, "rules_only", False))


def texts_choice_key(request: HttpRequest) -> str:
    """The same as a part of a printed page's key; "" for who reads all texts, as visitors do."""
    return RULES if rules_only(request) else ""


def store_texts_choice(request: HttpRequest) -> None:
    """Keeps the choice in the session's cookie, for the pages that are shown while the database is away."""
    texts_choice.store(request, rules_only=rules_only(request))


def written_by(author: str, by_rules: int) -> str:
    """Who wrote a text, in the reader's language; `by_rules` counts the rules' sentences in a model's text."""
    if author != "ai":
        return _("Written by rules")
    if not by_rules:
        return _("Written by AI, reviewed")
    text = ngettext(
        "Written by AI, reviewed; one sentence by rules",
        "Written by AI, reviewed; %(count)s sentences by rules",
        by_rules,
    )
    return text % {"count": by_rules}


def store_tone(request: HttpRequest, response: HttpResponse, tone: str) -> None:
    """Keeps a tone that was asked for by a link. Not HttpOnly: the switch in the page writes the same cookie."""
    if request.GET.get("tone") == tone != request.COOKIES.get(cookies.TONE):
        response.set_cookie(
            cookies.TONE, tone, max_age=365 * 24 * 3600, secure=settings.PRODUCTION, samesite="Lax"
        )
