"""Generation of the strategic log: every six hours for each tone and style, if anything changed."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from briefing.core import origin
from briefing.core.web.cache_versions import invalidate
from briefing.core.work import schedule
from briefing.core.work.leases import claimed
from commentary.facts import log_material
from commentary.facts.log_material import LogMaterial
from commentary.models import StrategicLog, StrategicLogs, StrategicLogTranslation
from commentary.publishing import regeneration
from commentary.publishing.reads import CycleReport, RulesTextStays, count
from commentary.rules import log_writer
from commentary.writing import audit, composition
from commentary.writing.composition import ByRules, Composition, NoModelText, Texts
from commentary.writing.drafts import SOURCE_LANGUAGE, Assignment

KIND = "commentary.log"


@dataclass
class LogsReport(CycleReport):
    """The outcome of a slot in numbers of logs; unchanged means no new figure or headline."""

    drafts: list[tuple[LogMaterial, Texts]] = field(default_factory=list)

    def __str__(self) -> str:
        return self.summary("log", "logs", "material")


def cycle(
    now: datetime,
    *,
    slot: datetime | None = None,
    tones: Collection[str] = (),
    styles: Collection[str] = (),
    dry_run: bool = False,
) -> LogsReport:
    """Writes the logs of the slot, by default the timetable's last. Idempotent and safe to run concurrently."""
    report, moment = LogsReport(slot or schedule.slot_at(KIND, now)), timezone.now()
    for tone in tones or settings.GENERATION_TONES:
        for style in styles or settings.GENERATION_STYLES:
            with report.counting_refusals(dry_run=dry_run):
                material = log_material.collect(report.cycle, tone=tone, style=style, until=moment)
                _log(material, report, now, dry_run=dry_run)
    if not dry_run:
        regeneration.alert_if_models_silent("logs")
    return report


def assignment(material: LogMaterial) -> Assignment:
    return Assignment("log", "log", material.tone, material.style, material.as_json())


def by_rules(material: LogMaterial) -> ByRules:
    return partial(log_writer.write, material.figures)


def _log(material: LogMaterial, report: LogsReport, now: datetime, *, dry_run: bool) -> None:
    same = _current_log(material)
    if not material.figures.rows and not material.stories:
        report.empty += 1
    elif same is not None and not regeneration.should_retry_model(same, _series(material)):
        report.unchanged += 1
    elif dry_run:
        piece = composition.compose(assignment(material), by_rules(material), now=now)
        report.drafts.append((material, piece.texts))
    else:
        count(_write(material, now, same=same), report)


def _series(material: LogMaterial) -> StrategicLogs:
    return StrategicLog.objects.toned(material.tone, material.style)


def _current_log(material: LogMaterial) -> StrategicLog | None:
    """Returns the last accepted log if it covers the same figures and headlines, otherwise None."""
    last = _series(material).accepted().newest_first().first()
    if last is None or last.facts.get("figures_digest") != material.figures_digest:
        return None
    return last if material.newest <= last.facts.get("newest_headline", 0) else None


def _write(
    material: LogMaterial, now: datetime, *, same: StrategicLog | None
) -> Composition | RulesTextStays | None:
    """Like `reads._write`; `same` is the rules' log that remains if no model writes."""
    columns = {"cycle": material.slot, "tone": material.tone, "style": material.style}
    with claimed(f"log {material.slot:%Y-%m-%dT%H:%M} {material.tone} {material.style}") as mine:
        if not mine or StrategicLog.objects.filter(**columns).exists():
            return None
        try:
            piece = composition.compose(
                assignment(material), by_rules(material), now=now, replaces=same is not None
            )
        except NoModelText as unwritten:
            audit.store(unwritten.trail.rows, log=same)
            return RulesTextStays()
        publish(piece, material.as_json(), facts_hash=material.digest, now=now, **columns)
        return piece


def publish(
    piece: Composition, facts: dict[str, object], *, facts_hash: str, now: datetime, **columns: object
) -> StrategicLog:
    """Stores the log, its translation and its audit rows in one transaction."""
    with transaction.atomic():
        origin.claim()
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
        invalidate("log")
    return log
