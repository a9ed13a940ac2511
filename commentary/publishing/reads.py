"""Generation of reads: hourly for each group and "all", each tone and style, if figures changed."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from django.conf import settings

from briefing.core.work import schedule
from commentary.facts import collecting, previous, stories
from commentary.facts.snapshot import EVERYTHING, Facts
from commentary.language.draft import SlotDraft
from commentary.language.slot_table import SlotTable
from commentary.models import IndicatorSummaries, IndicatorSummary
from commentary.publishing.cycle import CycleReport, DueText, run
from commentary.rules import read_writer
from commentary.scopes import scopes
from commentary.writing.drafts import Assignment
from indicators import agenda

KIND = "commentary.generate"
DAY = timedelta(days=1)  # the period of stories for the lead


@dataclass(frozen=True)
class Read(DueText):
    facts: Facts
    tone: str
    style: str

    model = IndicatorSummary
    kind, title, verdict_of, part = "read", "title", "summary", "reads"

    @property
    def series(self) -> dict[str, str]:
        return {"group": self.facts.group, "tone": self.tone, "style": self.style}

    @property
    def assignment(self) -> Assignment:
        return Assignment(
            kind="aggregate" if self.facts.group == EVERYTHING else "read",
            scope=self.facts.group,
            tone=self.tone,
            style=self.style,
            facts=self.facts.as_json(),
        )

    @property
    def facts_hash(self) -> str:
        return self.facts.digest

    def by_rules(self, slots: SlotTable) -> SlotDraft:
        return read_writer.write(self.facts, slots)

    def current(self) -> IndicatorSummary | None:
        last = self._accepted().defer("facts", "content").newest_first().first()
        return last if last is not None and last.facts_hash == self.facts_hash else None

    def is_empty(self) -> bool:
        """Whether there are no figures and no previous text."""
        return not self.facts.rows and not self._accepted().exists()

    def _accepted(self) -> IndicatorSummaries:
        return IndicatorSummary.objects.filter(**self.series).accepted()


def cycle(
    now: datetime,
    *,
    slot: datetime | None = None,
    groups: Collection[str] = (),
    tones: Collection[str] = (),
    styles: Collection[str] = (),
    dry_run: bool = False,
) -> CycleReport:
    """Writes the texts due in the slot, by default the timetable's last; empty selections mean all."""
    report = CycleReport(slot or schedule.slot_at(KIND, now), "cycle", "reads", "figures")
    return run(report, _due(now, groups, tones, styles), now, dry_run=dry_run)


def _due(
    now: datetime, groups: Collection[str], tones: Collection[str], styles: Collection[str]
) -> Iterator[Read]:
    frozen = collecting.everything(today=now.astimezone(UTC).date(), seen=previous.seen_before_day(now))
    frozen[EVERYTHING] = _with_stories_and_agenda(frozen[EVERYTHING], now)
    for scope in scopes():
        if groups and scope not in groups:
            continue
        for tone in tones or settings.GENERATION_TONES:
            for style in styles or settings.GENERATION_STYLES:
                yield Read(_with_previous_text(frozen[scope], tone, style), tone, style)


def _with_stories_and_agenda(figures: Facts, now: datetime) -> Facts:
    """Adds the day's largest stories and the next days' agenda to the aggregate."""
    ahead = tuple(agenda.due(now, previous.DAYS_AHEAD))
    return replace(figures, stories=stories.largest(now - DAY, now), agenda=ahead)


def _with_previous_text(figures: Facts, tone: str, style: str) -> Facts:
    """Adds the previous text to the aggregate."""
    if figures.group != EVERYTHING:
        return figures
    return replace(figures, previous=previous.previous_read(tone, style))
