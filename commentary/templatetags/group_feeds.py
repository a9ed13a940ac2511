"""The feed addresses of reads for the settings page."""

from typing import Any

from django import template

from commentary.scopes import scope_title, scopes

register = template.Library()


@register.inclusion_tag("commentary/group_feeds.html", takes_context=True)
def group_feeds(context: dict[str, Any]) -> dict[str, Any]:
    """Renders a field for each scope; takes `language`, `base_url`, `feed_token` and `feed_tone` from the context."""
    language = context["language"]
    kept = {name: context[name] for name in ("language", "base_url", "feed_token", "feed_tone")}
    return kept | {"scopes": [(scope, scope_title(scope, language)) for scope in scopes()]}
