"""What the templates of the digest need: lines of 72 characters, dates in words, and styles that mail keeps."""

import re
import textwrap
from datetime import date
from functools import cache

from django import template
from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString

from briefing.core.language import date_in_text

register = template.Library()
WIDTH = 72
STYLES = "css/digest.css"


@register.filter
def wrapped(text: str, indent: str = "") -> str:
    """Lines of at most 72 characters; addresses and words with hyphens stay whole.

    `indent` stands before all but the first line, which has something as long before it already.
    """
    filled = textwrap.fill(
        str(text), WIDTH, initial_indent=indent, subsequent_indent=indent,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    return filled.removeprefix(indent)


@register.filter
def underlined(text: str) -> str:
    """A heading of plain text."""
    return f"{text}\n{'-' * min(len(text), WIDTH)}"


@register.filter
def in_words(day: date, form: str = "l j F Y") -> str:
    """ "Monday 23 November 2026", "lunedì 23 novembre 2026"."""
    return date_in_text(day, form)


@register.simple_tag(takes_context=True)
def look(context: template.Context, name: str) -> SafeString:
    """A class, and in a message its declarations too: some mail programs drop the sheet in the head.

    With `linked` in the context the page has the sheet itself, as our policy wants it.
    """
    if context.get("linked"):
        return format_html('class="{}"', name)
    return format_html('class="{}" style="{}"', name, _declarations()[name])


@register.simple_tag
def mail_styles() -> str:
    """The sheet, for the head of a message: it has the dark scheme."""
    return _sheet()


@cache
def _sheet() -> str:
    return (settings.BASE_DIR / "static" / STYLES).read_text(encoding="utf-8")


@cache
def _declarations() -> dict[str, str]:
    """By class, from the part of the sheet before its first at-rule: one class and one line each."""
    plain = _sheet().partition("@media")[0]
    return dict(re.findall(r"^\.([\w-]+) \{ (.*?);? \}$", plain, flags=re.MULTILINE))
