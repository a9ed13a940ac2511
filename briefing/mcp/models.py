"""Arguments and results of the tools: the API's models, narrowed or combined."""

from datetime import UTC, timedelta
from typing import Annotated, Generic, Literal, TypeVar

from django.utils import timezone
from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field

from briefing.core import api
from briefing.core.api import Moment
from commentary.api_models import LogsQuery, ReadsQuery
from commentary.marks import Reviewer
from indicators.agenda.api_models import AgendaItem, AgendaQuery, Region
from indicators.api_models import (
    ChangedObservation,
    Group,
    Indicator,
    Language,
    SeriesAnswer,
    SeriesQuery,
)
from news.api_models import NewsItem, NewsQuery

Result = TypeVar("Result", bound=BaseModel)
DAYS_BACK = 14  # as far as the agenda goes back


class Arguments(BaseModel):
    """Refuses unknown arguments, since a misspelt filter would otherwise be ignored without notice."""

    model_config = ConfigDict(extra="forbid")
    lang: Language = Field(default="en", description="language of the answer")


class FindArguments(Arguments):
    words: str = Field(
        default="",
        max_length=100,
        pattern=api.NUL_FREE,
        description="words of the name, such as: Italy inflation",
    )
    group: Group | None = Field(
        default=None, description="only one group's figures; the answer lists the groups"
    )
    region: Region | None = Field(default=None, description="only one region's figures")
    limit: int = Field(default=5, ge=1, le=20, strict=True, description="maximum number")


class SeriesArguments(SeriesQuery):
    model_config = ConfigDict(extra="forbid")
    code: str = Field(pattern="^[A-Za-z0-9_]{1,12}$", description="the figure's code, from find_figures")
    range: Literal["1y", "5y", "10y", "all"] = Field(default="1y", description="how far back")


class ReadsArguments(ReadsQuery):
    model_config = ConfigDict(extra="forbid")
    group: Group = Field(default="all", description="a group of find_figures, or all: the read across groups")


class LogArguments(LogsQuery):
    model_config = ConfigDict(extra="forbid")
    limit: int = Field(default=3, ge=1, le=10, strict=True, description="maximum number")


class AgendaArguments(AgendaQuery):
    model_config = ConfigDict(extra="forbid")


class NewsArguments(NewsQuery):
    model_config = ConfigDict(extra="forbid")
    limit: int = Field(default=10, ge=1, le=50, strict=True, description="maximum number")


def _recent(since: AwareDatetime) -> AwareDatetime:
    now = timezone.now()
    if not now - timedelta(days=DAYS_BACK) <= since <= now:
        raise ValueError(f"must lie in the last {DAYS_BACK} days")
    return since.astimezone(UTC)


class ChangesArguments(Arguments):
    since: Annotated[AwareDatetime, AfterValidator(_recent)] = Field(
        description=f"a moment of the last {DAYS_BACK} days with its zone, such as 2026-11-25T08:00:00Z"
    )


class FiguresFound(BaseModel):
    """The figures that fit best, and how many fit at all."""

    items: list[Indicator]
    found: int
    groups: list[str]


class SeriesFound(SeriesAnswer):
    left_out: int = Field(description="older observations of the range that the answer leaves out")


class ChangedLog(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    id: int
    title: str
    url: str
    written_by: Literal["ai", "rules"]
    source_type: str
    label: str
    reviewed_by: list[Reviewer]
    written_at: Moment


class Changes(BaseModel):
    """What was published since a moment."""

    since: Moment
    figures: list[Indicator] = Field(
        description="observed since then, released since then, or named as news by a read written since then"
    )
    more_figures: list[str] = Field(description="codes of further ones")
    revisions: list[ChangedObservation] = Field(
        description="observations revised or withdrawn since, latest first; of each figure at most twelve"
    )
    more_revisions: list[str] = Field(description="codes of figures with further ones")
    releases: list[AgendaItem] = Field(description="releases and decisions of the agenda that came out since")
    reads: list[str] = Field(description="groups with a read written since")
    logs: list[ChangedLog] = Field(description="strategic logs written since, newest first")
    news: list[NewsItem] = Field(description="headlines since, newest first")
    more_news: bool = Field(
        description="whether there are older headlines since that moment; find_news pages on"
    )


class About(BaseModel):
    """What has to be known of an answer before it is repeated."""

    notice: str
    sources: list[str] = Field(description="whom to name for what the answer holds")
    date: str = Field(description="the newest day in the answer")
    answered_at: Moment
    terms: str
    sample_data: bool = Field(description="true: everything in the answer is made up")


class ToolAnswer(BaseModel, Generic[Result]):
    about: About
    result: Result
