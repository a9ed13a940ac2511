"""System check of groups.toml: reports each mistake with file, group and row."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, register

from indicators import groups


@register()
def check_groups(
    app_configs: Sequence[AppConfig] | None, *, path: Path = groups.DEFAULT_PATH, **kwargs: Any
) -> list[CheckMessage]:
    """One error per mistake; the ids E001 to E010 are the numbers of `groups_file.Mistake`."""
    try:
        groups.load(path)
    except groups.GroupsError as error:
        return [
            Error(mistake.sentence, hint=mistake.hint, id=f"indicators.E{mistake.number:03}")
            for mistake in error.mistakes
        ]
    return []
