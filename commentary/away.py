"""What happened while a reader was away: stored editions and observations of up to thirty days, told by rules."""

import logging
from dataclasses import dataclass
from datetime import datetime

from commentary.facts.snapshot import Facts
from commentary.facts.span import span
from commentary.labels import text_language
from commentary.language.draft import SlotDraft, SlotSentence
from commentary.language.rendering import render
from commentary.language.slot_table import SlotTable
from commentary.marks import Mark, mark_of
from commentary.published import basis_of
from commentary.rules import span_writer
from commentary.versions import RULES, Sentences
from commentary.writing import mending
from commentary.writing.checks import draft as checks

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class AwayPart:
    """A part of the page, one sentence a paragraph; `id` is one of `span_writer.PARTS`.

    `stories` has the sentences of the part on stories, each with a headline of its story.
    """

    id: str
    paragraphs: list[str]
    tone: str
    language: str
    sentences: Sentences
    facts: Facts
    basis: list[tuple[str, str, str, str]]
    stories: list[tuple[str, int]]

    @property
    def mark(self) -> Mark:
        return mark_of(RULES)


@dataclass(frozen=True)
class Away:
    """`since` is when the edition compared with was published; `is_whole` whether it is older than the span."""

    since: datetime
    is_whole: bool
    parts: list[AwayPart]

    @property
    def mark(self) -> Mark:
        return mark_of(RULES)


def away(days: int, now: datetime, language: str, tone: str) -> Away | None:
    """Returns the texts of a span, each sentence reviewed in both languages, or None before the first edition."""
    found = span(days, now)
    if found is None:
        return None
    parts = []
    for part, (slots, draft) in span_writer.write(found, tone).items():
        passed = _reviewed(draft, slots)
        if passed is not None:
            parts.append(_part(part, getattr(found, part), passed, slots, text_language(language)))
    return Away(found.since, found.since < found.start, parts)


def _reviewed(draft: SlotDraft, slots: SlotTable) -> SlotDraft | None:
    """Returns the draft without sentences that the review refuses in one language; None if none remains."""
    checked = checks.check(draft, slots, kind="aggregate", by_rules=True)
    if refused := [dict(each.findings) for each in checked if not each.passed]:
        log.warning("sentences of the rules were refused: %s", refused)
    return mending.without_failures(draft, checked)


def _part(id: str, facts: Facts, draft: SlotDraft, slots: SlotTable, language: str) -> AwayPart:
    text = render(draft, slots, language)
    return AwayPart(
        id=id,
        paragraphs=[sentence.text for sentence in text.sentences],
        tone=slots.tone,
        language=language,
        sentences=tuple(sentence.as_json() for sentence in text.sentences),
        facts=facts,
        basis=[basis_of(row, facts.as_of, language) for row in facts.rows],
        stories=[
            (told.text, _headline(facts, sentence, language))
            for told, sentence in zip(text.sentences, draft.sentences, strict=True)
            if sentence.kind == "story"
        ],
    )


def _headline(facts: Facts, sentence: SlotSentence, language: str) -> int:
    """Returns the headline that a sentence quotes in a language; its slots are of one story, "s1" the first."""
    id, _field = sentence.slots(language)[0]
    return int(facts.stories[int(id[1:]) - 1]["headline"])
