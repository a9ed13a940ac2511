"""What staff can do about a source or a calendar that failed, by the kind of failure. English, as stored errors are."""

import re

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

# Characters that a database refuses: a publisher's words, quoted in an error, may have them (JSON's \u0000, \ud800).
UNSTORABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


def with_remedy(error: SourceError) -> str:
    """The error's sentence, and what to do about it; any database can store it."""
    return _storable(f"{error} {_remedy(error)}")


def unexpected(error: Exception) -> str:
    """The sentence about an answer at which the module that read it failed."""
    return _storable(f"The answer could not be read ({type(error).__name__}: {error}). {PROGRAM}")


def _storable(text: str) -> str:
    return UNSTORABLE.sub("\ufffd", text)


def _remedy(error: SourceError) -> str:
    if is_unreached(error):
        return UNREACHED
    if error.refused or error.status in (401, 403, 451):
        return REFUSED
    if error.status in (408, 429) or (error.status or 0) >= 500:
        return PUBLISHERS
    return CONFIGURATION if error.permanent else CHANGED
