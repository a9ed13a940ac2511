"""Renders a draft in one language, with the figures of each sentence.

Corrects articles and prepositions before slots: "al {us10.value}" becomes "al 4,1%", "allo 0,9%" or "a 3.882
dollari"; "on {cpie.on}" becomes "in October"; "secondo {s1.publisher}" becomes "secondo l’Ansa".
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from briefing.core.numbers import NBSP
from commentary.language.amounts import Amount
from commentary.language.draft import SLOT, SlotDraft, SlotSentence
from commentary.language.grammar import (
    WRITTEN,
    contracted,
    glued,
    indefinite,
    joined,
    tidy,
    with_article,
    with_plural_article,
)
from commentary.language.names import NOVICE
from commentary.language.periods import PeriodText
from commentary.language.slot_table import SlotTable
from commentary.language.slots import Noun, Slot
from commentary.language.story_numbers import Quantity

_LAST_WORD = re.compile(r"(?:(?<=[\s(“«])|^)([^\W\d_]+’?)\s*$")
_THEN_A_MOVE = re.compile(r"\s(?:move|rise|fall|gain|drop|decline)\b")  # after "a 7-basis-point"
_ENGLISH_AT = ("on", "in", "at", "during")
_ITALIAN = WRITTEN | {"ad": ("a", ""), "nell": ("in", "l’")}
_STANDS_AT = (
    "è", "era", "erano", "sono", "rimasto", "rimasta", "resta", "rimane", "restato", "restata", "fermo",
    "ferma", "invariato", "invariata",
)  # fmt: skip
_WITH_ARTICLE = ("per", "entro", "dopo", "fino", "tra", "fra", "con")
_OPENS = re.compile(r"(?:^|[(:“«–—])\s*$")
# Rendered without unit after a move, level or value in the same unit.
_UNIT_SHARED = ("value", "before", "year_ago", "lowest")


class UnknownSlot(LookupError):
    """A draft has a slot that its material does not offer."""


@dataclass(frozen=True)
class RenderedSentence:
    """A sentence with its observations: code, field, value (in the row's unit) and period."""

    text: str
    kind: str
    figures: tuple[Mapping[str, Any], ...] = ()
    by_rules: bool = False  # in a model's text

    def as_json(self) -> dict[str, Any]:
        found = {"text": self.text, "kind": self.kind, "figures": [dict(each) for each in self.figures]}
        return found | ({"by": "rules"} if self.by_rules else {})


@dataclass(frozen=True)
class RenderedText:
    """A text in one language, as displayed."""

    title: str
    paragraphs: tuple[tuple[RenderedSentence, ...], ...]

    @property
    def sentences(self) -> list[RenderedSentence]:
        return [sentence for paragraph in self.paragraphs for sentence in paragraph]

    @property
    def body(self) -> str:
        return "\n\n".join(" ".join(sentence.text for sentence in part) for part in self.paragraphs)

    @property
    def whole(self) -> str:
        return f"{self.title}\n\n{self.body}" if self.title else self.body


def render(draft: SlotDraft, table: SlotTable, language: str) -> RenderedText:
    """Renders the whole draft. Raises UnknownSlot, which the check rejects earlier."""
    printer = _Renderer(table, language)
    title = printer.title(draft.title[language]) if draft.title else ""
    paragraphs: list[list[RenderedSentence]] = [[]]
    for sentence in draft.sentences:
        paragraphs[-1].append(printer.sentence(sentence))
        if sentence.ends:
            paragraphs.append([])
    return RenderedText(title, tuple(tuple(part) for part in paragraphs if part))


def render_sentence(sentence: SlotSentence, table: SlotTable, language: str) -> RenderedSentence:
    """Renders one sentence as if it opened a text."""
    return _Renderer(table, language).sentence(sentence)


@dataclass
class _Renderer:
    table: SlotTable
    language: str
    mentioned: set[str] = field(default_factory=set)  # "barrel" etc., each stated once a text

    def title(self, template: str) -> str:
        """Renders a title; English uses the title names of figures, Italian their names ("L’euro" of its rates)."""
        texts = _Sentence(self, template, in_title=True)
        return _capital(texts.text()).rstrip(".")

    def sentence(self, sentence: SlotSentence) -> RenderedSentence:
        texts = _Sentence(self, sentence.texts[self.language])
        text = _ended(_capital(texts.text()))
        return RenderedSentence(text, sentence.kind, tuple(texts.figures), sentence.by_rules)


class _Sentence:
    """Renders one template from left to right."""

    def __init__(self, printer: _Renderer, template: str, *, in_title: bool = False) -> None:
        self.printer, self.language, self.in_title = printer, printer.language, in_title
        self.template = template.replace("'", "’")
        self.out = ""
        self.end = 0  # of the template's part that is rendered
        self.units: dict[str, str] = {}  # unit of the value rendered of each figure
        self.figures: list[Mapping[str, Any]] = []

    def text(self) -> str:
        for found in SLOT.finditer(self.template):
            self.out += self.template[self.end : found.start()]
            self.end = found.end()
            self._add(self._slot(found[1], found[2]))
        return tidy(self.out + self.template[self.end :])

    def _slot(self, id: str, field: str) -> Slot:
        figure = self.printer.table.figures.get(id)
        if figure and self.in_title and field in ("name", "short"):
            field = "head" if self.language == "en" else "short" if figure.voice == "currency" else field
        slot = self.printer.table.slot(id, field)
        if slot is None:
            raise UnknownSlot(f"{id}.{field}")
        return slot

    def _add(self, slot: Slot) -> None:
        self._note(slot)
        text = self._english(slot) if self.language == "en" else self._italian(slot)
        is_second = slot.field in ("head", "label") and self.out.endswith("; ")
        self.out += self._inside(slot, text) if is_second else text

    def _inside(self, slot: Slot, text: str) -> str:
        """Lowercases a title name after a semicolon unless it is a proper name ("; gold", "; lo spread")."""
        name = self.printer.table.slot(slot.id, "name")
        first = text.split(maxsplit=1)[0]
        names = name.content.text(self.language) if name and isinstance(name.content, Noun) else ""
        return first.lower() + text[len(first) :] if first.lower() in re.split(r"[\s’]", names) else text

    def _note(self, slot: Slot) -> None:
        if slot.code and (slot.value is not None or isinstance(slot.content, PeriodText)):
            self.figures.append(
                {"code": slot.code, "field": slot.field, "value": slot.value, "period": slot.period}
            )

    def _amount(self, slot: Slot, content: Amount) -> str:
        """Adds e.g. " a barrel" at the first mention; drops the unit after a value in the same unit."""
        written = content.written[self.language]
        if slot.field == "value" and self._is_currency_named(slot.id, written.unit):
            self.units[slot.id] = written.unit
            return written.number
        shared = written.unit and written.unit != "billion" and self.units.get(slot.id) == written.unit
        if slot.field in _UNIT_SHARED and (shared or self._precedes_value(slot, written.unit)):
            return written.number
        if slot.field in ("value", "move", "level"):
            self.units[slot.id] = written.unit
        if slot.field == "value" and content.per not in self.printer.mentioned and not self.in_title:
            self.printer.mentioned.add(content.per)
            return written.whole + content.suffix(self.language)
        return written.whole

    def _precedes_value(self, slot: Slot, unit: str) -> bool:
        """Whether the value follows at once in the same unit: "from 254 to 247 basis points"."""
        follows = re.match(rf" (?:to|a) \{{{slot.id}\.value\}}", self.template[self.end :])
        value = self.printer.table.slot(slot.id, "value") if follows else None
        if value is None or not isinstance(value.content, Amount) or unit in ("", "billion"):
            return False
        return value.content.written[self.language].unit == unit

    def _is_currency_named(self, id: str, unit: str) -> bool:
        """Whether the sentence has named the rate's currency; pence, and all rates for newcomers, keep their unit."""
        figure = self.printer.table.figures[id]
        pair = figure.names[self.language].pair if figure.voice == "currency" else ""
        is_known = bool(pair) and pair.lower() in self.out.lower()
        return is_known and unit != "pence" and self.printer.table.tone != NOVICE

    def _english(self, slot: Slot) -> str:
        content = slot.content
        if isinstance(content, PeriodText):
            word = self._last_word().lower()
            if word in _ENGLISH_AT:
                return _capital_as(self._take(), content.at("en"))
            is_bare = bool(word) or bool(_OPENS.search(self.out)) or self.out.endswith(", ")
            return content.bare("en") if is_bare else content.at("en")
        text = self._amount(slot, content) if isinstance(content, Amount) else content.text("en")
        word = self._last_word().lower()
        precedes_move = bool(_THEN_A_MOVE.match(self.template, self.end))
        if word in ("a", "an") and isinstance(content, Amount) and precedes_move:
            text = text.replace(NBSP, "-").removesuffix("s").replace(" ", "-")
        if word in ("a", "an") and isinstance(content, Amount | Quantity):
            return _capital_as(self._take(), f"{indefinite(text)} {text}")
        if (
            word in ("a", "an", "the")
            and isinstance(content, Noun)
            and text.lower().startswith(("the ", "a "))
        ):
            return _capital_as(self._take(), text)
        return text

    def _italian(self, slot: Slot) -> str:
        content = slot.content
        word = self._last_word()
        preposition, article = _ITALIAN.get(word.lower(), ("", ""))
        takes = bool(word) and word.lower() in _ITALIAN
        if isinstance(content, PeriodText):
            return self._italian_period(content, preposition, article, takes=takes)
        if isinstance(content, Noun):
            noun = content.it if not preposition else content.it_after or content.it
            return _capital_as(self._take(), joined(preposition, noun)) if takes else content.it
        if isinstance(content, Amount):
            text, is_share = self._amount(slot, content), content.is_share
        else:
            text, is_share = content.text("it"), isinstance(content, Quantity) and content.is_share
        if isinstance(content, Quantity) and text.isdecimal():
            return text  # from a headline: "il 24 novembre", "i 300 posti"
        if not is_share:
            if takes and article and slot.field == "level" and "," not in text:
                return _capital_as(self._take(), with_plural_article(preposition, text))
            if takes and article and isinstance(content, Amount | Quantity):
                taken = self._take()  # an article alone is dropped: the amount takes none
                return _capital_as(taken, glued(preposition, text)) if preposition else text
            return text
        return self._italian_share(text, word, preposition, takes=takes)

    def _italian_share(self, text: str, word: str, preposition: str, *, takes: bool) -> str:
        """Adds the article of a percentage unless it comes first."""
        if takes:
            return _capital_as(self._take(), with_article(preposition, text))
        if word.lower() in _STANDS_AT:
            return with_article("a", text)
        if _OPENS.search(self.out) or not word or (self.in_title and not takes):
            return text
        return with_article("", text)

    def _italian_period(self, content: PeriodText, preposition: str, article: str, *, takes: bool) -> str:
        if not takes and self._last_word().lower() in _WITH_ARTICLE and content.kind == "day":
            return with_article("", content.bare("it"))
        if not takes:
            is_bare = bool(_OPENS.search(self.out)) or bool(self._last_word())
            return content.bare("it") if is_bare else content.at("it")
        taken = self._take()
        if preposition in ("di", "da", "a"):
            return _capital_as(taken, content.after(preposition, "it"))
        if preposition == "su":
            return _capital_as(taken, glued(contracted("su", "il"), content.bare("it")))
        return _capital_as(taken, content.at("it"))

    def _last_word(self) -> str:
        found = _LAST_WORD.search(self.out)
        return found[1] if found else ""

    def _take(self) -> str:
        """Removes and returns the last word, which is rendered together with the slot."""
        found = _LAST_WORD.search(self.out)
        word = found[1] if found else ""
        self.out = self.out[: found.start(1)] if found else self.out
        return word


def _capital_as(before: str, text: str) -> str:
    """Capitalises `text` if the word it replaces was capitalised."""
    return _capital(text) if before[:1].isupper() else text


def _capital(text: str) -> str:
    """Capitalises the first letter, also after a quotation mark."""
    for place, letter in enumerate(text):
        if letter.isalnum():
            return text[:place] + letter.upper() + text[place + 1 :]
    return text


def _ended(text: str) -> str:
    """Adds a full stop if the sentence has no final punctuation."""
    return text if not text or text.rstrip("”»)")[-1:] in (".", "!", "?", "…") else f"{text}."
