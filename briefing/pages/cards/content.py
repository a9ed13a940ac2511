"""What a card shows of a figure or an edition; call inside `translation.override(language)`."""

from dataclasses import dataclass
from datetime import date
from hashlib import sha256

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from briefing.core import origin, periods
from briefing.core.dates import date_in_text
from briefing.core.language import page_language
from commentary import past_editions
from commentary.facts.snapshot import RowFacts
from commentary.marks import Mark
from commentary.past_editions import LONG, PastFigure
from commentary.published import PublishedRead
from indicators import groups, wording
from indicators.config_types import NotConfigured
from indicators.fallback_sources import row_as_computed
from indicators.groups import RowConfig
from indicators.redistribution import Refusal, refusal
from indicators.rows import build, stored

FIGURES = 3


class NoCardError(Exception):
    """Nothing to show: an unknown or hidden figure, one without a value, or a day without an edition."""


class WithheldError(Exception):
    """The owner's terms forbid or do not clearly allow redistribution."""

    def __init__(self, found: Refusal) -> None:
        super().__init__(found.reason)
        self.refusal = found


@dataclass(frozen=True)
class Content:
    """Common to all cards; `title` and `alt` are plain text. `sample`: the data are made up."""

    title: str
    alt: str
    sample: bool

    @property
    def version(self) -> str:
        """A short hash that changes with what the card shows, for networks that cache pictures by address."""
        return sha256(repr(self).encode()).hexdigest()[:12]


@dataclass(frozen=True)
class FigureContent(Content):
    """`spark` holds the recent history, oldest first; `since_text` is its first period."""

    kicker: str
    value_text: str
    basis: str
    change_text: str
    direction: str
    date_text: str
    stale: bool
    attribution: str
    licence: str
    spark: list[tuple[date, float]]
    since_text: str


@dataclass(frozen=True)
class EditionContent(Content):
    """`title` is the lead's, in `language`; `mark` names its author, `sources` those of the figures."""

    language: str
    day_text: str
    mark: Mark
    figures: list[PastFigure]
    sources: list[str]

    @property
    def written_by(self) -> str:
        return self.mark.label


def figure(code: str) -> FigureContent:
    """A figure's card; raises NoCardError or WithheldError."""
    try:
        configured = groups.load().row(code)
    except NotConfigured:
        raise NoCardError(code) from None
    figures, _quotes = stored([configured])
    found = figures.get(code)
    row = row_as_computed(configured, found)
    language, today = page_language(), timezone.now().date()
    if refused := refusal(row, language):
        raise WithheldError(refused)
    if found is None:
        raise NoCardError(code)
    shown = build(configured, found, language=language, today=today)
    spark = [(date.fromisoformat(day), value) for day, value in found.spark]
    first = spark[0][0] if spark else found.observed_on
    attribution = row.attribution(language)
    value = f"{shown.full_text} {shown.basis}".strip()
    change = f"{shown.change_text} {_('since the previous observation')}" if shown.change_text else ""
    return FigureContent(
        title=shown.label,
        alt=_described([shown.label, value, change, shown.date_text, attribution]),
        sample=origin.is_sample(),
        kicker=f"{groups.load().group(row.group_id).title(language)} · {code}",
        value_text=shown.full_text,
        basis=shown.basis,
        change_text=shown.change_text,
        direction=shown.direction,
        date_text=shown.date_text,
        stale=shown.stale,
        attribution=attribution,
        licence=row.licence(language),
        spark=spark,
        since_text=wording.when(periods.of(first, row.frequency).label, first),
    )


def edition(day: date) -> EditionContent:
    """The card of a past day's or today's edition in the first tone; raises NoCardError."""
    language, today = page_language(), timezone.now().date()
    lead = past_editions.lead(day, today, language, settings.GENERATION_TONES[0])
    if lead is None:
        raise NoCardError(day.isoformat())
    rows = dict(_redistributable(lead))
    facts = _named_first(lead, rows)
    figures = [past_editions.figure(fact, language) for fact in facts]
    day_text = _("Edition of %(day)s") % {"day": date_in_text(day, f"l {LONG}")}
    title = lead.title or lead.headline
    told = [f"{each.label} {each.value} ({each.dated})" for each in figures]
    return EditionContent(
        title=title,
        alt=_described([day_text, title, *told, lead.mark.label]),
        sample=origin.is_sample(),
        language=lead.language,
        day_text=day_text,
        mark=lead.mark,
        figures=figures,
        sources=list(dict.fromkeys(_source_name(rows[fact.key], fact) for fact in facts)),
    )


def sample_mark() -> str:
    return _("Sample data: the figures are made up")


def _described(parts: list[str]) -> str:
    """The parts as one text alternative, with the mark of sample data."""
    parts = [*parts, sample_mark()] if origin.is_sample() else parts
    return "; ".join(part.rstrip(".") for part in parts if part) + "."


def _redistributable(lead: PublishedRead) -> list[tuple[str, RowConfig]]:
    """The lead's rows that are still shown and whose sources, fallbacks included, all allow redistribution.

    Older facts do not say which source a past figure came from.
    """
    active = {row.code: row for row in groups.load().active_rows()}
    keys = [fact.key for fact in lead.facts.rows] if lead.facts else []
    return [(key, active[key]) for key in keys if key in active and _allowed(active[key])]


def _allowed(row: RowConfig) -> bool:
    return refusal(row, "en") is None and (row.fallback is None or _allowed(row.fallback))


def _source_name(row: RowConfig, fact: RowFacts) -> str:
    """The name of the source that the figure had, which may be the row's second."""
    return row.fallback.source_name if fact.fallback and row.fallback else row.source_name


def _named_first(lead: PublishedRead, rows: dict[str, RowConfig]) -> list[RowFacts]:
    """The facts of at most three rows: those in the opening, then those named in the text, then the others."""
    facts = {fact.key: fact for fact in lead.facts.rows} if lead.facts else {}
    order = [lead.first_row, *(fact.code for fact in lead.named), *facts]
    return [facts[code] for code in dict.fromkeys(order) if code in rows][:FIGURES]
