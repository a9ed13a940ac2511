"""Template tag for network outages, so that readers see why nothing is updated."""

from django import template

from briefing.core.dates import date_in_text
from briefing.core.outside import reachability

register = template.Library()


@register.simple_tag
def network_away() -> str:
    """Returns since when no publisher could be reached, as text; "" if they can be. `{% network_away as away %}`."""
    notice = reachability.outage()
    if notice is None:
        return ""
    return f"{date_in_text(notice.created_at, 'j M')}, {notice.created_at:%H:%M} UTC"
