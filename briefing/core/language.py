"""The page's language as a two-letter code."""

from django.conf import settings
from django.utils import translation


def page_language() -> str:
    """Returns `en` or `it`: the active language without region, or the default if none is active (jobs, commands)."""
    return (translation.get_language() or settings.LANGUAGE_CODE)[:2]
