"""One sentence in both languages: a form of its kind, filled with the words of its rows."""

import string
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from commentary.rules import english, italian
from commentary.rules.forms import LANGUAGES, forms, free

WORDS: dict[str, Any] = {"en": english, "it": italian}
NO_WORDS: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}  # of forms without slots
# Slots that may stay empty; a form with any other empty slot is left out.
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
    keys: tuple[str, ...] = (),
) -> Sentence | None:
    """The form wanted of a kind, or the next one that this text has not used and whose slots are filled.

    `slots` by language. None where no form of some language can be filled.
    """
    used, texts, first = said.forms.setdefault(kind, set()), {}, -1
    for language in LANGUAGES:
        found = [(place, fill(form, slots[language])) for place, form in enumerate(forms(kind, language))]
        whole = {place: text for place, text in found if text}
        if not whole:
            return None
        amount = len(found)
        lacking = set(range(amount)) - set(whole)
        place = free(wanted, amount, used | lacking)
        place = place if place in whole else free(wanted, amount, lacking)
        texts[language] = whole[place]
        first = place if first < 0 else first
    used.add(first)
    return Sentence(kind, first, texts, keys)
