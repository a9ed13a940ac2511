"""Queries for the log pages: one entry, and the archive by month with keyset pagination."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models.fields.json import KeyTransform
from django.db.models.functions import TruncMonth
from django.utils import timezone
from django.utils.translation import ngettext

from briefing.core import origin
from briefing.core.web.cursors import make_cursor, read_cursor
from commentary.models import StrategicLog, StrategicLogs
from commentary.published import PublishedText, fields_of
from commentary.versions import Authored, Sentences, version

PAGE = 20
# Headlines are deleted 90 days after publication, which is earlier than the log.
STORIES_KEPT = timedelta(days=85)


class WithTotals:
    """Base of what shows the counts of a log's six hours."""

    constants: Mapping[str, float]

    @property
    def totals(self) -> str:
        """Summarises the counts in the active language; "" for logs stored without them."""
        if not {"new", "rows", "headlines"} <= self.constants.keys():
            return ""
        new, rows, headlines = (int(self.constants[name]) for name in ("new", "rows", "headlines"))
        figures = ngettext("%(new)s of %(rows)s figures updated", "%(new)s of %(rows)s figures updated", new)
        stories = ngettext("%(count)s headline", "%(count)s headlines", headlines)
        return f"{figures % {'new': new, 'rows': rows}} · {stories % {'count': headlines}}"


@dataclass(frozen=True, kw_only=True)
class LogEntry(WithTotals, PublishedText):
    """A log for display.

    `headlines` are titles with source, link and story id while the story page exists. `totals` summarises the
    six hours.
    """

    style: str
    headlines: list[dict[str, Any]]
    constants: Mapping[str, float] = field(default_factory=dict)

    @property
    def json_ld(self) -> str:
        """Authorship as schema.org JSON-LD, escaped for a script element."""
        described = {
            "@context": "https://schema.org",
            "@type": "Article",
            "url": f"{settings.BASE_URL}/log/{self.id}",
            "headline": self.title,
            "datePublished": self.written_at.isoformat(),
            "inLanguage": self.language,
            "creator": {"@type": "Organization", "name": "Market Briefing"},
            "digitalSourceType": self.mark.source_type,
        } | ({"description": notice} if (notice := origin.notice()) else {})
        text = json.dumps(described, ensure_ascii=False)
        return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


@dataclass(frozen=True)
class Heading(WithTotals, Authored):
    """An entry of the archive."""

    id: int
    title: str
    language: str
    cycle: datetime
    written_by: str
    sentences: Sentences = ()
    constants: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Archive:
    """A page of headings, newest first; `older` is the cursor of the next page, "" on the last."""

    headings: list[Heading]
    older: str


@dataclass(frozen=True)
class LogPage:
    """A page of logs with the cursor of the next one (None on the last)."""

    entries: list[LogEntry]
    next_cursor: str | None


def newest(language: str, tone: str, *, rules_only: bool = False) -> LogEntry | None:
    rows = StrategicLog.objects.readable(rules_only=rules_only).toned(tone)
    found = rows.translated(language).newest_first().first()
    return _entry(found, language, rules_only=rules_only) if found else None


def recent(language: str, tone: str, *, rules_only: bool = False) -> list[LogEntry]:
    """Returns the latest logs, newest first."""
    rows = StrategicLog.objects.readable(rules_only=rules_only).toned(tone)
    found = rows.translated(language).newest_first()[:PAGE]
    return [_entry(row, language, rules_only=rules_only) for row in found]


def page(language: str, tone: str, *, limit: int, cursor: str | None, rules_only: bool = False) -> LogPage:
    """Returns up to `limit` logs after the cursor, newest first. Raises BadCursor."""
    rows = StrategicLog.objects.readable(rules_only=rules_only).toned(tone)
    rows = rows.before(*read_cursor(cursor)) if cursor else rows
    found = list(rows.translated(language).newest_first()[: limit + 1])
    last = found[limit - 1] if len(found) > limit else None
    return LogPage(
        [_entry(row, language, rules_only=rules_only) for row in found[:limit]],
        make_cursor(last.cycle, last.pk) if last else None,
    )


def entry(pk: int, language: str, *, rules_only: bool = False) -> LogEntry | None:
    """Returns a log by id, or None if it is missing or not readable."""
    rows = StrategicLog.objects.readable(rules_only=rules_only).filter(pk=pk)
    found = rows.translated(language).first()
    return _entry(found, language, rules_only=rules_only) if found else None


def archive(
    language: str,
    tone: str,
    *,
    month: tuple[int, int] | None = None,
    before: int | None = None,
    count: int = PAGE,
    rules_only: bool = False,
) -> Archive:
    """Returns the latest `count` headings, optionally of one (year, month) and before the id `before`."""
    rows = StrategicLog.objects.readable(rules_only=rules_only).toned(tone)
    if month:
        rows = rows.filter(cycle__year=month[0], cycle__month=month[1])
    last = StrategicLog.objects.filter(pk=before).only("cycle").first() if before else None
    if last:
        rows = rows.before(last.cycle, last.pk)
    listed = _headings(rows.translated(language), rules_only=rules_only)
    shown = list(listed.newest_first()[: count + 1])
    headings = [_heading(row, language, rules_only=rules_only) for row in shown[:count]]
    return Archive(headings, str(headings[-1].id) if len(shown) > count else "")


def of_day(
    begins: datetime, ends: datetime, language: str, tone: str, *, rules_only: bool = False
) -> list[Heading]:
    """Returns the headings of the logs between two times, oldest first."""
    rows = StrategicLog.objects.readable(rules_only=rules_only).toned(tone)
    found = rows.filter(cycle__gte=begins, cycle__lt=ends).translated(language)
    shown = _headings(found, rules_only=rules_only).order_by("cycle", "pk")
    return [_heading(row, language, rules_only=rules_only) for row in shown]


def months(tone: str, *, rules_only: bool = False) -> list[datetime]:
    """Returns the months that have logs, newest first."""
    rows = StrategicLog.objects.readable(rules_only=rules_only).toned(tone).order_by()
    found = rows.annotate(month=TruncMonth("cycle")).values_list("month", flat=True).distinct()
    return sorted(found, reverse=True)


def _headings(rows: StrategicLogs, *, rules_only: bool) -> StrategicLogs:
    """Loads headings without texts; `rules_only` readers need the rules' text of model-written logs."""
    found = rows.annotate(constants=KeyTransform("constants", "facts")).defer("facts", "content")
    return found if rules_only else found.defer("by_rules")


def _heading(log: StrategicLog, language: str, *, rules_only: bool) -> Heading:
    shown = version(log, language, rules_only=rules_only, heading=True)
    constants = getattr(log, "constants", None) or {}
    return Heading(
        log.pk, shown.title, shown.language, log.cycle, shown.written_by, shown.sentences, constants
    )


def _entry(log: StrategicLog, language: str, *, rules_only: bool) -> LogEntry:
    young = log.cycle > timezone.now() - STORIES_KEPT
    return LogEntry(
        **fields_of(log, language, rules_only=rules_only),
        style=log.style,
        constants=log.facts.get("constants") or {},
        headlines=[
            {**line, "story": line.get("id") if young else None} for line in log.facts.get("headlines", [])
        ],
    )
