"""`GET /api/reads` and `GET /api/logs`: published texts as JSON, without withdrawn ones."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from accounts import access
from briefing.core import api
from briefing.core.web import page_cache
from briefing.core.web.cursors import is_first_page
from commentary import log_queries, published
from commentary.api_models import (
    FigureSource,
    LogAnswer,
    LogsAnswer,
    LogsQuery,
    ReadAnswer,
    ReadsAnswer,
    ReadsQuery,
    SentenceAnswer,
    SentenceFigure,
)
from commentary.facts.shown import Rights, redistributable, rights_of_rows
from commentary.labels import rules_only, texts_choice_key
from commentary.log_queries import LogEntry
from commentary.marks import about_url
from commentary.published import PublishedRead, PublishedText
from commentary.receipts import arithmetic


@api.describes(
    api.Operation(
        "get",
        _("What the figures say: the read across groups and of each group"),
        query=ReadsQuery,
        answer=ReadsAnswer,
        statuses=(304, 404),
    )
)
@require_safe
@access.endpoint(tokens=True)
def reads(request: HttpRequest) -> HttpResponse:
    """`GET /api/reads`: the latest accepted text of each group, in one tone and language."""
    query = api.query_as(ReadsQuery, request.GET)
    _is_written(query.tone)
    only = rules_only(request)

    def made() -> ReadsAnswer:
        found = published.reads(query.lang, query.tone, rules_only=only)
        rights = rights_of_rows()
        with translation.override(query.lang):
            return ReadsAnswer(items=[_read(group, read, rights) for group, read in found.items()])

    return page_cache.serve_cached_to_all(
        request,
        "api/reads",
        lambda _request: api.answer(made()),
        query=api.canonical(query),
        varies_on=[texts_choice_key(request)],
    )


@api.describes(
    api.Operation(
        "get",
        _("The strategic log, newest first"),
        query=LogsQuery,
        answer=LogsAnswer,
        statuses=(304, 404),
    )
)
@require_safe
@access.endpoint(tokens=True)
def logs(request: HttpRequest) -> HttpResponse:
    """`GET /api/logs`: logs with keyset pagination; only the first page of default length is cached."""
    query = api.query_as(LogsQuery, request.GET)
    _is_written(query.tone)
    only = rules_only(request)
    if not is_first_page(query):
        return api.conditional(request, _logs(query, rules_only=only))
    return page_cache.serve_cached_to_all(
        request,
        "api/logs",
        lambda _request: _logs(query, rules_only=only),
        query=api.canonical(query),
        varies_on=[texts_choice_key(request)],
    )


def _is_written(tone: str) -> None:
    if tone not in settings.GENERATION_TONES:
        raise api.Problem(404, "not_found", "Nothing is written in this tone here.")


def _read(group: str, read: PublishedRead, rights: Rights) -> ReadAnswer:
    return ReadAnswer(**_text(read, rights), group=group, news=sorted(read.news))


def _logs(query: LogsQuery, *, rules_only: bool) -> HttpResponse:
    found = log_queries.page(
        query.lang, query.tone, limit=query.limit, cursor=query.cursor, rules_only=rules_only
    )
    rights = rights_of_rows()
    with translation.override(query.lang):
        items = [_log(entry, rights) for entry in found.entries]
    return api.answer(LogsAnswer(items=items, next_cursor=found.next_cursor))


def _text(text: PublishedText, rights: Rights) -> dict[str, Any]:
    """Returns the fields of `TextAnswer`."""
    mark = text.mark
    allowed = redistributable(text.facts, rights)
    return {
        "id": text.id,
        "title": text.title,
        "paragraphs": text.paragraphs,
        "language": text.language,
        "tone": text.tone,
        "written_by": mark.written_by,
        "by_rules": mark.by_rules,
        "source_type": mark.source_type,
        "label": mark.label,
        "reviewed_by": list(mark.reviewed_by),
        "responsible": about_url(),
        "written_at": text.written_at,
        "cycle": text.cycle,
        "codes": [fact.code for fact in text.named],
        "sentences": [
            SentenceAnswer(
                text=each["text"], figures=[_figure(figure, text, allowed) for figure in each["figures"]]
            )
            for each in text.sentences
        ],
        "sources": [
            FigureSource(
                code=each.code, label=each.label, name=each.source_name, url=each.source_url, formula=each.how
            )
            for each in text.figures
            if each.code
        ],
    }


def _figure(figure: Mapping[str, Any], text: PublishedText, allowed: set[str]) -> SentenceFigure:
    codes = figure["code"].split("-")
    if text.facts is None or not allowed.issuperset(codes):
        return SentenceFigure(**{**figure, "value": None}, arithmetic="")
    rows = [row for code in codes for row in text.facts.rows if row.key == code]
    return SentenceFigure(**figure, arithmetic=arithmetic(figure, rows, text.tone))


def _log(entry: LogEntry, rights: Rights) -> LogAnswer:
    url = f"{settings.BASE_URL}{reverse('commentary:entry', args=[entry.id])}"
    return LogAnswer(**_text(entry, rights), url=url)
