"""For templates: a tag's label in the reader's language."""

from django import template

from briefing.core.language import page_language
from news.tagging import vocabulary

register = template.Library()


@register.filter
def tag_label(word: str) -> str:
    """The label of a tag; a word of an older vocabulary stands for itself."""
    return vocabulary.label(word, page_language()) if word in vocabulary.TAGS else word
