"""The names of our cookies, in one place.

In production they begin with `__Host-`: the browser then takes them over TLS only, for all paths, and from this
host alone, so that no neighbour under the same domain can plant one. `svc.lang` keeps the specification's name.
"""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage


def named(short: str) -> str:
    """The full name of the cookie `svc.<short>`."""
    return f"{settings.COOKIE_PREFIX}svc.{short}"


TONE = named("tone")
# Where this browser keeps the reader's portfolio (static/js/theme.js); scripts read it, so that no page has to say it.
PLACE = named("place")
# How the reader arranged the front page (static/js/my-page.js), for the same reason.
ARRANGEMENT = named("page")


class Notices(CookieStorage):
    """Django's messages ("Your settings are saved") in a cookie of our name."""

    cookie_name = named("notices")
