"""Names of the service's cookies.

In production they start with `__Host-`: browsers accept them over TLS only, for all paths and from this host
alone, so that another host of the same domain cannot set one. `svc.lang` has the name that the specification
gives.
"""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage


def named(short: str) -> str:
    """Returns the full name of the cookie `svc.<short>`."""
    return f"{settings.COOKIE_PREFIX}svc.{short}"


TONE = named("tone")
# Where this browser stores the reader's portfolio (static/js/theme.js); scripts read it from the cookie.
PLACE = named("place")
# The reader's arrangement of the front page (static/js/my-page.js), also read by scripts.
ARRANGEMENT = named("page")


class Notices(CookieStorage):
    cookie_name = named("notices")
