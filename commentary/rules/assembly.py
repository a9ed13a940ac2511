"""Assembles sentences within a word limit."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from commentary.language.draft import SlotDraft, SlotSentence
from commentary.language.rendering import render
from commentary.language.slot_table import SlotTable
from commentary.rules.sentences import SentenceBuilder


@dataclass
class Assembly:
    """A text of at most `most` English words; sentences that do not fit are skipped."""

    slots: SlotTable
    most: int
    builder: SentenceBuilder = field(init=False)
    sentences: list[SlotSentence] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.builder = SentenceBuilder(self.slots)

    def add(self, make: Callable[[], SlotSentence | None]) -> bool:
        """Adds a sentence if one is made and fits, and returns whether it did; the first always fits."""
        before = replace(self.builder, used_ids=list(self.builder.used_ids), forms=list(self.builder.forms))
        sentence = make()
        if sentence is None:
            return False
        if self.sentences and self.words(sentence) > self.most:
            self.builder = before
            return False
        self.sentences.append(sentence)
        return True

    def words(self, *more: SlotSentence) -> int:
        text = render(SlotDraft(None, (*self.sentences, *more)), self.slots, "en")
        return len(text.body.split())

    def end_paragraph(self) -> None:
        if self.sentences:
            self.sentences[-1] = replace(self.sentences[-1], ends=True)

    def draft(self, title: Mapping[str, str] | None) -> SlotDraft:
        self.end_paragraph()
        return SlotDraft(title, tuple(self.sentences))
