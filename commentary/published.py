"""Texts as displayed: the latest accepted text of each group, with its figures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from commentary.facts.shown import shown as shown_facts
from commentary.facts.snapshot import Facts, RowFacts
from commentary.flags import flags
from commentary.labels import text_language
from commentary.language import amounts
from commentary.language.periods import PeriodText
from commentary.models import IndicatorSummary, Text
from commentary.receipts import FigureReceipt, SentenceReceipt, by_figure, receipts
from commentary.review.sentences import segments
from commentary.scopes import scopes
from commentary.versions import Authored, Sentences, version

RECENT = 20  # texts in a group's feed


@dataclass(frozen=True)
class NamedFact:
    """A figure under a text, in the reader's language."""

    code: str
    label: str
    value: str
    dated: str
    flags: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class PublishedText(Authored):
    """A text for display; `language` is English if the translation is missing.

    `basis` lists its figures: code, label, value with unit, date in words. `named` are those named in the text
    with their news labels (all if none is named).
    """

    id: int
    tone: str
    title: str
    paragraphs: list[str]
    language: str
    written_by: str
    written_at: datetime
    cycle: datetime
    basis: list[tuple[str, str, str, str]]
    named: tuple[NamedFact, ...] = ()
    sentences: Sentences = ()
    facts: Facts | None = None

    @cached_property
    def receipts(self) -> list[SentenceReceipt]:
        """Receipts of each sentence in the active language; empty for texts stored without sentences."""
        return receipts(self.sentences, self.facts, self.tone) if self.facts else []

    @property
    def figures(self) -> list[FigureReceipt]:
        """The receipts of the whole text by figure, in the active language."""
        return by_figure(self.receipts)


@dataclass(frozen=True, kw_only=True)
class PublishedRead(PublishedText):
    """A read for display; `news` has the codes of all figures new since the previous edition.

    `headline` is the title or the first sentence, `first_row` the code of the first figure in that sentence, or
    "".
    """

    news: frozenset[str]
    headline: str
    first_row: str


def reads(language: str, tone: str, *, rules_only: bool = False) -> dict[str, PublishedRead]:
    """Returns the reads by group id, and "all"; two queries, one for English."""
    newest = IndicatorSummary.objects.readable(rules_only=rules_only).toned(tone).newest_of_each_group()
    found = {summary.group: summary for summary in newest.translated(language)}
    return {
        scope: published_read(found[scope], language, rules_only=rules_only)
        for scope in scopes()
        if scope in found
    }


def recent(group: str, language: str, tone: str, *, rules_only: bool = False) -> list[PublishedRead]:
    """Returns the latest reads of a group, or of "all", newest first."""
    found = IndicatorSummary.objects.readable(rules_only=rules_only).toned(tone).filter(group=group)
    rows = found.translated(language).newest_first()[:RECENT]
    return [published_read(summary, language, rules_only=rules_only) for summary in rows]


def read(pk: int, language: str, *, rules_only: bool = False) -> tuple[str, PublishedRead] | None:
    """Returns a text with its group, or None if it is missing or not readable."""
    rows = IndicatorSummary.objects.readable(rules_only=rules_only).filter(pk=pk)
    found = rows.translated(language).first()
    return (found.group, published_read(found, language, rules_only=rules_only)) if found else None


def published_read(summary: IndicatorSummary, language: str, *, rules_only: bool = False) -> PublishedRead:
    """Builds the text for display; translations must be prefetched."""
    fields = fields_of(summary, language, rules_only=rules_only)
    opening = first_sentence("\n\n".join(fields["paragraphs"]))
    return PublishedRead(
        **fields,
        news=fields["facts"].news,
        headline=fields["title"] or opening.rstrip("."),
        first_row=next(
            (figure["code"] for each in fields["sentences"][:1] for figure in each["figures"]), ""
        ),
    )


def fields_of(text: Text, language: str, *, rules_only: bool) -> dict[str, Any]:
    """Returns the fields of `PublishedText`; translations must be prefetched."""
    shown = version(text, language, rules_only=rules_only)
    facts = shown_facts(text.facts)
    return {
        "id": text.pk,
        "tone": text.tone,
        "title": shown.title,
        "paragraphs": shown.paragraphs,
        "language": shown.language,
        "written_by": shown.written_by,
        "written_at": text.published_at or text.cycle,
        "cycle": text.cycle,
        "basis": [basis_of(row, facts.as_of, language) for row in facts.rows],
        "named": named_facts(facts, shown.sentences, f"{shown.title}\n{shown.content}", language),
        "sentences": shown.sentences,
        "facts": facts,
    }


def first_sentence(content: str) -> str:
    """Returns the whole first sentence; "" for an empty text."""
    text = content.strip()
    return next((text[: len(each.text)].strip() for each in segments(text.lower())), "")


def named_facts(
    facts: Facts, sentences: Sequence[Mapping[str, Any]], text: str, language: str
) -> tuple[NamedFact, ...]:
    """Returns the figures a text names, or without stored sentences those whose value occurs in it; all if none."""
    codes = {code for each in sentences for figure in each["figures"] for code in figure["code"].split("-")}
    rows = [row for row in facts.rows if row.key in codes or (not sentences and _value(row, "en") in text)]
    return tuple(
        NamedFact(*basis_of(row, facts.as_of, language), flags(row, facts.as_of, language))
        for row in rows or facts.rows
    )


def basis_of(row: RowFacts, as_of: str, language: str) -> tuple[str, str, str, str]:
    """Returns (code, label, value, date), in English for languages without texts."""
    language = text_language(language)
    label = row.label_it if language == "it" else row.label_en
    dated = PeriodText(row.period, int(as_of[:4]), row.date).bare(language)
    return row.key, label, _value(row, language), dated


def _value(row: RowFacts, language: str) -> str:
    return amounts.value(row.value, row, "").text(language)
