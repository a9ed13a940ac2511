"""Dates and times as text: for readers in the page's language, for programs as RFC 3339, which is also read."""

from datetime import UTC, date, datetime

from django.utils import formats

from briefing.core.language import page_language


def date_in_text(day: date, form: str) -> str:
    """Formats a date for running text: Italian months and weekdays are in lower case."""
    text = formats.date_format(day, form)
    return text.lower() if page_language() == "it" else text


def rfc3339(moment: datetime) -> str:
    """A time in UTC with Z, without fractions of a second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def read_rfc3339(text: str) -> datetime:
    """Parses a time, in UTC if it has no zone; raises ValueError for anything else."""
    found = datetime.fromisoformat(text)
    try:
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except OverflowError:
        raise ValueError(f"{text!r} is outside of the calendar") from None
