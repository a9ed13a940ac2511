"""Query and response models of `GET /api/agenda`; the API schema is generated from them."""

from datetime import date
from typing import Literal

from django.utils.translation import gettext_noop as _
from pydantic import BaseModel, ConfigDict, Field

from briefing.core.api import Moment
from indicators.api_models import Group, Language

Region = Literal["US", "EU", "IT", "UK", "ASIA", "WORLD"]


class AgendaQuery(BaseModel):
    lang: Language = Field(default="en", description=_("language of titles and notes"))
    group: Group | None = Field(default=None, description=_("one group's releases, or central_banks"))
    region: Region | None = Field(default=None, description=_("one region’s releases"))


class AgendaItem(BaseModel):
    """A publication of figures, or a central bank's decision."""

    model_config = ConfigDict(from_attributes=True)

    key: str = Field(description=_("stays when the day moves"))
    title: str
    period: str = Field(
        description=_("which period's figures, in words; empty where the calendar gives none")
    )
    day: date = Field(description=_("the publisher's own day"))
    starts_at: Moment | None = Field(description=_("null where the calendar states no hour"))
    state: Literal["due", "out", "awaited", "cancelled"] = Field(
        description=_("awaited: its time has passed and the figure has not arrived")
    )
    provisional: bool
    notes: list[str] = Field(description=_("what is provisional, and what has no figure, in words"))
    group: str
    codes: list[str] = Field(description=_("the rows of /api/indicators that it brings"))
    source: str
    url: str


class AgendaAnswer(BaseModel):
    """From two weeks back to eight weeks ahead, by day."""

    items: list[AgendaItem]
