"""A system check that rejects an invalid feeds.toml and names the feed."""

from pathlib import Path
from typing import Any

from django.core.checks import CheckMessage, Error, register

from news.feeds import sync


@register()
def feeds_file(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    return mistakes(sync.FILE)


def mistakes(file: Path) -> list[CheckMessage]:
    try:
        sync.load(file)
    except sync.FeedsFileError as error:
        return [Error(str(error), hint="docs/adding-a-feed.md describes the fields.", id="news.E001")]
    return []
