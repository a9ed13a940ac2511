"""System check of the registry: a mistake in groups.toml stops the start, named by file, group and row."""

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
    """One error a mistake; the ids are `groups_file.Mistake`'s numbers, E001 to E010."""
    try:
        groups.load(path)
    except groups.GroupsError as error:
        return [
            Error(mistake.sentence, hint=mistake.hint, id=f"indicators.E{mistake.number:03}")
            for mistake in error.mistakes
        ]
    return []
