"""Query and response models of `GET /api/indicators`, `/api/indicators/<code>` and `/api/revisions`."""

from datetime import date
from typing import Annotated, Literal

from django.utils.translation import gettext_noop as _
from pydantic import AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field

from briefing.core.api import Moment
from indicators.chart_view import day_of

Language = Literal["en", "it"]
DAYS_BACK = 31


def _day(value: object) -> object:
    """Accepts a day only as 2026-11-26, of all the forms that a date may take."""
    return value if value is None or isinstance(value, date) else day_of(str(value))


Day = Annotated[date, BeforeValidator(_day)]


# `groups.toml` is checked at each request. An empty parameter counts as absent.
Group = Annotated[str, Field(pattern="^([a-z][a-z0-9_]{1,31})?$")]


class IndicatorsQuery(BaseModel):
    lang: Language = Field(default="en", description=_("language of labels, notes and reasons"))
    group: Group | None = Field(default=None, description=_("only one group's rows"))


class SeriesQuery(BaseModel):
    lang: Language = Field(default="en", description=_("language of labels, notes and reasons"))
    range: Literal["1y", "5y", "10y", "all"] = Field(
        default="all", description=_("how far back, counted from the latest observation")
    )
    as_of: Day | None = Field(
        default=None,
        description=_("the series as it was known at the end of this day (UTC); from `known_since` on"),
    )


class RevisionsQuery(BaseModel):
    # Empty counts as absent, for all parameters; here the document has to say so, since a format excludes it.
    since: AwareDatetime | Literal[""] | None = Field(
        default=None,
        description=_(
            "a moment of the last 31 days with its zone, such as 2026-11-25T08:00:00Z; a week ago if absent"
        ),
    )
    lang: Language = Field(default="en", description=_("language of labels, notes and reasons"))


class SourceAnswer(BaseModel):
    """Who publishes the figure. Anyone who redistributes it names them, in the words of `attribution`."""

    name: str
    url: str
    licence: str
    attribution: str


class Figure(BaseModel):
    """The newest observation, after the row's transform, and its place in its stored history."""

    model_config = ConfigDict(from_attributes=True)

    value: float
    period: str = Field(description=_("what it describes: 2026-11-20, 2026-W47, 2026-10, 2026-Q3, 2026"))
    observed_on: date = Field(description=_("the last day of that period"))
    previous: float | None = Field(description=_("the observation before"))
    change: float | None = Field(description=_("difference from the observation before"))
    year_ago: float | None = Field(description=_("the observation of a year before"))
    percentile: float | None = Field(
        description=_("0 to 100: percentile in its own history; null where that is too short")
    )
    zscore: float | None = Field(
        description=_("distance from the mean of its history, in standard deviations")
    )
    lowest: float = Field(description=_("lowest of its history"))
    highest: float = Field(description=_("highest of its history"))
    since: date = Field(description=_("where that history begins"))
    notes: list[str] = Field(
        description=_("why there is no newer figure, no change or none of a year before, in words")
    )


class Refused(BaseModel):
    """Why a series is not redistributed."""

    code: Literal["redistribution_refused"]
    reason: str
    terms: str = Field(description=_("where the owner's terms are published"))


class Indicator(BaseModel):
    """A row of the dashboard."""

    code: str
    group: str
    label: str
    note: str = Field(description=_("what the figure says"))
    limits: str = Field(description=_("what it does not tell you"))
    unit: str = Field(
        description=_("%, pp (percentage points), index, points (of a share index), ratio or a currency")
    )
    basis: str = Field(description=_("what the unit counts: of GDP, year on year"))
    decimals: int = Field(description=_("how many decimals the pages show"))
    frequency: str = Field(description=_("D, W, M, Q or A: daily to annual"))
    region: str
    source: SourceAnswer
    figure: Figure | None = Field(description=_("null before the first one arrives, or where it is refused"))
    flags: list[Literal["stale", "newest"]] = Field(
        description=_("stale: observed over 90 days ago; newest: and its source has published none since")
    )
    refused: Refused | None = Field(
        description=_("why there is no figure here although pages show one: its owner's terms")
    )


class IndicatorsAnswer(BaseModel):
    """The rows in the order of the dashboard."""

    items: list[Indicator]


class ObservationAnswer(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    period: str
    day: date = Field(description=_("the last day of the period"))
    value: float


class RevisedAnswer(BaseModel):
    """An observation whose value differs from the one first published."""

    model_config = ConfigDict(from_attributes=True)

    period: str
    day: date = Field(description=_("the last day of the period"))
    first: float = Field(description=_("as first published"))
    value: float = Field(description=_("as known now, or on the day asked for"))
    change: float = Field(description=_("value less first"))
    seen_at: Moment | None = Field(description=_("when the first value was fetched; null before the record"))
    revised_at: Moment = Field(description=_("when the latest change was fetched"))
    vintage: date | None = Field(description=_("the publisher's own date of the value, where it states one"))


class UsualRevisionAnswer(BaseModel):
    """The usual revision, from first published to latest."""

    model_config = ConfigDict(from_attributes=True)

    count: int = Field(description=_("revised observations, at least twenty"))
    size: float = Field(description=_("median of the absolute revisions"))
    mean: float = Field(description=_("mean revision, signed"))
    upward: int = Field(description=_("how many were upward"))


class SeriesAnswer(Indicator):
    """A row with its history."""

    range: Literal["1y", "5y", "10y", "all"]
    as_of: date | None = Field(description=_("the day asked for: everything is as known at its end (UTC)"))
    known_since: Moment | None = Field(
        description=_("from when on revisions are recorded; null before the first fetch")
    )
    observations: list[ObservationAnswer] = Field(description=_("oldest first"))
    revised: list[RevisedAnswer] = Field(
        description=_(
            "those of the latest 120 observations that were revised, at the decimals that pages show"
        )
    )
    usual_revision: UsualRevisionAnswer | None = Field(
        description=_("size and direction of these revisions; null below twenty")
    )


class ChangedObservation(BaseModel):
    """An observation that was revised or withdrawn since a moment."""

    code: str
    label: str
    unit: str
    source: SourceAnswer
    period: str
    day: date = Field(description=_("the last day of the period"))
    before: float = Field(description=_("as known at that moment"))
    value: float | None = Field(description=_("as known now; null if withdrawn"))
    change: float | None = Field(description=_("value less before"))
    revised_at: Moment = Field(description=_("when the latest change of the series was fetched"))


class RevisionsAnswer(BaseModel):
    """Latest observations first; of each figure at most twelve."""

    since: Moment
    items: list[ChangedObservation]
    incomplete: list[str] = Field(description=_("codes whose record begins after that moment"))
