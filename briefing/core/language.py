"""The page's language, as the code that texts and labels are kept under, and its dates."""

from datetime import date

from django.conf import settings
from django.utils import formats, translation


def page_language() -> str:
    """`en` or `it`: the active language without its region; the default where none is active (a command, a job)."""
    return (translation.get_language() or settings.LANGUAGE_CODE)[:2]


def date_in_text(day: date, form: str) -> str:
    """A date as it stands in running text: Italian writes months and weekdays in small letters."""
    text = formats.date_format(day, form)
    return text.lower() if page_language() == "it" else text
