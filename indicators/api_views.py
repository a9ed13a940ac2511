"""`GET /api/indicators`, `/api/indicators/<code>`, cached for all clients, and `/api/revisions`."""

from collections.abc import Callable
from datetime import UTC, date, timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe
from pydantic import BaseModel

from accounts import access
from briefing.core import api
from briefing.core.web import page_cache
from briefing.core.web.page_cache import CacheableRequest
from indicators import groups, listing, past_days, redistribution, revision_listing
from indicators.api_models import (
    DAYS_BACK,
    IndicatorsAnswer,
    IndicatorsQuery,
    RevisionsAnswer,
    RevisionsQuery,
    SeriesAnswer,
    SeriesQuery,
)
from indicators.config_types import NotConfigured
from indicators.fallback_sources import row_as_stored
from indicators.vintages import NotKnown

A_WEEK = timedelta(days=7)


@api.describes(
    api.Operation(
        "get",
        _("The figures of the dashboard"),
        rules=_(
            "Values are unrounded, after the row's transform. A series whose owner's terms do not allow redistribution"
            " is listed without its figures, with the reason in `refused`."
        ),
        query=IndicatorsQuery,
        answer=IndicatorsAnswer,
        statuses=(304, 404),
    )
)
@require_safe
@access.endpoint(tokens=True)
def indicators(request: HttpRequest) -> HttpResponse:
    query = api.query_as(IndicatorsQuery, request.GET)
    return _printed(request, query, lambda: listing.rows(query.lang, query.group))


@api.describes(
    api.Operation(
        "get",
        _("One figure with its history"),
        rules=_(
            "The ranges are those of the figure's page. 403 with the code `redistribution_refused` and the reason"
            " for a series whose owner's terms do not allow redistribution. With `as_of` the series as it was known at"
            " the end of that day (UTC); a day to come is 400, one before `known_since` is 404 with the code"
            " `not_known_then`. Requests with `as_of` are limited to 60 in ten minutes for each reader."
        ),
        query=SeriesQuery,
        answer=SeriesAnswer,
        statuses=(304, 404, 429),
    )
)
@require_safe
@access.endpoint(tokens=True)
def indicator(request: HttpRequest, code: str) -> HttpResponse:
    query = api.query_as(SeriesQuery, request.GET)
    try:
        row = row_as_stored(groups.load().row(code))
    except NotConfigured:
        raise Http404 from None
    if refused := redistribution.refusal(row, query.lang):
        raise api.Problem(403, redistribution.CODE, refused.reason, terms=refused.terms)
    if query.as_of is None:
        return _printed(request, query, lambda: listing.series(code, query.lang, query.range))
    if wait := past_days.count(request):
        detail = gettext("Too many requests for past days. Please wait a little.")
        raise api.Problem(429, "rate_limited", detail, retry_after=wait)
    try:
        with translation.override(query.lang):
            found = listing.series(code, query.lang, query.range, query.as_of)
    except NotKnown as reason:
        raise _not_known(reason, query.as_of) from None
    return api.conditional(request, api.answer(found))  # a page for each of thousands of days is not cached


def _not_known(reason: NotKnown, day: date) -> api.Problem:
    if day > timezone.now().astimezone(UTC).date():
        errors = [{"field": "as_of", "message": str(reason)}]
        return api.Problem(400, "invalid_request", f"as_of: {reason}", errors=errors)
    since = reason.since.astimezone(UTC).isoformat(timespec="seconds") if reason.since else None
    return api.Problem(404, "not_known_then", str(reason), known_since=since)


@api.describes(
    api.Operation(
        "get",
        _("What was revised since a moment"),
        rules=_(
            "Observations whose value differs between that moment and now, or that were withdrawn, at the decimals that"
            " pages show. Series whose owner's terms do not allow redistribution are left out."
        ),
        query=RevisionsQuery,
        answer=RevisionsAnswer,
        statuses=(304, 404),
    )
)
@require_safe
@access.endpoint(tokens=True)
def revisions(request: HttpRequest) -> HttpResponse:
    query = api.query_as(RevisionsQuery, request.GET)
    now = timezone.now()
    since = query.since or now - A_WEEK
    if not now - timedelta(days=DAYS_BACK) <= since <= now:
        raise api.Problem(404, "not_listed", f"`since` must lie in the last {DAYS_BACK} days.")
    return api.conditional(request, api.answer(revision_listing.revisions(since, query.lang)))


def _printed(request: HttpRequest, query: BaseModel, made: Callable[[], BaseModel]) -> HttpResponse:
    def render_page(_request: CacheableRequest) -> HttpResponse:
        try:
            return api.answer(made())
        except NotConfigured:
            raise Http404 from None

    return page_cache.serve_cached_to_all(request, "api/indicators", render_page, query=api.canonical(query))
