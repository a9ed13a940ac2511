"""Query and response models of `GET /api/indicators` and `/api/indicators/<code>`; the API schema uses them."""

from datetime import date
from typing import Annotated, Literal

from django.utils.translation import gettext_noop as _
from pydantic import BaseModel, ConfigDict, Field

Language = Literal["en", "it"]


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


class SourceAnswer(BaseModel):
    """Who publishes the figure. Whoever hands it on names them, in the words of `attribution`."""

    name: str
    url: str
    licence: str
    attribution: str


class Figure(BaseModel):
    """The newest observation, after the row's transform, and where it stands in its own stored history."""

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


class SeriesAnswer(Indicator):
    """A row with its history."""

    range: Literal["1y", "5y", "10y", "all"]
    observations: list[ObservationAnswer] = Field(description=_("oldest first"))
