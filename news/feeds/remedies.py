"""What staff can do about a feed that failed, by the kind of failure."""

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WAIT = _(
    "It is fetched again automatically. If it lasts, check whether the address opens in a browser: if not, look for a"
    " new one; if so, check this server’s network."
)
PUBLISHER = _(
    "It is fetched again automatically. If it lasts, tell the publisher, or look for another feed of theirs."
)
NEW_ADDRESS = _(
    "Open the address in a browser. If it shows no feed, look for the new address on the publisher’s site and enter it"
    " here."
)
FOLLOW = _("Open the address in a browser and enter the one where it ends.")
ACCESS = _("The publisher refuses this server. Ask them for access, or look for another address.")
SMALLER = _("Look for a smaller feed of this publisher and enter its address, or disable this one.")
CHANGE = _("Enter a public address that begins with https://.")
REPORT = _("This is a fault of the program: report it with this feed’s lines of the log.")

REMEDIES: dict[str, str | Promise] = {
    "blocked": CHANGE,
    "bad_url": CHANGE,
    "connect": WAIT,
    "deadline": WAIT,
    "stopped": WAIT,
    "protocol": PUBLISHER,
    "malformed": PUBLISHER,
    "unasked_304": PUBLISHER,
    "redirects": FOLLOW,
    "html": NEW_ADDRESS,
    "not_a_feed": NEW_ADDRESS,
    "empty": NEW_ADDRESS,
    "too_large": SMALLER,
    "too_costly": SMALLER,
    "unstorable": REPORT,
    "http_401": ACCESS,
    "http_403": ACCESS,
    "http_408": PUBLISHER,
    "http_429": PUBLISHER,
    "http_451": ACCESS,
}
# By the first digit of a status that has no line above.
BY_CLASS = {"3": FOLLOW, "4": NEW_ADDRESS, "5": PUBLISHER}


def remedy(code: str) -> str:
    """What to do about a failure of this code, in the active language; empty where there is none."""
    if not code:
        return ""
    return str(REMEDIES.get(code) or BY_CLASS.get(code.removeprefix("http_")[:1], REPORT))


def in_english(code: str) -> str:
    """The same for notices and logs."""
    with translation.override("en"):
        return remedy(code)
