"""What a strategic log rests on: the newest reads with their figures, and the tagged headlines of six hours."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from commentary.facts import previous, stories
from commentary.facts.snapshot import EVERYTHING, Facts, RowFacts
from commentary.facts.stories import StoryFacts
from commentary.models import IndicatorSummary, StrategicLog

HOURS = 6


@dataclass(frozen=True)
class Material:
    """Everything behind the logs of one slot in one tone. `tags` counts the stories of the window by tag.

    `figures` holds the stories, the agenda and the log before as well; `stories` counts those of the window,
    `headlines` are the ten largest.
    """

    slot: datetime
    tone: str
    style: str
    figures: Facts
    lead: tuple[str, str]  # title and text of the newest lead, which a log does not repeat; empty without one
    headlines: tuple[StoryFacts, ...]
    tags: tuple[tuple[str, int], ...]
    stories: int
    newest: int  # id of the newest headline of the window; 0 without any

    @cached_property
    def figures_digest(self) -> str:
        return self.figures.digest

    @property
    def digest(self) -> str:
        """Changes when a figure does or a headline arrives."""
        return hashlib.sha256(f"{self.figures_digest}\n{self.newest}".encode()).hexdigest()

    @property
    def constants(self) -> dict[str, float]:
        counts = {f"tag_{tag}": float(count) for tag, count in self.tags}
        return self.figures.constants | {"headlines": self.stories, "hours": HOURS} | counts

    def as_json(self) -> dict[str, Any]:
        """Stored with the log, and what its numbers are held against. The page lists `headlines`."""
        return self.figures.as_json() | {
            "constants": self.constants,
            "headlines": [_line(story) for story in self.headlines],
            "tags": dict(self.tags),
            "lead": {"title": self.lead[0], "text": self.lead[1]} if self.lead[1] else None,
            "figures_digest": self.figures_digest,
            "newest_headline": self.newest,
        }

    @classmethod
    def of_log(cls, log: StrategicLog) -> "Material":
        """What a stored log was written from."""
        found = log.facts
        told = tuple(found.get("stories") or map(_from_line, found.get("headlines", [])))
        return cls(
            slot=log.cycle,
            tone=log.tone,
            style=log.style,
            figures=replace(Facts.from_json(found), stories=told),
            lead=_lead_in(found.get("lead")),
            headlines=tuple(StoryFacts(**{**story, "tags": tuple(story["tags"])}) for story in told),
            tags=tuple(found.get("tags", {}).items()),
            stories=int(found.get("constants", {}).get("headlines", 0)),
            newest=found.get("newest_headline", 0),
        )


def _line(story: StoryFacts) -> dict[str, Any]:
    return {"id": story.id, "title": story.title, "source": story.publisher, "url": story.url,
            "tags": list(story.tags)}  # fmt: skip


def _from_line(line: Mapping[str, Any]) -> dict[str, Any]:
    """A story of a log that was stored with its headlines alone."""
    return {"id": line["id"], "title": line["title"], "summary": "", "publisher": line["source"], "url": line["url"],
            "publishers": 1, "tags": line["tags"], "at": ""}  # fmt: skip


def collect(slot: datetime, *, tone: str, style: str, until: datetime | None = None) -> Material:
    """The material of the six hours that end with `slot`; where they brought nothing, of those that end with `until`.

    So a first start, whose headlines have all just come, has something to tell of. Four queries.
    """
    found = {
        read.group: read
        for read in IndicatorSummary.objects.accepted().toned(tone, style).newest_of_each_group()
    }
    rows = _rows(read for scope, read in found.items() if scope != EVERYTHING)
    window = stories.window(slot, HOURS)
    if not window.count and until is not None:
        window = stories.window(min(until, slot + timedelta(hours=HOURS)), HOURS)
    told = tuple(story.as_json() for story in window.largest)
    figures = Facts(
        EVERYTHING, slot.date().isoformat(), rows, stories=told, previous=_last_log(tone, style, rows)
    )
    return Material(
        slot=slot,
        tone=tone,
        style=style,
        figures=figures,
        lead=_lead(found.get(EVERYTHING)),
        headlines=window.largest,
        tags=tuple(window.tags.most_common(8)),
        stories=window.count,
        newest=window.newest,
    )


def _rows(reads: Iterable[IndicatorSummary]) -> tuple[RowFacts, ...]:
    return tuple(row for read in reads for row in Facts.from_json(read.facts).rows)


def _lead(read: IndicatorSummary | None) -> tuple[str, str]:
    return (read.title, read.content) if read else ("", "")


def _lead_in(stored: Mapping[str, str] | None) -> tuple[str, str]:
    return (stored["title"], stored["text"]) if stored else ("", "")


def _last_log(tone: str, style: str, rows: tuple[RowFacts, ...]) -> dict[str, Any] | None:
    last = StrategicLog.objects.accepted().toned(tone, style).newest_first().first()
    if last is None:
        return None
    return previous.edition(last.facts, rows, title=last.header, text=last.content)
