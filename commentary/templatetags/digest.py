"""Template tags of digests: lines of 72 characters, dates in words, and inline styles."""

import re
import textwrap
from functools import cache

from django import template
from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()
WIDTH = 72
STYLES = "css/digest.css"


@register.filter
def wrapped(text: str, indent: str = "") -> str:
    """Wraps text at 72 characters without breaking addresses or hyphenated words.

    `indent` is not added to the first line, which already has a prefix of that length.
    """
    filled = textwrap.fill(
        str(text), WIDTH, initial_indent=indent, subsequent_indent=indent,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    return filled.removeprefix(indent)


@register.filter
def underlined(text: str) -> str:
    return f"{text}\n{'-' * min(len(text), WIDTH)}"


@register.simple_tag(takes_context=True)
def look(context: template.Context, name: str) -> SafeString:
    """Returns a class attribute and, in messages, inline styles, since some mail programs drop the stylesheet.

    With `linked` in the context only the class is set, as our CSP requires.
    """
    if context.get("linked"):
        return format_html('class="{}"', name)
    return format_html('class="{}" style="{}"', name, _declarations()[name])


@register.simple_tag
def mail_styles() -> str:
    """Returns the stylesheet for the head of a message, including the dark scheme."""
    return _sheet()


@cache
def _sheet() -> str:
    return (settings.BASE_DIR / "static" / STYLES).read_text(encoding="utf-8")


@cache
def _declarations() -> dict[str, str]:
    """Parses declarations by class from the stylesheet before its first at-rule, one class per line."""
    plain = _sheet().partition("@media")[0]
    return dict(re.findall(r"^\.([\w-]+) \{ (.*?);? \}$", plain, flags=re.MULTILINE))
