"""View of the shared universe: one URL and one cached response for all readers."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe

from accounts import access
from briefing.core import api
from briefing.core.api import Operation
from briefing.core.web import page_cache
from portfolio import universe


@api.describes(
    Operation(
        "get",
        gettext_noop("Tickers with names and last closes, the same for everyone"),
        answer=universe.Universe,
        statuses=(304,),
    )
)
@require_safe
@access.endpoint()
def show(request: HttpRequest) -> HttpResponse:
    """`GET /api/universe` (decision 9.3), with a strong ETag for each encoding, and 304."""
    return page_cache.serve_cached_to_all(request, "api/universe", universe.render)
