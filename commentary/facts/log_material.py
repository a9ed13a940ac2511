"""The material of a strategic log: the latest figures and read, and the headlines of six hours."""

import hashlib
from collections import Counter
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from commentary.facts import collecting, previous, stories
from commentary.facts.snapshot import EVERYTHING, Facts
from commentary.models import StrategicLog
from indicators import agenda
from news.models import Headline

WINDOW = timedelta(hours=6)
MOST_HEADLINES = 12  # in the prompt; the counts cover all


@dataclass(frozen=True)
class LogHeadline:
    """The first headline of a story, with its publisher."""

    id: int
    title: str
    source: str
    url: str
    tags: tuple[str, ...]


@dataclass(frozen=True)
class LogMaterial:
    """The material of the logs of one slot and tone; `tags` counts the stories by tag."""

    slot: datetime
    tone: str
    style: str
    figures: Facts
    lead: tuple[str, str]  # title and text of the latest read, not to be repeated; may be empty
    headlines: tuple[LogHeadline, ...]
    tags: tuple[tuple[str, int], ...]
    stories: int
    newest: int  # id of the latest headline of the window; 0 if none
    lead_it: str = ""  # Italian text of the lead

    @cached_property
    def figures_digest(self) -> str:
        return self.figures.digest

    @property
    def digest(self) -> str:
        """A hash that changes with any figure or new headline."""
        return hashlib.sha256(f"{self.figures_digest}\n{self.newest}".encode()).hexdigest()

    @property
    def constants(self) -> dict[str, float]:
        counts = {f"tag_{tag}": float(count) for tag, count in self.tags}
        new = sum(row.new for row in self.figures.rows)
        totals = {"headlines": self.stories, "hours": 6, "new": new, "not_new": len(self.figures.rows) - new}
        return self.figures.constants | totals | counts

    def as_json(self) -> dict[str, Any]:
        """Returns the document stored with the log, which its numbers are checked against."""
        return self.figures.as_json() | {
            "constants": self.constants,
            "headlines": [asdict(line) for line in self.headlines],
            "tags": dict(self.tags),
            "beside": {"title": self.lead[0], "text": self.lead[1], "text_it": self.lead_it}
            if self.lead[1]
            else None,
            "figures_digest": self.figures_digest,
            "newest_headline": self.newest,
        }

    @classmethod
    def of_log(cls, log: StrategicLog) -> "LogMaterial":
        """Returns the material that a stored log was written from."""
        found, beside = log.facts, log.facts.get("beside") or {}
        lines = tuple(
            LogHeadline(**{**line, "tags": tuple(line["tags"])}) for line in found.get("headlines", [])
        )
        return cls(
            slot=log.cycle,
            tone=log.tone,
            style=log.style,
            figures=Facts.from_json(found),
            lead=(beside.get("title", ""), beside.get("text", "")),
            headlines=lines,
            tags=tuple(found.get("tags", {}).items()),
            stories=int(found.get("constants", {}).get("headlines", 0)),
            newest=found.get("newest_headline", 0),
            lead_it=beside.get("text_it", ""),
        )


def collect(slot: datetime, *, tone: str, style: str, until: datetime | None = None) -> LogMaterial:
    """Collects the six hours up to `slot`; if they have no headline, the six hours up to `until`.

    The fallback gives a first start, whose headlines have just arrived, material for a log.
    """
    headlines = _headlines(slot)
    if not headlines and until is not None:
        headlines = _headlines(min(until, slot + WINDOW))
    ranked = [rows[0] for rows in stories.grouped(headlines)]
    read = previous.previous_read(tone, style) or {}
    tags = Counter(tag for row in ranked for tag in row.tags or ())
    seen = previous.seen_before_log(slot, tone=tone, style=style)
    figures = replace(
        collecting.everything(today=slot.date(), seen=seen)[EVERYTHING],
        stories=stories.headlines(headlines),
        previous=previous.previous_log(slot, tone=tone, style=style),
        agenda=tuple(agenda.due(slot, previous.DAYS_AHEAD)),
    )
    return LogMaterial(
        slot=slot,
        tone=tone,
        style=style,
        figures=figures,
        lead=(read.get("title", ""), read.get("text", "")),
        headlines=tuple(_line(row) for row in ranked[:MOST_HEADLINES]),
        tags=tuple(tags.most_common(8)),
        stories=len(ranked),
        newest=headlines[-1].pk if headlines else 0,
        lead_it=previous.italian_read(tone, style),
    )


def _headlines(slot: datetime) -> list[Headline]:
    """Returns the headlines of the window, oldest first."""
    window = Headline.objects.filter(fetched_at__gt=slot - WINDOW, fetched_at__lte=slot)
    return list(window.select_related("feed").defer("words").order_by("pk"))


def _line(row: Headline) -> LogHeadline:
    return LogHeadline(
        row.pk, row.title[: stories.MOST_TITLE], stories.publisher_of(row), row.url, tuple(row.tags or ())
    )
