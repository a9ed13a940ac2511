"""What readers see: the newest accepted text of each group, its age, and what it rests on."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch

from commentary.facts import naming
from commentary.facts.notation import in_unit, period_text
from commentary.facts.snapshot import Facts, RowFacts
from commentary.flags import flags
from commentary.models import IndicatorSummary, IndicatorSummaryTranslation
from commentary.review.sentences import segments
from commentary.scopes import scopes
from commentary.writing.drafts import SOURCE_LANGUAGE

RECENT = 20  # of a group, in its feed


@dataclass(frozen=True)
class PublishedRead:
    """A text ready to be shown. `language` is English where the reader's translation is missing.

    `basis` lists the figures that it rests on: code, label, value with unit, date in words. `named` has those of them
    that the text names, with what makes them news (all of them where it names none), `news` the codes of all figures
    that are news since the edition before. `headline` is the title, or the first sentence of a text without one,
    `first_row` the code of the first figure that this sentence names, "" where it names none.
    """

    id: int
    title: str
    paragraphs: list[str]
    language: str
    written_by: str
    written_at: datetime
    cycle: datetime
    basis: list[tuple[str, str, str, str]]
    named: tuple["NamedFact", ...] = ()
    news: frozenset[str] = frozenset()
    headline: str = ""
    first_row: str = ""


@dataclass(frozen=True)
class NamedFact:
    """A figure under a text, in the reader's language."""

    code: str
    label: str
    value: str
    dated: str
    flags: tuple[str, ...]


def reads(language: str, tone: str) -> dict[str, PublishedRead]:
    """By group id, and "all"; groups without an accepted text are missing. Two queries, one for English."""
    newest = IndicatorSummary.objects.accepted().toned(tone).newest_of_each_group()
    if language != SOURCE_LANGUAGE:
        wanted = IndicatorSummaryTranslation.objects.filter(language=language)
        newest = newest.prefetch_related(Prefetch("translations", wanted))
    found = {summary.group: summary for summary in newest}
    return {scope: published_read(found[scope], language) for scope in scopes() if scope in found}


def recent(group: str, language: str, tone: str) -> list[PublishedRead]:
    """The newest accepted reads of a group, or of "all", newest first."""
    found = IndicatorSummary.objects.accepted().toned(tone).filter(group=group).order_by("-cycle", "-pk")
    if language != SOURCE_LANGUAGE:
        wanted = IndicatorSummaryTranslation.objects.filter(language=language)
        found = found.prefetch_related(Prefetch("translations", wanted))
    return [published_read(summary, language) for summary in found[:RECENT]]


def published_read(summary: IndicatorSummary, language: str) -> PublishedRead:
    """A text as readers see it; its translations of the language are fetched already."""
    translated = list(summary.translations.all()) if language != SOURCE_LANGUAGE else []
    source = translated[0] if translated else summary
    facts = Facts.from_json(summary.facts)
    opening = first_sentence(source.content)
    return PublishedRead(
        id=summary.pk,
        title=source.title,
        paragraphs=[part for part in source.content.split("\n\n") if part.strip()],
        language=source.language,
        written_by=source.written_by,
        written_at=summary.published_at or summary.cycle,
        cycle=summary.cycle,
        basis=[basis_of(row, facts.as_of, language) for row in facts.rows],
        named=named_facts(facts, f"{source.title}\n{source.content}", source.language, language),
        news=facts.news,
        headline=source.title or opening.rstrip("."),
        first_row=next((row.key for row in naming.named(facts.rows, opening, source.language)), ""),
    )


def first_sentence(content: str) -> str:
    """Whole, however long; "" of an empty text."""
    text = content.strip()
    return next((text[: len(each.text)].strip() for each in segments(text.lower())), "")


def named_facts(facts: Facts, text: str, written_in: str, language: str) -> tuple[NamedFact, ...]:
    """The figures that a text names, told in `language`; all of them where it names none."""
    rows = naming.named(facts.rows, text, written_in) or facts.rows
    return tuple(
        NamedFact(*basis_of(row, facts.as_of, language), flags(row, facts.as_of, language)) for row in rows
    )


def basis_of(row: RowFacts, as_of: str, language: str) -> tuple[str, str, str, str]:
    label = row.label_it if language == "it" else row.label_en
    dated = period_text(row.period, row.date, as_of, language)
    return row.key, label, in_unit(row.value, row, language), dated
