"""The news page and the news endpoint of the API."""

from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe

from accounts import access
from briefing.core import api
from briefing.core.language import page_language
from briefing.core.web import errors, limits, page_cache
from briefing.core.web.cursors import BadCursor, is_first_page
from news import queries
from news.api_models import NewsAnswer, NewsItem, NewsQuery
from news.filters import PARTS, Filter
from news.tagging import vocabulary

PAGE_SIZE = 50
# Each search scans the text of many headlines; this is enough for searches typed by hand.
SEARCHES, WINDOW = 60, timedelta(minutes=10)
OPERATOR = "operator"  # tokens without a reader


def _search(request: HttpRequest, q: str) -> int:
    """Counts a search and returns the seconds to wait if the limit is reached, else 0."""
    if not q:
        return 0
    user = access.admitted(request).user
    return limits.count_use("news.search", str(user.pk) if user else OPERATOR, limit=SEARCHES, window=WINDOW)


@require_safe
@access.page()
def page(request: HttpRequest) -> HttpResponse:
    """`/news`: the news page with filters and pagination; an invalid cursor shows the first page.

    Without parameters redirects to the stored filter, else shows headlines in the page's language.
    """
    requested = any(part in request.GET for part in PARTS)
    if not requested and (stored := Filter.stored(request)) is not None:
        return redirect(stored.url())
    chosen = Filter.of(request.GET) if requested else Filter.at_first()
    if wait := _search(request, chosen.q):
        return errors.too_often(request, wait)
    cursor = request.GET.get("cursor", "")
    if cursor or not chosen.is_common:
        response = _render(request, chosen, cursor)
    else:
        response = page_cache.serve_cached(
            request, "news", lambda cacheable: _render(cacheable, chosen), query=chosen.query() or "all="
        )
    # As on the dashboard: revalidated each time, and often unchanged.
    response["Cache-Control"] = "private, no-cache"
    if requested:
        chosen.store(request, response)
    return response


def _render(request: HttpRequest, chosen: Filter, cursor: str = "") -> HttpResponse:
    wanted: dict[str, Any] = {
        "language": chosen.lang,
        "include": chosen.include,
        "exclude": chosen.exclude,
        "q": chosen.q,
        "shown_in": page_language(),
    }
    try:
        found = queries.page(**wanted, limit=PAGE_SIZE, cursor=cursor or None)
    except BadCursor:
        cursor, found = "", queries.page(**wanted, limit=PAGE_SIZE)
    context = {
        "filter": chosen,
        "narrowed": bool(chosen) and chosen != Filter.at_first(),
        "choices": chosen.choices(page_language()),
        "languages": chosen.languages(),
        "everything_url": Filter().url(),
        "items": found.items,
        "next_url": chosen.url(found.next_cursor) if found.next_cursor else "",
        "first_url": chosen.url() if cursor else "",
    }
    return render(request, "news/page.html", context)


@api.describes(
    api.Operation(
        "get",
        gettext_noop("Headlines, newest first, each story once"),
        rules=gettext_noop("Searches are limited to 60 in ten minutes for each reader."),
        query=NewsQuery,
        answer=NewsAnswer,
        statuses=(304, 429),
    )
)
@require_safe
@access.endpoint(tokens=True)
def news_list(request: HttpRequest) -> HttpResponse:
    """`GET /api/news` (decision 6.4). An invalid parameter is a 400 that names it."""
    query = api.query_as(NewsQuery, request.GET, lists=("include", "exclude"))
    if wait := _search(request, query.q):
        raise api.Problem(
            429, "rate_limited", _("Too many searches. Please wait a little."), retry_after=wait
        )
    if query.q or len(query.include) + len(query.exclude) > 1 or not is_first_page(query):
        return api.conditional(request, _answer(query))
    return page_cache.serve_cached_to_all(
        request, "api/news", lambda _request: _answer(query), query=api.canonical(query)
    )


def _answer(query: NewsQuery) -> HttpResponse:
    found = queries.page(
        language=query.lang,
        include=query.include,
        exclude=query.exclude,
        q=query.q,
        limit=query.limit,
        cursor=query.cursor,
    )
    items = [NewsItem.model_validate(item) for item in found.items]
    return api.answer(NewsAnswer(items=items, next_cursor=found.next_cursor, tags=list(vocabulary.TAGS)))
