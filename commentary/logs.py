"""The story of the strategic log: every six hours, one for each tone and style, where something moved."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime

from django.conf import settings
from django.db import transaction

from briefing.core import schedule
from briefing.core.leases import claimed
from commentary.facts import log_material
from commentary.facts.log_material import Material
from commentary.models import StrategicLog, StrategicLogTranslation
from commentary.reads import CycleReport, drafts_of
from commentary.rules import log_writer
from commentary.writing import audit, composition
from commentary.writing.composition import SOURCE_LANGUAGE, Composition
from commentary.writing.drafts import Draft

KIND = "commentary.log"


@dataclass
class LogsReport(CycleReport):
    """What a slot did, counted in logs; one is unchanged where neither a figure nor a headline is new."""

    drafts: list[tuple[Material, dict[str, Draft]]] = field(default_factory=list)

    def __str__(self) -> str:
        return self.told("log", "logs", "material")


def cycle(
    now: datetime,
    *,
    slot: datetime | None = None,
    tones: Collection[str] = (),
    styles: Collection[str] = (),
    dry_run: bool = False,
) -> LogsReport:
    """Writes the logs of the slot, else of the timetable's last; as safe to run twice or at once as the reads."""
    report = LogsReport(slot or schedule.slot_at(KIND, now))
    for tone in tones or settings.GENERATION_TONES:
        for style in styles or settings.GENERATION_STYLES:
            with report.counting_refusals(dry_run=dry_run):
                _log(log_material.collect(report.cycle, tone=tone, style=style), report, now, dry_run=dry_run)
    return report


def _log(material: Material, report: LogsReport, now: datetime, *, dry_run: bool) -> None:
    if not material.figures.rows and not material.stories:
        report.empty += 1
    elif _stands(material):
        report.unchanged += 1
    elif dry_run:
        piece = composition.compose(material.assignment, lambda: log_writer.write(material), now=now)
        report.drafts.append((material, drafts_of(piece)))
    elif piece_or_none := _write(material, now):
        report.written += 1
        report.by_ai += piece_or_none.author is not None
    else:
        report.taken += 1


def _stands(material: Material) -> bool:
    """Whether the last accepted log saw these figures and every headline of the window."""
    known = StrategicLog.objects.accepted().toned(material.tone, material.style).newest_first()
    last = known.values_list("facts__figures_digest", "facts__newest_headline").first()
    return last is not None and last[0] == material.figures_digest and material.newest <= (last[1] or 0)


def _write(material: Material, now: datetime) -> Composition | None:
    columns = {"cycle": material.slot, "tone": material.tone, "style": material.style}
    with claimed(f"log {material.slot:%Y-%m-%dT%H:%M} {material.tone} {material.style}") as mine:
        if not mine or StrategicLog.objects.filter(**columns).exists():
            return None
        piece = composition.compose(material.assignment, lambda: log_writer.write(material), now=now)
        publish(piece, material.as_json(), facts_hash=material.digest, now=now, **columns)
        return piece


def publish(
    piece: Composition, facts: dict[str, object], *, facts_hash: str, now: datetime, **columns: object
) -> StrategicLog:
    """The log, its translation and its audit rows in one transaction."""
    with transaction.atomic():
        log = StrategicLog.objects.create(
            language=SOURCE_LANGUAGE,
            header=piece.english.title,
            content=piece.english.body,
            facts=facts,
            facts_hash=facts_hash,
            prompt_version=settings.PROMPT_VERSION,
            published_at=now,
            **columns,
            **piece.columns,
        )
        if piece.italian is not None:
            StrategicLogTranslation.objects.create(
                log=log, header=piece.italian.title, content=piece.italian.body, **piece.italian_columns
            )
        audit.store(piece.trail.rows, log=log)
    return log
