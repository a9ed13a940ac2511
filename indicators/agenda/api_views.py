"""`GET /api/agenda`; responses are cached for a quarter of an hour."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from accounts import access
from briefing.core import api
from briefing.core.web import page_cache
from indicators.agenda import lines, pages
from indicators.agenda.api_models import AgendaAnswer, AgendaItem, AgendaQuery


@api.describes(
    api.Operation(
        "get",
        _("What is released when"),
        rules=_("Releases of the figures shown here, and central bank decisions."),
        query=AgendaQuery,
        answer=AgendaAnswer,
        statuses=(304, 404),
    )
)
@require_safe
@access.endpoint(tokens=True)
def agenda(request: HttpRequest) -> HttpResponse:
    query = api.query_as(AgendaQuery, request.GET)
    return page_cache.serve_cached_to_all(
        request,
        "api/agenda",
        lambda _request: api.answer(_listed(query)),
        query=api.canonical(query),
        varies_on=[lines.quarter_of_hour(timezone.now())],
    )


def _listed(query: AgendaQuery) -> AgendaAnswer:
    with translation.override(query.lang):
        if query.group and query.group not in lines.group_titles(query.lang):
            raise Http404
    coming = pages.coming(timezone.now(), query.lang)
    return AgendaAnswer(
        items=[_item(line) for line in coming if pages.is_chosen(line, query.group, query.region)]
    )


def _item(line: lines.AgendaLine) -> AgendaItem:
    fields = {name: getattr(line, name) for name in AgendaItem.model_fields if name != "codes"}
    return AgendaItem(**fields, codes=[row.code for row in line.rows])
