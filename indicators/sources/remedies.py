"""What staff can do about a source or a calendar that failed, by the kind of failure. English, as stored errors are."""

from indicators.sources import SourceError
from indicators.sources.parsing import is_unreached

AGAIN = "It is asked again automatically"
UNREACHED = f"{AGAIN}; if it lasts, check whether the address opens in a browser, and this server’s network."
PUBLISHERS = f"The fault is the publisher’s. {AGAIN}."
REFUSED = "The publisher refuses this server: check its key in .env, or ask the publisher for access."
CHANGED = (
    f"{AGAIN}; if it lasts, open the address in a browser: it refuses this server, or its format has changed. Report a"
    " changed format, so that the source’s module is adapted."
)
CONFIGURATION = (
    "Correct the symbol (a row’s in groups.toml, an instrument’s in the admin) or the setting in .env, try it with"
    " `manage.py check_indicators --live`, or remove it."
)
PROGRAM = "This is a fault of the program: report it with the log."
ENDED = "Check at the publisher whether the series has ended, and replace it in groups.toml."


def with_remedy(error: SourceError) -> str:
    """The error's sentence, and what to do about it."""
    return f"{error} {_remedy(error)}"


def _remedy(error: SourceError) -> str:
    if is_unreached(error):
        return UNREACHED
    if error.refused or error.status in (401, 403, 451):
        return REFUSED
    if error.status in (408, 429) or (error.status or 0) >= 500:
        return PUBLISHERS
    return CONFIGURATION if error.permanent else CHANGED
