"""Paragraphs of a text as HTML; for novices with the terms of the glossary explained where they first stand."""

from typing import Protocol

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from commentary.glossing import Piece, glossed

register = template.Library()
EXPLAINED_FOR = "NOVICE"


class Shown(Protocol):
    """A read or a log entry."""

    @property
    def id(self) -> int: ...
    @property
    def paragraphs(self) -> list[str]: ...
    @property
    def language(self) -> str: ...


@register.simple_tag
def paragraphs(text: Shown, tone: str) -> SafeString:
    """`<p>` for each paragraph. A title is never handed in: headings stay as they are."""
    if tone != EXPLAINED_FOR:
        return format_html_join("", "<p>{}</p>", ((paragraph,) for paragraph in text.paragraphs))
    prefix = f"{type(text).__name__.lower()}-{text.id}"
    parts = glossed(text.paragraphs, text.language)
    return format_html_join("", "<p>{}</p>", ((_marked(pieces, prefix),) for pieces in parts))


def _marked(pieces: list[Piece], prefix: str) -> SafeString:
    return format_html_join("", "{}", ((_piece(piece, prefix),) for piece in pieces))


def _piece(piece: Piece, prefix: str) -> SafeString | str:
    """A button that is described by its explanation: seen on hover, focus and touch, without script too."""
    if piece.term is None:
        return piece.text
    return format_html(
        '<glossary-term><button type="button" class="term" aria-describedby="term-{}-{}">{}</button>'
        '<span class="tip" role="tooltip" id="term-{}-{}">{}</span></glossary-term>',
        prefix, piece.term.id, piece.text, prefix, piece.term.id, piece.term.definition,
    )  # fmt: skip
