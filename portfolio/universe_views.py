"""View of the shared universe: one address, one answer for everyone, packed once."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from accounts import access
from briefing.core import api
from briefing.core.api import Operation
from portfolio import universe


def takes_gzip(header: str) -> bool:
    """Whether an Accept-Encoding header admits gzip (RFC 9110, 12.5.3: q=0 refuses it)."""
    weights = {}
    for part in header.lower().split(","):
        coding, _, parameters = part.partition(";")
        name, _, weight = parameters.partition("=")
        weights[coding.strip()] = weight.strip() if name.strip() == "q" else "1"
    chosen = weights.get("gzip", weights.get("*", "0"))
    return chosen.replace("0", "").replace(".", "") != ""


@api.describes(
    Operation(
        "get",
        "Tickers with names and last closes, the same for everyone",
        answer=universe.Universe,
        statuses=(304,),
    )
)
@require_safe
@access.endpoint()
def show(request: HttpRequest) -> HttpResponse:
    """`GET /api/universe` (decision 9.3). Strong ETags, one for each coding, and 304."""
    found, packed = universe.document(), takes_gzip(request.headers.get("Accept-Encoding", ""))
    response = HttpResponse(found.packed if packed else found.plain, content_type="application/json")
    response["ETag"] = f'"{found.digest}-gzip"' if packed else f'"{found.digest}"'
    # Only those who signed in may have it, so no shared cache keeps it; a browser asks whether it still holds.
    response["Cache-Control"] = "private, no-cache"
    # Said in either case: the gzip middleware packs what says nothing, at random lengths and under a weak tag,
    # even for a client that refuses gzip by q=0.
    response["Content-Encoding"] = "gzip" if packed else "identity"
    # Here rather than in the middleware, so that a 304 says the version of the interface too.
    answer = get_conditional_response(request, etag=response["ETag"], response=response) or response
    answer.same_for_all = True  # type: ignore[attr-defined]
    return answer
