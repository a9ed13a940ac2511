"""The panel of followed figures on the settings page."""

from typing import Any

from django import template

from commentary.followed import panel

register = template.Library()


@register.inclusion_tag("commentary/followed/panel.html", takes_context=True)
def followed_panel(context: dict[str, Any]) -> dict[str, Any]:
    """Renders the panel; takes `account`, `language`, `base_url`, `feed_token` and `feed_tone` from the context."""
    language = context["language"]
    kept = {name: context[name] for name in ("language", "base_url", "feed_token", "feed_tone")}
    return kept | panel.context_of(context["account"], language, context["feed_tone"].upper())
