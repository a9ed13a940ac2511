"""A mistake in feeds.toml stops the start, with the feed named."""

from pathlib import Path
from typing import Any

from django.core.checks import CheckMessage, Error, register

from news import roster


@register()
def feeds_file(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    return mistakes(roster.FILE)


def mistakes(file: Path) -> list[CheckMessage]:
    try:
        roster.load(file)
    except roster.FeedsFileError as error:
        return [Error(str(error), hint="docs/adding-a-feed.md describes the fields.", id="news.E001")]
    return []
