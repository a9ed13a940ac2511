"""Template filters for news."""

from django import template

from briefing.core.language import page_language
from news.tagging import vocabulary

register = template.Library()


@register.filter
def tag_label(word: str) -> str:
    """Returns the tag's label in the page's language; a tag of an earlier vocabulary is returned unchanged."""
    return vocabulary.label(word, page_language()) if word in vocabulary.TAGS else word
