"""Who writes the texts that a reader wants, as the session's cookie says it while the database is away."""

from django.http import HttpRequest

RULES = "rules"
_KEY = "texts"


def store(request: HttpRequest, *, rules_only: bool) -> None:
    """At sign-in, when the choice is saved, and with each page that is kept: another device may have saved it."""
    wish = RULES if rules_only else ""
    if wish != stored(request):
        request.session[_KEY] = wish


def stored(request: HttpRequest) -> str:
    """RULES, or "" for all texts."""
    return str(request.session.get(_KEY, "")) if hasattr(request, "session") else ""
