"""The cycle of reads and logs: each text that is due is composed, reviewed and published, once."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar

from django.conf import settings
from django.db import transaction

from briefing.core import origin
from briefing.core.web.cache_versions import invalidate
from briefing.core.work.leases import claimed
from commentary.language.draft import SlotDraft
from commentary.language.slot_table import SlotTable
from commentary.models import Text
from commentary.publishing import regeneration
from commentary.writing import audit, composition
from commentary.writing.composition import Composition, NoModelText, TextRefused, Texts
from commentary.writing.drafts import SOURCE_LANGUAGE, Assignment


class DueText(ABC):
    """A text to write in a cycle: its material and where it is stored."""

    model: ClassVar[type[Text]]
    kind: ClassVar[str]  # in the key of the lease
    title: ClassVar[str]  # the column of the title
    verdict_of: ClassVar[str]  # the column of a verdict that names the text
    part: ClassVar[str]  # the part of the pages that shows it

    @property
    @abstractmethod
    def series(self) -> dict[str, str]:
        """The columns that texts written one after the other share."""

    @property
    @abstractmethod
    def assignment(self) -> Assignment: ...

    @property
    @abstractmethod
    def facts_hash(self) -> str: ...

    @abstractmethod
    def by_rules(self, slots: SlotTable) -> SlotDraft: ...

    @abstractmethod
    def current(self) -> Text | None:
        """Returns the last accepted text if it covers this material, else None."""

    @abstractmethod
    def is_empty(self) -> bool:
        """Whether there is nothing to write about."""

    def __str__(self) -> str:
        return " ".join(self.series.values())

    def compose(self, *, now: datetime, replaces: bool = False) -> Composition:
        return composition.compose(self.assignment, self.by_rules, now=now, replaces=replaces)


@dataclass
class CycleReport:
    """The outcome of a cycle in numbers of texts; `run`, `nouns` and `material` are its words."""

    cycle: datetime
    run: str
    nouns: str
    material: str
    written: int = 0
    by_ai: int = 0  # included in `written`
    unchanged: int = 0  # same facts as the last accepted text, which remains
    empty: int = 0  # no material yet
    already_written: int = 0  # written by another worker or an earlier run
    refused: int = 0  # the rules' text failed review too; the previous text remains
    drafts: list[tuple[DueText, Texts]] = field(default_factory=list)  # of a dry run

    def __str__(self) -> str:
        return (
            f"{self.run} {self.cycle:%Y-%m-%d %H:%M} UTC: {self.written} {self.nouns} written"
            + (f" ({self.by_ai} by AI)" if self.by_ai else "")
            + f", {self.unchanged} unchanged, {self.already_written} there already"
            + f", {self.empty} without {self.material}"
            + (f", {self.refused} refused" if self.refused else "")
        )


def run(report: CycleReport, due: Iterable[DueText], now: datetime, *, dry_run: bool) -> CycleReport:
    """Writes what is due into the report's cycle.

    `dry_run` stores no text, but still calls a configured model at its cost. Idempotent and safe to run
    concurrently: each text is leased before the first call, and its row is unique by cycle and series.
    """
    for text in due:
        try:
            _generate(text, report, now, dry_run=dry_run)
        except TextRefused as refused:
            report.refused += 1
            if not dry_run:
                refused.record()
    if not dry_run:
        regeneration.alert_if_models_silent(report.nouns)
    return report


def _generate(text: DueText, report: CycleReport, now: datetime, *, dry_run: bool) -> None:
    same = text.current()
    if text.is_empty():
        report.empty += 1
    elif same is not None and not regeneration.should_retry_model(same, _rows(text)):
        report.unchanged += 1
    elif dry_run:
        report.drafts.append((text, text.compose(now=now).texts))
    else:
        _write(text, report, now, same=same)


def _rows(text: DueText, **columns: object) -> Any:
    return text.model._default_manager.filter(**text.series, **columns)


def _write(text: DueText, report: CycleReport, now: datetime, *, same: Text | None) -> None:
    """Composes and publishes a text, unless it exists or another worker has its lease.

    `same` is the rules' text of this material, which remains if no model writes.
    """
    cycle = report.cycle
    with claimed(f"{text.kind} {cycle:%Y-%m-%dT%H:%M} {text}", composition.longest()) as mine:
        if not mine or _rows(text, cycle=cycle).exists():
            report.already_written += 1
            return
        try:
            piece = text.compose(now=now, replaces=same is not None)
        except NoModelText as unwritten:
            _store_verdicts(text, unwritten.trail, same)
            report.unchanged += 1
            return
        publish(text, piece, cycle=cycle, now=now)
    report.written += 1
    report.by_ai += piece.author is not None


def publish(text: DueText, piece: Composition, *, cycle: datetime, now: datetime) -> None:
    """Stores the text, its translation and its audit rows in one transaction."""
    with transaction.atomic():
        origin.claim()
        row: Any = text.model._default_manager.create(
            facts=text.assignment.facts,
            facts_hash=text.facts_hash,
            prompt_version=settings.PROMPT_VERSION,
            published_at=now,
            cycle=cycle,
            **{text.title: piece.texts[SOURCE_LANGUAGE].title},
            **text.series,
            **piece.columns(SOURCE_LANGUAGE),
            **piece.source_columns,
        )
        for language in piece.texts.keys() - {SOURCE_LANGUAGE}:
            title = {text.title: piece.texts[language].title}
            row.translations.create(**piece.columns(language), **title)
        _store_verdicts(text, piece.trail, row)
        invalidate(text.part)


def _store_verdicts(text: DueText, trail: audit.AuditTrail, row: Any) -> None:
    audit.store(trail.rows, **{text.verdict_of: row})
