"""The feeds of `feeds.toml`: read, checked, and planted in the database when they are not there yet."""

import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from news.feeds import clean
from news.models import Feed

FILE = Path(__file__).parent.with_name("feeds.toml")
# Due for the very run that plants them, whose "now" is a moment older than their rows.
NEVER_ASKED = datetime(2000, 1, 1, tzinfo=UTC)


class FeedsFileError(Exception):
    """A mistake in feeds.toml; names the file, the feed and what is wrong with it."""


class FeedConfig(BaseModel):
    """One `[[feed]]` of the file."""

    model_config = ConfigDict(extra="forbid")

    slug: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{1,62}$")
    url: str = Field(max_length=500)
    title: str = Field(min_length=1, max_length=120)
    publisher: str = Field(min_length=1, max_length=80)
    homepage: str = Field(max_length=500)
    lang: str = Field(pattern="^(en|it)$")
    category: Feed.Category


def load(file: Path = FILE) -> list[FeedConfig]:
    """The configured feeds in the file's order. Raises FeedsFileError at the first mistake."""
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


def sync() -> int:
    """Adds the configured feeds that the database lacks; how many there are new.

    With sample data each stands at the sample server instead. Rows that exist are left as they are (staff
    may have changed them, a publisher may have moved); only the sample server's address is followed.
    """
    sample = settings.SAMPLE_DATA
    configured = load()
    known = dict(Feed.objects.filter(sample=sample).exclude(slug="").values_list("slug", "url"))
    rows = []
    for feed in configured:
        url = f"{settings.SAMPLE_SOURCES_URL}/feeds/{feed.slug}.xml" if sample else feed.url
        if feed.slug not in known:
            rows.append(
                Feed(**feed.model_dump(exclude={"url"}), url=url, sample=sample, next_check_at=NEVER_ASKED)
            )
        elif sample and known[feed.slug] != url:
            Feed.objects.filter(slug=feed.slug, sample=True).update(url=url)
    # Two processes may plant at once; and a feed that staff added by hand under the same address stays.
    Feed.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)
