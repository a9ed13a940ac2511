"""The page's language, as the code that texts and labels are kept under."""

from django.conf import settings
from django.utils import translation


def page_language() -> str:
    """`en` or `it`: the active language without its region; the default where none is active (a command, a job)."""
    return (translation.get_language() or settings.LANGUAGE_CODE)[:2]
