"""The reader's choice of text authors in the session cookie, readable during a database outage."""

from django.http import HttpRequest

RULES = "rules"
_KEY = "texts"


def store(request: HttpRequest, *, rules_only: bool) -> None:
    """Called at sign-in, on saving and with each cached page, since another device may have saved it."""
    choice = RULES if rules_only else ""
    if choice != stored(request):
        request.session[_KEY] = choice


def stored(request: HttpRequest) -> str:
    """RULES, or "" for all texts."""
    return str(request.session.get(_KEY, "")) if hasattr(request, "session") else ""
