"""For pages: whether publishers can be reached, so that readers are told why nothing new comes."""

from django import template

from briefing.core import reachability
from briefing.core.language import date_in_text

register = template.Library()


@register.simple_tag
def network_away() -> str:
    """Since when no publisher could be reached, in words; empty while they are. `{% network_away as away %}`."""
    notice = reachability.outage()
    if notice is None:
        return ""
    return f"{date_in_text(notice.created_at, 'j M')}, {notice.created_at:%H:%M} UTC"
