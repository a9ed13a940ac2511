"""Generation of the strategic log: every six hours for each tone and style, if anything changed."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from briefing.core.work import schedule
from commentary.facts import log_material
from commentary.facts.log_material import LogMaterial
from commentary.language.draft import SlotDraft
from commentary.language.slot_table import SlotTable
from commentary.models import StrategicLog
from commentary.publishing.cycle import CycleReport, DueText, run
from commentary.rules import log_writer
from commentary.writing.drafts import Assignment

KIND = "commentary.log"


@dataclass(frozen=True)
class Log(DueText):
    material: LogMaterial

    model = StrategicLog
    kind, title, verdict_of, part = "log", "header", "log", "log"

    @property
    def series(self) -> dict[str, str]:
        return {"tone": self.material.tone, "style": self.material.style}

    @property
    def assignment(self) -> Assignment:
        return Assignment("log", "log", self.material.tone, self.material.style, self.material.as_json())

    @property
    def facts_hash(self) -> str:
        return self.material.digest

    def by_rules(self, slots: SlotTable) -> SlotDraft:
        return log_writer.write(self.material.figures, slots)

    def current(self) -> StrategicLog | None:
        """Returns the last accepted log if it covers the same figures and headlines, otherwise None."""
        last = StrategicLog.objects.filter(**self.series).accepted().newest_first().first()
        if last is None or last.facts.get("figures_digest") != self.material.figures_digest:
            return None
        return last if self.material.newest <= last.facts.get("newest_headline", 0) else None

    def is_empty(self) -> bool:
        """Whether there is neither a figure nor a headline."""
        return not self.material.figures.rows and not self.material.stories


def cycle(
    now: datetime,
    *,
    slot: datetime | None = None,
    tones: Collection[str] = (),
    styles: Collection[str] = (),
    dry_run: bool = False,
) -> CycleReport:
    """Writes the logs of the slot, by default the timetable's last; empty selections mean all."""
    report = CycleReport(slot or schedule.slot_at(KIND, now), "log", "logs", "material")
    return run(report, _due(report.cycle, tones, styles), now, dry_run=dry_run)


def _due(slot: datetime, tones: Collection[str], styles: Collection[str]) -> Iterator[Log]:
    moment = timezone.now()
    for tone in tones or settings.GENERATION_TONES:
        for style in styles or settings.GENERATION_STYLES:
            yield Log(log_material.collect(slot, tone=tone, style=style, until=moment))
