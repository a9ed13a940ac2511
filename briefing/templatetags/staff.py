"""Template tags of the admin's first page: notices and status."""

from typing import Any

from django import template
from django.utils import timezone

from briefing.core.models import StaffNotice
from briefing.core.operations import status
from briefing.core.operations.status.service import NOTICES
from briefing.core.outside import reachability

register = template.Library()
MOST_NOTICES = 20


@register.inclusion_tag("briefing/staff_notices.html")
def staff_notices() -> dict[str, Any]:
    """Returns the open notices, except the network's, which the status shows."""
    found = StaffNotice.objects.filter(resolved_at=None).exclude(kind=reachability.KIND)
    return {"notices": found.order_by("-created_at")[:MOST_NOTICES]}


@register.inclusion_tag("briefing/staff_status.html", takes_context=True)
def staff_status(context: Any) -> dict[str, Any]:
    """Returns the status, except the notices, which have their own list."""
    found = status.look(timezone.now())
    sections = [section for section in found.sections if section.title != NOTICES]
    request = context["request"]
    return {
        "request": request,
        "csrf_token": context.get("csrf_token"),
        "faulty": [section for section in sections if section.level],
        "fine": [section for section in sections if not section.level],
        "sections": sections,
        "may_try_again": request.user.has_perm("briefing.support_job"),
    }
