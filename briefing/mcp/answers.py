"""Reads each tool's result through the API, with its sources and dates."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.conf import settings
from django.http import Http404, HttpRequest
from pydantic import BaseModel

from briefing.mcp import models
from briefing.mcp.reading import read
from commentary import api_views as texts_api
from commentary.api_models import LogsAnswer, ReadsAnswer, TextAnswer
from indicators import api_views as figures_api
from indicators.agenda import api_views as agenda_api
from indicators.agenda.api_models import AgendaAnswer, AgendaItem
from indicators.api_models import (
    Indicator,
    IndicatorsAnswer,
    RevisionsAnswer,
    SeriesAnswer,
    SourceAnswer,
)
from news import views as news_views
from news.api_models import NewsAnswer

MOST_POINTS = 750  # three years of trading days, some 24,000 tokens: assistants cut longer answers
MOST_CHANGED = 20


@dataclass(frozen=True)
class SourcedResult:
    """A tool's result with its sources, and the days or times of its data."""

    result: BaseModel
    sources: Iterable[str]
    dates: Iterable[date | datetime]


def find_figures(request: HttpRequest, arguments: models.FindArguments) -> SourcedResult:
    """Returns the figures that match most of the words; ties go to the shorter name."""
    every = read(request, figures_api.indicators, "indicators:api_list", IndicatorsAnswer, arguments).items
    words = set(re.findall(r"\w+", arguments.words.casefold()))
    ranked = [
        (rank, item)
        for item in every
        if arguments.region in (None, item.region) and ((rank := _rank(item, words)) > 0 or not words)
    ]
    ranked.sort(key=lambda each: (-each[0], len(each[1].label) if words else 0))
    items = [item for _, item in ranked[: arguments.limit]]
    groups = list(dict.fromkeys(item.group for item in every))
    return _of_figures(models.FiguresFound(items=items, found=len(ranked), groups=groups), items)


def _rank(item: Indicator, words: set[str]) -> int:
    """A word in the name or the code counts four, one in the explanation one."""
    name = set(re.findall(r"\w+", f"{item.label} {item.code}".casefold()))
    more = set(re.findall(r"\w+", f"{item.note} {item.basis} {item.region} {item.group}".casefold()))
    return 4 * len(words & name) + len(words & more)


def get_series(request: HttpRequest, arguments: models.SeriesArguments) -> SourcedResult:
    """The newest observations of a range."""
    code = arguments.code.upper()
    found = read(request, figures_api.indicator, "indicators:api_series", SeriesAnswer, arguments, code=code)
    left_out = max(0, len(found.observations) - MOST_POINTS)
    shown = found.model_copy(update={"observations": found.observations[left_out:]})
    return _of_figures(models.SeriesFound(**dict(shown), left_out=left_out), [found])


def _of_figures(result: BaseModel, items: list[Indicator]) -> SourcedResult:
    return SourcedResult(
        result, _attributions(items), [item.figure.observed_on for item in items if item.figure]
    )


def _attributions(items: Iterable[Indicator]) -> list[str]:
    return [item.source.attribution for item in items]


def get_reads(request: HttpRequest, arguments: models.ReadsArguments) -> SourcedResult:
    """The newest read of one group, or across groups."""
    found = read(request, texts_api.reads, "commentary:api_reads", ReadsAnswer, arguments).items
    chosen = [item for item in found if item.group == arguments.group]
    if not chosen:
        raise Http404
    return _of_texts(request, ReadsAnswer(items=chosen), chosen)


def get_log(request: HttpRequest, arguments: models.LogArguments) -> SourcedResult:
    """A page of the strategic log."""
    found = read(request, texts_api.logs, "commentary:api_logs", LogsAnswer, arguments)
    return _of_texts(request, found, found.items)


