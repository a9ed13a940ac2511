"""`GET /api/indicators` and `/api/indicators/<code>`; responses are cached for all clients."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe
from pydantic import BaseModel

from accounts import access
from briefing.core import api
from briefing.core.web import page_cache
from briefing.core.web.page_cache import CacheableRequest
from indicators import groups, listing, redistribution
from indicators.api_models import IndicatorsAnswer, IndicatorsQuery, SeriesAnswer, SeriesQuery
from indicators.fallback_sources import row_as_stored


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
            " for a series whose owner's terms do not allow redistribution."
        ),
        query=SeriesQuery,
        answer=SeriesAnswer,
        statuses=(304, 404),
    )
)
@require_safe
@access.endpoint(tokens=True)
def indicator(request: HttpRequest, code: str) -> HttpResponse:
    query = api.query_as(SeriesQuery, request.GET)
    try:
        row = row_as_stored(groups.load().row(code))
    except KeyError:
        raise Http404 from None
    if refused := redistribution.refusal(row, query.lang):
        raise api.Problem(403, redistribution.CODE, refused.reason, terms=refused.terms)
    return _printed(request, query, lambda: listing.series(code, query.lang, query.range))


def _printed(request: HttpRequest, query: BaseModel, made: Callable[[], BaseModel]) -> HttpResponse:
    def render_page(_sheet: CacheableRequest) -> HttpResponse:
        try:
            return api.answer(made())
        except KeyError:
            raise Http404 from None

    return page_cache.serve_cached_to_all(request, "api/indicators", render_page, query=api.canonical(query))
