"""Template tags for the previews of links."""

from django import template

from briefing.pages.cards import previews
from briefing.pages.cards.previews import LinkPreview

register = template.Library()


@register.simple_tag
def figure_preview(code: str) -> LinkPreview | None:
    """`{% figure_preview code as preview %}`: None if the figure has no card."""
    return previews.of_figure(code)


@register.simple_tag
def address_preview(address: str) -> LinkPreview | None:
    """`{% address_preview next as preview %}`: of the page that a visitor asked for."""
    return previews.of_address(address)
