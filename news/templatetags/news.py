"""For templates: a tag's label in the reader's language, and the open notices for staff."""

from typing import Any

from django import template

from briefing.core.language import page_language
from news.models import Notice
from news.tagging import vocabulary

register = template.Library()
MOST_NOTICES = 20


@register.filter
def tag_label(word: str) -> str:
    """The label of a tag; a word of an older vocabulary stands for itself."""
    return vocabulary.label(word, page_language()) if word in vocabulary.TAGS else word


@register.inclusion_tag("news/notices.html")
def news_notices() -> dict[str, Any]:
    return {"notices": Notice.objects.open().order_by("-created_at")[:MOST_NOTICES]}
