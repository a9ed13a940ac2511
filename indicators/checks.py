"""System checks of groups.toml, each mistake with group and row, and of the exchanges' calendar."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, Warning, register
from django.utils import timezone

from indicators import groups
from indicators.trading_hours import CALENDAR, load


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


NOTICE = timedelta(days=60)
HINT = "Run `manage.py refresh_exchanges` with the development requirements installed, and commit the file."


@register()
def check_exchanges(
    app_configs: Sequence[AppConfig] | None, *, path: Path = CALENDAR, **kwargs: Any
) -> list[CheckMessage]:
    """Warns 60 days before the calendar ends; an unreadable file is an error."""
    try:
        calendar = load(path)
    except (OSError, KeyError, ValueError, TypeError) as error:
        text = f"{path.name} cannot be read: {type(error).__name__}: {error}."
        return [Error(text, hint=HINT, id="indicators.E101")]
    if timezone.now().date() > calendar.valid_until - NOTICE:
        text = f"The exchanges' calendar ends on {calendar.valid_until}: after that the strip knows no hours."
        return [Warning(text, hint=HINT, id="indicators.W101")]
    return []
