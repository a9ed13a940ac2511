"""`/news/<id>`: the story of a headline, with related figures."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import access
from briefing.core.language import page_language
from briefing.core.web import page_cache
from briefing.core.web.page_cache import CacheableRequest
from commentary.rules.stories import ROWS_OF_TAG
from indicators import panel
from indicators.rows import DashboardRow
from news import queries

REGIONS = {"USA": {"US"}, "EU": {"EU", "IT"}, "Asia": {"ASIA"}}
MOST_ROWS = 8
MAX_HEADLINES = 60  # a long story has a hundred headlines; the page says how many


@require_safe
@access.page()
def story(request: HttpRequest, pk: int) -> HttpResponse:
    """Shows who reported the story, when and how; 404 once its headlines are deleted, after 90 days."""

    def render_page(cacheable: CacheableRequest) -> HttpResponse:
        found = queries.story(pk, page_language())
        if found is None:
            raise Http404
        context = {
            "story": found,
            "headlines": found.headlines[:MAX_HEADLINES],
            "more": max(0, len(found.headlines) - MAX_HEADLINES),
            "rows": rows_of(found.tags, page_language()),
        }
        return render(cacheable, "news/story.html", context)

    response = page_cache.serve_cached(request, "story", render_page)
    response["Cache-Control"] = "private, no-cache"
    return response


def rows_of(tags: list[str], language: str) -> list[DashboardRow]:
    """Returns the rows related to a story's tags; only those of its regions if there are any."""
    codes = [code for tag in tags for code in ROWS_OF_TAG.get(tag, ())]
    known = {row.code: row for group in panel.groups(language) for row in group.rows if row.value is not None}
    rows = [known[code] for code in dict.fromkeys(codes) if code in known]
    regions = {region for tag in tags for region in REGIONS.get(tag, ())}
    near = [row for row in rows if row.region in regions]
    return (near or rows)[:MOST_ROWS]
