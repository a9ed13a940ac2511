"""For the admin's first page: what staff should know."""

from typing import Any

from django import template

from briefing.core.models import StaffNotice

register = template.Library()
MOST_NOTICES = 20


@register.inclusion_tag("briefing/staff_notices.html")
def staff_notices() -> dict[str, Any]:
    return {"notices": StaffNotice.objects.filter(resolved_at=None).order_by("-created_at")[:MOST_NOTICES]}
