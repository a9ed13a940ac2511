"""Renders paragraphs of a text as HTML, with links to figures and, for novices, explained terms."""

import re
from collections.abc import Iterator
from itertools import chain, repeat
from typing import TYPE_CHECKING, Protocol

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from commentary.glossary.linking import linked, linked_at
from commentary.glossary.marking import MarkedText, glossed
from commentary.marks import Mark, badge
from commentary.receipts import number_spans

if TYPE_CHECKING:  # away loads the writers
    from commentary.away import AwayPart
    from commentary.published import PublishedText

register = template.Library()
EXPLAINED_FOR = "NOVICE"
AGAINST_BEFORE = re.compile(r"(?<!\w)\w++[’']$|[(“«]$")
AGAINST_AFTER = re.compile(r"[.,;:!?)”»…]+")


class Marked(Protocol):
    @property
    def mark(self) -> Mark: ...


@register.simple_tag
def paragraphs(text: "PublishedText | AwayPart", tone: str, to: str = "") -> SafeString:
    """Renders each paragraph as `<p>`, the first of a model's text with its badge; titles are not glossed.

    `to` sets the link target of figures: "row" on the same page, "page" for the figure's page.
    """
    prefix = f"{type(text).__name__.lower()}-{text.id}"
    if tone == EXPLAINED_FOR:
        parts = glossed(text.paragraphs, text.language)
    else:
        parts = [[MarkedText(paragraph)] for paragraph in text.paragraphs]
    if to and text.sentences and text.facts:
        spans = number_spans(text.paragraphs, text.sentences, text.facts, text.tone, text.language)
        parts = linked_at(parts, spans)
    elif to:
        parts = linked(parts, text.basis)
    badges = chain([ai_badge(text)], repeat(""))
    return format_html_join(
        "",
        "<p>{}{}</p>",
        ((badge, _marked(pieces, prefix, to)) for badge, pieces in zip(badges, parts, strict=False)),
    )


@register.simple_tag
def ai_badge(text: Marked) -> SafeString | str:
    """Renders the badge in front of a model's text; "" for one by rules."""
    return badge(text.mark)


@register.simple_tag
def mark_label(text: Marked) -> SafeString:
    """Renders who wrote it, as a link to the page on who answers for it."""
    return format_html('<a href="{}">{}</a>', reverse("authorship"), text.mark.label)


@register.simple_tag
def mark_data(text: Marked) -> SafeString:
    """Renders the mark as attributes of the element around a text."""
    mark = text.mark
    return format_html(
        ' data-written-by="{}" data-reviewed-by="{}" data-digital-source-type="{}"',
        mark.written_by, " ".join(mark.reviewed_by), mark.source_type,
    )  # fmt: skip


def _marked(pieces: list[MarkedText], prefix: str, to: str) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in _parts(pieces, prefix, to)))


def _parts(pieces: list[MarkedText], prefix: str, to: str) -> Iterator[SafeString | str]:
    """Wraps terms with adjoining "l’" or punctuation, since lines may break around a button."""
    texts = [piece.text for piece in pieces]
    plain = [piece.term is None and not piece.figure for piece in pieces]
    around = {}
    for place, piece in enumerate(pieces):
        if piece.term is None:
            continue
        before = after = ""
        if place and plain[place - 1] and (found := AGAINST_BEFORE.search(texts[place - 1])):
            before, texts[place - 1] = found[0], texts[place - 1][: found.start()]
        if place + 1 < len(pieces) and plain[place + 1] and (found := AGAINST_AFTER.match(texts[place + 1])):
            after, texts[place + 1] = found[0], texts[place + 1][found.end() :]
        around[place] = (before, after)
    for place, piece in enumerate(pieces):
        before, after = around.get(place, ("", ""))
        shown = texts[place] if plain[place] else _piece(piece, prefix, to)
        yield (
            format_html('<span class="whole">{}{}{}</span>', before, shown, after)
            if before or after
            else shown
        )


def _piece(piece: MarkedText, prefix: str, to: str) -> SafeString | str:
    """Renders a figure link, or a term with a tooltip that works on hover, focus and touch without script."""
    if piece.figure:
        address = f"#row-{piece.figure}" if to == "row" else reverse("indicators:detail", args=[piece.figure])
        return format_html('<a class="figure" href="{}">{}</a>', address, piece.text)
    if piece.term is None:
        return piece.text
    return format_html(
        '<glossary-term><span class="term" role="button" tabindex="0" aria-describedby="term-{}-{}">{}</span>'
        '<span class="tip" role="tooltip" id="term-{}-{}">{}</span></glossary-term>',
        prefix, piece.term.id, piece.text, prefix, piece.term.id, piece.term.definition,
    )  # fmt: skip
