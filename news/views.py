"""The news page and the news list for programs: thin doors over `reading`."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts import access
from briefing.core import api
from briefing.core.language import page_language
from news import queries
from news.api_models import NewsAnswer, NewsItem, NewsQuery
from news.filters import PARTS, Filter
from news.tagging import vocabulary

PAGE_SIZE = 50


@require_safe
@access.page()
def page(request: HttpRequest) -> HttpResponse:
    """`/news`: filters and pages by ordinary links; an unreadable cursor shows the first page.

    The bare address leads to the filter of the last visit.
    """
    asked = any(part in request.GET for part in PARTS)
    if not asked and (kept := Filter.kept(request)):
        return redirect(kept.url())
    chosen = Filter.of(request.GET)
    cursor: str | None = request.GET.get("cursor") or None
    wanted = {
        "language": chosen.lang,
        "include": chosen.include,
        "exclude": chosen.exclude,
        "q": chosen.q,
    }
    try:
        found = queries.page(**wanted, limit=PAGE_SIZE, cursor=cursor)  # type: ignore[arg-type]
    except queries.BadCursor:
        cursor, found = None, queries.page(**wanted, limit=PAGE_SIZE)  # type: ignore[arg-type]
    language = page_language()
    context = {
        "filter": chosen,
        "choices": chosen.choices(language),
        "languages": chosen.languages(),
        "everything_url": Filter().url(),
        "items": found.items,
        "next_url": chosen.url(found.next_cursor) if found.next_cursor else "",
        "first_url": chosen.url() if cursor else "",
    }
    response = render(request, "news/page.html", context)
    response["Cache-Control"] = (
        "private, no-cache"  # as the dashboard: asked again each time, and often unchanged
    )
    if asked:
        chosen.keep(response)
    return response


@api.describes(
    api.Operation("get", "Headlines, newest first, each story once", query=NewsQuery, answer=NewsAnswer)
)
@require_safe
@access.endpoint()
def news_list(request: HttpRequest) -> HttpResponse:
    """`GET /api/news` (decision 6.4). A parameter that cannot be used is a 400 that names it."""
    given: dict[str, object] = {name: ",".join(request.GET.getlist(name)) for name in ("include", "exclude")}
    given |= {name: request.GET[name] for name in ("lang", "q", "limit", "cursor") if request.GET.get(name)}
    query = api.validated(NewsQuery, given)
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
