"""Assembles sentences within a word limit."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from commentary.language.draft import SlotDraft, SlotSentence
from commentary.language.rendering import render
from commentary.language.slot_table import SlotTable
from commentary.rules import stories
from commentary.rules.sentences import SentenceBuilder


def _figures(sentence: SlotSentence) -> tuple[str, ...]:
    return sentence.about if sentence.kind == "fact" else ()


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

    def quote(self, most: int) -> None:
        """Adds up to `most` headlines, none with a value that the text states."""
        figures = [id for each in self.sentences for id in _figures(each)]
        added = 0
        for sentence in stories.quoted(self.slots, figures=figures):
            if added < most:
                added += self.add(partial(replace, sentence))

    def explain(self) -> None:
        """Adds, for NOVICE, an explanation after the first sentence that has one, unless the text explains a word."""
        figures = [self.slots.figures[id] for each in self.sentences for id in _figures(each)]
        has_gloss = any(figure.names["en"].gloss for figure in figures)
        if not self.builder.novice or has_gloss or any(each.kind == "explain" for each in self.sentences):
            return
        for place, sentence in enumerate(self.sentences):
            found = next(filter(None, map(self.builder.explanation, _figures(sentence))), None)
            if found is not None and self.words(found) <= self.most:
                self.sentences.insert(place + 1, found)
                return

    def words(self, *more: SlotSentence) -> int:
        text = render(SlotDraft(None, (*self.sentences, *more)), self.slots, "en")
        return len(text.body.split())

    def end_paragraph(self) -> None:
        if self.sentences:
            self.sentences[-1] = replace(self.sentences[-1], ends=True)

    def draft(self, title: Mapping[str, str] | None) -> SlotDraft:
        self.end_paragraph()
        return SlotDraft(title, tuple(self.sentences))
