"""The page's language as a two-letter code, and dates in it."""

from datetime import date

from django.conf import settings
from django.utils import formats, translation


def page_language() -> str:
    """Returns `en` or `it`: the active language without region, or the default if none is active (jobs, commands)."""
    return (translation.get_language() or settings.LANGUAGE_CODE)[:2]


def date_in_text(day: date, form: str) -> str:
    """Formats a date for running text: Italian months and weekdays are in lower case."""
    text = formats.date_format(day, form)
    return text.lower() if page_language() == "it" else text
