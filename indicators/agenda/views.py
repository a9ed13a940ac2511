"""`/agenda`, and its calendar file behind a private link (decision 4.8)."""

from datetime import datetime, timedelta
from hashlib import sha256

from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from accounts import access
from briefing.core import api
from briefing.core.language import page_language
from briefing.core.web import limits
from indicators.agenda import decisions, ics, pages
from indicators.models import Release

# Counted for all devices of a reader, together with the other feeds.
ASKED, WINDOW = 120, timedelta(hours=1)


@require_safe
@access.page()
def agenda(request: HttpRequest) -> HttpResponse:
    """The page of eight weeks, filtered by `group` and `region`."""
    found = pages.agenda(
        timezone.now(),
        page_language(),
        group=request.GET.get("group", ""),
        region=request.GET.get("region", ""),
    )
    return render(request, "indicators/agenda.html", {"agenda": found})


@require_safe
@access.feed()
def calendar(request: HttpRequest, language: str) -> HttpResponse:
    """`/feeds/agenda/<language>.ics`; 304 if unchanged."""
    wait = limits.count_use("feeds", str(access.reader_of(request).pk), limit=ASKED, window=WINDOW)
    if wait:
        raise api.Problem(429, "rate_limited", "Too many requests for this link.", retry_after=wait)
    lines = pages.coming(timezone.now(), language)
    response = HttpResponse(
        ics.calendar(lines, language=language, changed=_changed()),
        content_type="text/calendar; charset=utf-8",
    )
    response["ETag"] = f'"{sha256(response.content).hexdigest()[:32]}"'
    response["Content-Disposition"] = 'inline; filename="market-briefing.ics"'
    found = get_conditional_response(request, response["ETag"], None, response)
    assert found is not None
    found["Content-Language"] = language
    return found


def _changed() -> datetime:
    """When the calendars last changed; before the first reading, when the decision days were retrieved."""
    changed: datetime | None = Release.objects.aggregate(changed=Max("changed_at"))["changed"]
    retrieved = max(bank.retrieved for bank in decisions.banks().values())
    return changed or timezone.make_aware(datetime.combine(retrieved, datetime.min.time()))
