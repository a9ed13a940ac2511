"""Generation of reads: hourly for each group and "all", each tone and style, if figures changed."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import transaction

from briefing.core import origin
from briefing.core.web.cache_versions import invalidate
from briefing.core.work import schedule
from briefing.core.work.leases import claimed
from commentary.facts import collecting, previous, stories
from commentary.facts.snapshot import EVERYTHING, Facts
from commentary.language.draft import SlotDraft
from commentary.language.slot_table import SlotTable
from commentary.models import IndicatorSummaries, IndicatorSummary, IndicatorSummaryTranslation
from commentary.publishing import regeneration
from commentary.rules import read_writer
from commentary.scopes import scopes
from commentary.writing import audit, composition
from commentary.writing.composition import Composition, NoModelText, TextRefused, Texts
from commentary.writing.drafts import SOURCE_LANGUAGE, Assignment
from indicators import agenda

KIND = "commentary.generate"
DAY = timedelta(days=1)  # the period of stories for the lead


@dataclass(frozen=True)
class Read:
    """One text to generate in a cycle."""

    facts: Facts
    tone: str
    style: str

    @property
    def assignment(self) -> Assignment:
        return Assignment(
            kind="aggregate" if self.facts.group == EVERYTHING else "read",
            scope=self.facts.group,
            tone=self.tone,
            style=self.style,
            facts=self.facts.as_json(),
        )

    def by_rules(self, slots: SlotTable) -> SlotDraft:
        return read_writer.write(self.facts, slots)


@dataclass(frozen=True)
class RulesTextStays:
    """No model wrote, and the rules' text of the same figures remains."""


@dataclass
class CycleReport:
    """The outcome of a cycle in numbers of texts."""

    cycle: datetime
    written: int = 0
    by_ai: int = 0  # included in `written`
    unchanged: int = 0  # same facts as the last accepted text, which remains
    empty: int = 0  # no material yet
    taken_elsewhere: int = 0  # written by another worker or an earlier run
    refused: int = 0  # the rules' text failed review too; the previous text remains

    @contextmanager
    def counting_refusals(self, *, dry_run: bool) -> Iterator[None]:
        """Counts a refused text, records it unless `dry_run`, and lets the cycle continue."""
        try:
            yield
        except TextRefused as refused:
            self.refused += 1
            if not dry_run:
                refused.record()

    def summary(self, kind: str, nouns: str, lacking: str) -> str:
        """Returns a one-line summary; `kind` names the run, `nouns` its texts, `lacking` what empty ones lack."""
        return (
            f"{kind} {self.cycle:%Y-%m-%d %H:%M} UTC: {self.written} {nouns} written"
            + (f" ({self.by_ai} by AI)" if self.by_ai else "")
            + f", {self.unchanged} unchanged, {self.taken_elsewhere} there already, {self.empty} without {lacking}"
            + (f", {self.refused} refused" if self.refused else "")
        )


@dataclass
class ReadsReport(CycleReport):
    """The outcome of a cycle in numbers of reads; empty means no figures and no previous text."""

    drafts: list[tuple[Read, Texts]] = field(default_factory=list)

    def __str__(self) -> str:
        return self.summary("cycle", "reads", "figures")


def cycle(
    now: datetime,
    *,
    slot: datetime | None = None,
    groups: Collection[str] = (),
    tones: Collection[str] = (),
    styles: Collection[str] = (),
    dry_run: bool = False,
) -> ReadsReport:
    """Writes the texts due in the slot, by default the timetable's last; empty selections mean all.

    `dry_run` stores no text, but still calls a configured model at its cost. Idempotent and safe to run
    concurrently: each read is claimed before the first call, and its row is unique by cycle, group, tone and
    style.
    """
    report = ReadsReport(slot or schedule.slot_at(KIND, now))
    for read in _due(now, groups, tones, styles):
        with report.counting_refusals(dry_run=dry_run):
            _generate(read, report, now, dry_run=dry_run)
    if not dry_run:
        regeneration.alert_if_models_silent("reads")
    return report


def _generate(read: Read, report: ReadsReport, now: datetime, *, dry_run: bool) -> None:
    last = _last_accepted(read)
    same = last if last is not None and last.facts_hash == read.facts.digest else None
    if same is not None and not regeneration.should_retry_model(same, _series(read)):
        report.unchanged += 1
    elif not read.facts.rows and last is None:
        report.empty += 1
    elif dry_run:
        report.drafts.append((read, composition.compose(read.assignment, read.by_rules, now=now).texts))
    else:
        count(_write(read, report.cycle, now, same=same), report)


def count(piece: Composition | RulesTextStays | None, report: CycleReport) -> None:
    """Counts an outcome: RulesTextStays if the rules' text remains, None if written elsewhere."""
    if isinstance(piece, RulesTextStays):
        report.unchanged += 1
    elif piece:
        report.written += 1
        report.by_ai += piece.author is not None
    else:
        report.taken_elsewhere += 1


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


def _series(read: Read) -> IndicatorSummaries:
    return IndicatorSummary.objects.toned(read.tone, read.style).filter(group=read.facts.group)


def _last_accepted(read: Read) -> IndicatorSummary | None:
    known = _series(read).accepted()
    return known.defer("facts", "content").order_by("-cycle", "-pk").first()


def _write(
    read: Read, slot: datetime, now: datetime, *, same: IndicatorSummary | None
) -> Composition | RulesTextStays | None:
    """Composes and publishes a read; None if it exists or another worker has claimed it.

    `same` is the rules' text of these figures, which remains if no model writes.
    """
    columns = {"cycle": slot, "group": read.facts.group, "tone": read.tone, "style": read.style}
    key = f"read {slot:%Y-%m-%dT%H:%M} {read.facts.group} {read.tone} {read.style}"
    with claimed(key) as mine:
        if not mine or IndicatorSummary.objects.filter(**columns).exists():
            return None
        try:
            piece = composition.compose(read.assignment, read.by_rules, now=now, replaces=same is not None)
        except NoModelText as unwritten:
            audit.store(unwritten.trail.rows, summary=same)
            return RulesTextStays()
        publish(piece, read.facts, now=now, **columns)
        return piece


def publish(piece: Composition, figures: Facts, *, now: datetime, **columns: object) -> IndicatorSummary:
    """Stores the text, its translation and its audit rows in one transaction.

    `columns` are cycle, group, tone and style.
    """
    with transaction.atomic():
        origin.claim()
        summary = IndicatorSummary.objects.create(
            language=SOURCE_LANGUAGE,
            title=piece.english.title,
            content=piece.english.body,
            facts=figures.as_json(),
            facts_hash=figures.digest,
            prompt_version=settings.PROMPT_VERSION,
            published_at=now,
            **columns,
            **piece.columns,
        )
        if piece.italian is not None:
            IndicatorSummaryTranslation.objects.create(
                summary=summary,
                title=piece.italian.title,
                content=piece.italian.body,
                **piece.italian_columns,
            )
        audit.store(piece.trail.rows, summary=summary)
        invalidate("reads")
    return summary
