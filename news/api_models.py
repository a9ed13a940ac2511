"""What `GET /api/news` takes and answers, as typed models (the schema document is made from them)."""

from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    WithJsonSchema,
)

from briefing.core import api
from news import queries
from news.tagging import vocabulary


def _listed(value: object) -> object:
    return [word.strip() for word in value.split(",") if word.strip()] if isinstance(value, str) else value


def _known(words: list[str]) -> list[str]:
    if unknown := [word for word in words if word not in vocabulary.TAGS]:
        raise ValueError(f"unknown tag {', '.join(unknown[:5])!r}")
    return list(dict.fromkeys(words))


def _readable(cursor: str | None) -> str | None:
    if cursor:
        queries.read_cursor(cursor)
    return cursor or None


Tags = Annotated[
    list[str],
    BeforeValidator(_listed),
    AfterValidator(_known),
    Field(json_schema_extra={"items": {"type": "string", "enum": list(vocabulary.TAGS)}}),
]
Moment = Annotated[
    datetime,
    PlainSerializer(lambda moment: moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), return_type=str),
    WithJsonSchema({"type": "string", "format": "date-time"}, mode="serialization"),
]


class NewsQuery(BaseModel):
    """The query: comma lists of tags (any of `include`, none of `exclude`), language, words, page."""

    include: Tags = []
    exclude: Tags = []
    lang: Literal["en", "it"] | None = None
    q: str = Field(default="", max_length=200, pattern=api.NUL_FREE)
    limit: Annotated[int, BeforeValidator(api.in_digits)] = Field(default=50, ge=1, le=queries.MAX_LIMIT)
    cursor: Annotated[
        str | None,
        Field(max_length=80, pattern=r"^[A-Za-z0-9_-]*$", description="`next_cursor` of the page before"),
        AfterValidator(_readable),
    ] = None


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
    url: str
    source: str
    published_at: Moment
    lang: str
    tags: list[str]
    summary: str
    also: list[NewsAlso]


class NewsAnswer(BaseModel):
    """A page of items, where the next one begins, and the vocabulary of tags."""

    items: list[NewsItem]
    next_cursor: str | None
    tags: list[str]
