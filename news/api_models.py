"""Request and response models of `GET /api/news`; the API schema is generated from them."""

from typing import Annotated, Literal

from django.utils.translation import gettext_noop as _
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from briefing.core import api
from briefing.core.api import Moment
from briefing.core.web.cursors import Cursor, Limit, NextCursor
from news import queries
from news.tagging import vocabulary


def _listed(value: object) -> object:
    return [word.strip() for word in value.split(",") if word.strip()] if isinstance(value, str) else value


def _known(words: list[str]) -> list[str]:
    if unknown := [word for word in words if word not in vocabulary.TAGS]:
        raise ValueError(f"unknown tag {', '.join(unknown[:5])!r}")
    return list(dict.fromkeys(words))


Tags = Annotated[
    list[str],
    BeforeValidator(_listed),
    AfterValidator(_known),
    Field(json_schema_extra={"items": {"type": "string", "enum": list(vocabulary.TAGS)}}),
]


class NewsQuery(BaseModel):
    """The query: comma lists of tags (any of `include`, none of `exclude`), language, words, page."""

    include: Tags = Field(default=[], description=_("any of these tags, separated by commas"))
    exclude: Tags = Field(default=[], description=_("none of these tags"))
    lang: Literal["en", "it"] | None = Field(default=None, description=_("headlines in this language only"))
    q: str = Field(
        default="", max_length=200, pattern=api.NUL_FREE, description=_("words that must all occur")
    )
    limit: Limit = Field(default=50, ge=1, le=queries.MAX_LIMIT, description=_("maximum number"))
    cursor: Cursor = None


class NewsAlso(BaseModel):
    """A further publisher of the same story."""

    model_config = ConfigDict(from_attributes=True)

    source: str
    url: str
    title: str
    lang: str


class NewsItem(BaseModel):
    """One story by its first headline; plain text throughout, `url` "" where the feed gave no safe link."""

    model_config = ConfigDict(from_attributes=True)

    id: int
    title: str
    url: str = Field(description=_("the publisher's article; empty where the feed gave no safe link"))
    source: str
    published_at: Moment
    lang: str
    tags: list[str]
    summary: str = Field(description=_("the publisher's extract, plain text"))
    also: list[NewsAlso] = Field(description=_("further publishers of the same story"))


class NewsAnswer(BaseModel):
    """A page of items, where the next one begins, and the vocabulary of tags."""

    items: list[NewsItem]
    next_cursor: NextCursor
    tags: list[str] = Field(description=_("the vocabulary"))
