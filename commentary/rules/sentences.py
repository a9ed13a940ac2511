"""One sentence in both languages: a form of its kind, filled with the words of its rows."""

import re
import string
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from commentary.facts.snapshot import RowFacts
from commentary.rules import english, italian
from commentary.rules.forms import LANGUAGES, forms

WORDS: dict[str, Any] = {"en": english, "it": italian}
NO_WORDS: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}  # of forms without slots
# Slots that may stay empty; a form with any other empty slot is left out.
OPENING = 3  # words that two texts of an edition may not share at their start
OPTIONAL = {"when", "quando", "b_when", "b_quando", "on_low", "on_peak", "on_record", "al_record"}


@dataclass(frozen=True)
class Sentence:
    """The same fact in each language; `kind` and `form` say by which of the forms, `keys` of which rows."""

    kind: str
    form: int
    texts: dict[str, str]
    keys: tuple[str, ...] = ()

    @property
    def words(self) -> int:
        """Its length in the language that needs more words."""
        return max(len(text.split()) for text in self.texts.values())


@dataclass
class Said:
    """What one text has used up: the forms of each kind, and the period that the last dated sentence named."""

    # By language the text that readers have before them already: none of its sentences is told again.
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    banned: frozenset[str] = frozenset()  # sentences that the review refused in this text
    forms: dict[str, set[int]] = field(default_factory=dict)
    period: str = ""


class Slots(dict[str, str]):
    """The words of a sentence; a slot with a capital has that of its small namesake."""

    def __missing__(self, key: str) -> str:
        if not key[:1].isupper():
            raise KeyError(key)
        text = self[key[0].lower() + key[1:]]
        return text[:1].upper() + text[1:]


@cache
def _needs(form: str) -> frozenset[str]:
    names = {name for _text, name, _spec, _conversion in string.Formatter().parse(form) if name}
    return frozenset(name[0].lower() + name[1:] for name in names) - OPTIONAL


def fill(form: str, slots: Mapping[str, str]) -> str | None:
    """The sentence; None where something that it needs is missing."""
    if not all(slots.get(name) for name in _needs(form)):
        return None
    text = form.format_map(Slots(slots))
    return text[:1].upper() + text[1:]


def say(
    kind: str,
    slots: Mapping[str, Mapping[str, str]],
    *,
    wanted: int,
    said: Said,
    rows: tuple[RowFacts, ...] = (),
    taken: frozenset[tuple[str, ...]] = frozenset(),
) -> Sentence | None:
    """The form wanted of a kind, or the next one that this text has not used, that is filled and not banned.

    `slots` by language; `rows` are those named, of which the sentence tells the first; `taken` are openings of
    other texts, which come last. None where some language has no such form.
    """
    used, texts, chosen = said.forms.setdefault(kind, set()), {}, {}
    for language in LANGUAGES:
        made, other = _made(kind, language, slots), said.elsewhere.get(language, "")
        told = {place for place, text in enumerate(made) if text and text in other}
        order = [(wanted + turn) % len(made) for turn in range(len(made))]
        # What has been used, and what would open as another text does, comes last.
        order.sort(key=lambda place: (opening(made[place] or "") in taken, place in used or place in told))
        place = next(
            (each for each in order if (text := made[each]) and text not in said.banned),
            None,
        )
        if place is None:
            return None
        texts[language], chosen[language] = made[place] or "", place
    used.add(chosen["en"])
    return Sentence(kind, chosen["en"], texts, tuple(row.key for row in rows[:1]))


def opening(text: str) -> tuple[str, ...]:
    """The first words; those with a figure are left out, since a form would leave them open."""
    return tuple([word for word in text.lower().split() if not re.search(r"\d", word)][:OPENING])


def _made(kind: str, language: str, slots: Mapping[str, Mapping[str, str]]) -> list[str | None]:
    return [fill(form, slots[language]) for form in forms(kind, language)]
