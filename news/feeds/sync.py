"""Loads and validates `feeds.toml` and adds its feeds to the database."""

import tomllib
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from django.conf import settings
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from briefing.core import origin
from news.feeds import clean
from news.models import Feed

FILE = Path(__file__).parent.with_name("feeds.toml")
TERMS = ("paid", "stored", "terms")
# Due in the run that adds them, whose `now` is slightly earlier than their rows.
NEVER_ASKED = datetime(2000, 1, 1, tzinfo=UTC)


class FeedsFileError(Exception):
    """A mistake in feeds.toml; the message names the file, the feed and the problem."""


def _terms(value: Any) -> Any:
    """Maps TOML's true and false to the stored values; "unknown" is unchanged."""
    return {True: Feed.Terms.YES, False: Feed.Terms.NO}[value] if isinstance(value, bool) else value


Terms = Annotated[Feed.Terms, BeforeValidator(_terms)]


class FeedConfig(BaseModel):
    """A `[[feed]]` table.

    `paid`, `stored`: whether the publisher's terms allow a paid service and storing; `terms`: the source of that.
    `only`: words, in lower case, of which a title must contain one.
    """

    model_config = ConfigDict(extra="forbid")

    slug: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{1,62}$")
    url: str = Field(max_length=500)
    title: str = Field(min_length=1, max_length=120)
    publisher: str = Field(min_length=1, max_length=80)
    homepage: str = Field(max_length=500)
    lang: str = Field(pattern="^(en|it)$")
    category: Feed.Category
    paid: Terms
    stored: Terms
    terms: str = Field(min_length=1, max_length=500)
    only: tuple[str, ...] = ()

    def columns(self) -> dict[str, Any]:
        return self.model_dump(exclude={"only"})


def load(file: Path = FILE) -> list[FeedConfig]:
    """Returns the configured feeds in file order. Raises FeedsFileError at the first mistake."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise FeedsFileError(f"{file.name} cannot be read: {error}.") from error
    rows = data.get("feed")
    if not isinstance(rows, list) or not rows or set(data) != {"feed"}:
        raise FeedsFileError(f"{file.name} must be a list of [[feed]] tables and nothing else.")
    feeds = [_checked(file.name, number, row) for number, row in enumerate(rows, 1)]
    for name in ("slug", "url"):
        seen: set[str] = set()
        for feed in feeds:
            value = getattr(feed, name)
            if value in seen:
                raise FeedsFileError(f"{file.name}, feed {feed.slug}: {name} {value} occurs twice.")
            seen.add(value)
    return feeds


def _checked(name: str, number: int, row: Any) -> FeedConfig:
    called = row.get("slug", f"number {number}") if isinstance(row, dict) else f"number {number}"
    try:
        feed = FeedConfig.model_validate(row)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "table"
        raise FeedsFileError(f"{name}, feed {called}: {where}: {first['msg']}.") from None
    for field in ("url", "homepage"):
        if not clean.canonical_url(getattr(feed, field)):
            raise FeedsFileError(f"{name}, feed {called}: {field} is not an http or https address.")
    return feed


@cache
def configured() -> tuple[FeedConfig, ...]:
    return tuple(load())


def sync() -> int:
    """Adds configured feeds that the database lacks, and returns how many.

    In sample mode their URLs are those of the sample server. Existing rows keep their values, which staff or a
    redirect may have changed; only the terms, and the sample server's URL, follow the file.
    """
    origin.refuse_contradiction()
    known = {feed.slug: feed for feed in Feed.objects.filter(sample=settings.SAMPLE_DATA).exclude(slug="")}
    rows = []
    for one in configured():
        columns = one.columns()
        if settings.SAMPLE_DATA:
            columns["url"] = f"{settings.SAMPLE_SOURCES_URL}/feeds/{one.slug}.xml"
        row = known.get(one.slug)
        if row is None:
            rows.append(Feed(**columns, sample=settings.SAMPLE_DATA, next_check_at=NEVER_ASKED))
            continue
        followed = [*TERMS, *(["url"] if settings.SAMPLE_DATA else [])]
        changes = {name: columns[name] for name in followed if getattr(row, name) != columns[name]}
        if changes:
            Feed.objects.filter(pk=row.pk).update(**changes)
    # Two processes may add feeds at once, and a feed that staff added under the same URL stays.
    Feed.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)