def _of_texts(request: HttpRequest, result: BaseModel, items: Sequence[TextAnswer]) -> SourcedResult:
    """Named are this service, which wrote the texts, and who publishes the figures in them."""
    every = read(request, figures_api.indicators, "indicators:api_list", IndicatorsAnswer).items
    present = {item.code: item.source for item in every}
    named = [name for item in items for name in _named_in(item, present)]
    return SourcedResult(result, [settings.BASE_URL, *named], [item.written_at for item in items])


def _named_in(text: TextAnswer, present: Mapping[str, SourceAnswer]) -> Iterator[str]:
    """Yields the attribution of each figure's source, or its name if the figure now has another source."""
    had = {source.code: source.name for source in text.sources}
    for code in text.codes:
        if code in present:
            name = had.get(code, present[code].name)
            yield present[code].attribution if name == present[code].name else name


def get_agenda(request: HttpRequest, arguments: models.AgendaArguments) -> SourcedResult:
    """Releases and central bank decisions, two weeks back and eight ahead."""
    found = read(request, agenda_api.agenda, "indicators:api_agenda", AgendaAnswer, arguments)
    return SourcedResult(found, [item.source for item in found.items], [item.day for item in found.items])


def find_news(request: HttpRequest, arguments: models.NewsArguments) -> SourcedResult:
    """Headlines by tag or word."""
    found = read(request, news_views.news_list, "news:list", NewsAnswer, arguments)
    return SourcedResult(
        found, [item.source for item in found.items], [item.published_at for item in found.items]
    )


def what_changed(request: HttpRequest, arguments: models.ChangesArguments) -> SourcedResult:
    """What was published since a moment, as far as the API's answers date it."""
    since, day = arguments.since, arguments.since.date()
    agenda = read(request, agenda_api.agenda, "indicators:api_agenda", AgendaAnswer, arguments).items
    releases = [item for item in agenda if item.state == "out" and _is_since(item, since)]
    reads = read(request, texts_api.reads, "commentary:api_reads", ReadsAnswer, arguments).items
    written = [item for item in reads if item.written_at >= since]
    logs = read(request, texts_api.logs, "commentary:api_logs", LogsAnswer, arguments).items
    named = {code for item in releases for code in item.codes} | {
        code for item in written for code in item.news
    }
    figures = [
        item
        for item in read(
            request, figures_api.indicators, "indicators:api_list", IndicatorsAnswer, arguments
        ).items
        if item.code in named or (item.figure and item.figure.observed_on >= day)
    ]
    page = read(request, news_views.news_list, "news:list", NewsAnswer)
    headlines = [item for item in page.items if item.published_at >= since]
    revised = read(
        request, figures_api.revisions, "indicators:api_revisions", RevisionsAnswer, arguments
    ).items
    changes = models.Changes(
        since=since,
        figures=figures[:MOST_CHANGED],
        more_figures=[item.code for item in figures[MOST_CHANGED:]],
        revisions=revised[:MOST_CHANGED],
        more_revisions=sorted({item.code for item in revised[MOST_CHANGED:]}),
        releases=releases,
        reads=[item.group for item in written],
        logs=[models.ChangedLog.model_validate(item) for item in logs if item.written_at >= since],
        news=headlines[:MOST_CHANGED],
        more_news=len(headlines) > MOST_CHANGED,
    )
    sources = [
        *_attributions(changes.figures),
        *(item.source.attribution for item in changes.revisions),
        *(item.source for item in releases),
        *(item.source for item in changes.news),
    ]
    dates = [
        *(item.written_at for item in written),
        *(item.written_at for item in changes.logs),
        *(item.published_at for item in changes.news),
        *(item.day for item in releases),
        *(item.revised_at for item in changes.revisions),
    ]
    return SourcedResult(changes, sources, dates)


def _is_since(item: AgendaItem, since: datetime) -> bool:
    """By the hour where the calendar states one, else by the day."""
    return item.starts_at >= since if item.starts_at else item.day >= since.date()
