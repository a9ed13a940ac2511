"""Limits requests for a series as known on a past day: it is rebuilt for each, and none is cached."""

from datetime import timedelta

from django.http import HttpRequest

from accounts import access
from briefing.core.web import limits

# A series of 4,000 observations whose source rewrote it 200 times takes about half a second.
REBUILT, WINDOW = 60, timedelta(minutes=10)
OPERATOR = "operator"  # tokens without a reader


def count(request: HttpRequest) -> int:
    """Counts one request of the reader; returns the seconds to wait if the limit is reached, else 0."""
    user = access.admitted(request).user
    return limits.count_use(
        "indicators.as_of", str(user.pk) if user else OPERATOR, limit=REBUILT, window=WINDOW
    )
