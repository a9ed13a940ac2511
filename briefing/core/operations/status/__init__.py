"""The service's status in one place, shared by the admin's first page, `doctor`, `/metrics` and the alerts.

Each app registers functions (`@reports`) that examine its tables and yield lines for people and measures for
machines; `look` runs all of them. A function's number of queries does not depend on the number of rows. Lines
and labels hold no personal data.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import IntEnum

from django.db import DatabaseError

from briefing.core.models import Heartbeat
from briefing.core.operations.logs import error_line
from briefing.core.outside import reachability

log = logging.getLogger(__name__)


class Level(IntEnum):
    """Severity: nothing to do, look at it today, act now."""

    OK = 0
    WARNING = 1
    ERROR = 2

    @property
    def word(self) -> str:
        return self.name.lower()


@dataclass(frozen=True)
class StatusLine:
    """The result of one check.

    `key` identifies it in alerts and metrics: from a bounded set, stable while the same fault lasts. `todo`
    says what to do; `path` is the admin page for it. `failed_kind` is the kind of jobs that can be retried.
    `of_publishers` marks checks of publishers, which are left out during a network outage.
    """

    key: str
    level: Level
    text: str
    todo: str = ""
    path: str = ""
    failed_kind: str = ""
    of_publishers: bool = False

    @property
    def said(self) -> str:
        return f"{self.text} {self.todo}".strip()


@dataclass(frozen=True)
class StatusMeasure:
    """A value for `/metrics`; times are in seconds since 1970, labels from a bounded set."""

    name: str
    help: str
    value: float
    labels: Mapping[str, str] = field(default_factory=dict)


Report = Iterator[StatusLine | StatusMeasure]
Look = Callable[[datetime], Report]


@dataclass(frozen=True)
class _Registered:
    look: Look
    database: bool


@dataclass(frozen=True)
class StatusSection:
    title: str
    lines: list[StatusLine]

    @property
    def level(self) -> Level:
        return max((line.level for line in self.lines), default=Level.OK)

    @property
    def faults(self) -> list[StatusLine]:
        """Returns the lines that are not OK, most severe first."""
        return sorted((line for line in self.lines if line.level), key=lambda line: -line.level)

    @property
    def fine(self) -> list[StatusLine]:
        return [line for line in self.lines if not line.level]


@dataclass(frozen=True)
class ServiceStatus:
    at: datetime
    sections: list[StatusSection]
    measures: list[StatusMeasure]

    @property
    def level(self) -> Level:
        return max((section.level for section in self.sections), default=Level.OK)

    @property
    def faults(self) -> list[StatusLine]:
        return [line for section in self.sections for line in section.faults]

    def section(self, title: str) -> StatusSection:
        return next(section for section in self.sections if section.title == title)


LOOKS: dict[str, _Registered] = {}


def reports(title: str, *, database: bool = True) -> Callable[[Look], Look]:
    """Registers a function as the section of that title; `database`: it needs the database."""

    def register(look: Look) -> Look:
        LOOKS[title] = _Registered(look, database)
        return look

    return register


def look(now: datetime) -> ServiceStatus:
    """Runs every section; one that fails becomes an error line and does not hide the others."""
    status = ServiceStatus(now, [], [])
    answers = _database(status)
    away = answers and reachability.outage() is not None
    for title, registered in LOOKS.items():
        if answers or not registered.database:
            section = _section(title, registered.look, status)
            lines = [line for line in section.lines if not (away and line.of_publishers)]
            if lines or not away:  # a section left without lines would count as fine
                status.sections.append(StatusSection(title, lines))
    return status


def _database(status: ServiceStatus) -> bool:
    try:
        Heartbeat.objects.exists()
    except DatabaseError as error:
        text = f"The database does not answer, or has no tables ({type(error).__name__})."
        todo = "Look at its server and at DATABASE_URL; run `manage.py migrate`."
        line = StatusLine("database", Level.ERROR, text, todo)
        status.sections.append(StatusSection("Database", [line]))
        return False
    return True


def _section(title: str, look: Look, status: ServiceStatus) -> StatusSection:
    lines: list[StatusLine] = []
    try:
        for found in look(status.at):
            if isinstance(found, StatusLine):
                lines.append(found)
            else:
                status.measures.append(found)
    except Exception as error:
        log.exception("the status of %s cannot be read", title)
        text = f"{title} cannot be read: {error_line(error)}"
        lines.append(StatusLine(f"unreadable:{title}", Level.ERROR, text, "Look at the log."))
    return StatusSection(title, lines)


def span(length: timedelta) -> str:
    """Formats a duration: 40 s, 12 min, 5 h, 3 days."""
    seconds = max(0, round(length.total_seconds()))
    if seconds < 120:
        return f"{seconds} s"
    if seconds < 120 * 60:
        return f"{seconds // 60} min"
    if seconds < 48 * 3600:
        return f"{seconds // 3600} h"
    return f"{seconds // 86400} days"


def names(found: list[str], most: int = 5) -> str:
    """Joins the first names and counts the rest."""
    more = f" and {len(found) - most} more" if len(found) > most else ""
    return ", ".join(found[:most]) + more
