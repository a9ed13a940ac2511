"""Derives sentences with one error from correct ones: value, unit, date, publisher, direction or figure.

A mutation is wrong if its rendered text differs from the correct one in either language.
"""

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from commentary.language.draft import LANGUAGES, SLOT, SlotDraft, SlotSentence, read_sentence
from commentary.language.rendering import UnknownSlot, render, render_sentence
from commentary.language.slot_table import SlotTable

SEED = 27
TRIES = 40
UNITS = (
    ("million", "milioni"),
    ("percent", "per cento"),
    ("basis points", "punti base"),
    ("dollars", "dollari"),
    ("dollars", "dollars"),
)
FIELDS = ("value", "before", "move", "usual", "year_ago", "lowest", "highest")
DATES = ("on", "before_on", "year_ago_on", "lowest_on", "highest_on", "since", "extreme_since")
WAYS = {
    "en": (
        ("rose", "fell"),
        ("rises", "falls"),
        ("higher", "lower"),
        ("above", "below"),
        ("highest", "lowest"),
        ("more than", "less than"),
        ("gained", "lost"),
        ("up", "down"),
        ("rise", "fall"),
    ),
    "it": (
        ("salito", "sceso"),
        ("salita", "scesa"),
        ("sale", "scende"),
        ("più alto", "più basso"),
        ("sopra", "sotto"),
        ("massimo", "minimo"),
        ("più della", "meno della"),
        ("rialzo", "calo"),
        ("più alta", "più bassa"),
    ),
}


@dataclass(frozen=True)
class Mutation:
    """A changed sentence; `what` names the kind of change."""

    what: str
    sentence: SlotSentence
    right: SlotSentence
    slots: SlotTable
    kind: str

    @cached_property
    def is_wrong(self) -> bool:
        """Returns whether the rendered text differs from the correct sentence in either language."""
        return any(
            text_of(self.sentence, self.slots, lang) != text_of(self.right, self.slots, lang)
            for lang in LANGUAGES
        )


def text_of(sentence: SlotSentence, slots: SlotTable, language: str, *, in_title: bool = False) -> str:
    """Returns the rendered sentence or title, "" if it contains an unknown slot."""
    try:
        if in_title:
            return render(SlotDraft(sentence.texts, ()), slots, language).title
        return render_sentence(sentence, slots, language).text
    except UnknownSlot:
        return ""


def of(answers: Sequence[Mapping[str, Any]], facts: Path, *, count: int) -> Iterator[Mutation]:
    """Yields up to `count` mutations of the answers' facts and stories in turn, with a fixed seed."""
    chance = random.Random(SEED)  # nosec B311  # to be repeatable
    sentences = list(_sentences(answers, facts))
    made = 0
    for _round in range(TRIES * max(1, count // max(1, len(sentences)) + 1)):
        for sentence, slots, kind in sentences:
            change = chance.choice(CHANGES)
            changed = change(sentence, slots, chance)
            if changed is None or made >= count:
                continue
            made += 1
            yield Mutation(change.__name__.strip("_"), changed, sentence, slots, kind)
        if made >= count:
            return


def _sentences(
    answers: Sequence[Mapping[str, Any]], facts: Path
) -> Iterator[tuple[SlotSentence, SlotTable, str]]:
    tables: dict[str, tuple[SlotTable, str]] = {}
    for answer in answers:
        task = str(answer["task"])
        if task not in tables:
            found = json.loads((facts / f"{task}.facts.json").read_text(encoding="utf-8"))
            tables[task] = SlotTable.of(found["facts"], found["tone"]), found["kind"]
        for each in answer.get("sentences", [answer]):
            sentence = read_sentence(each)
            if sentence.kind in ("fact", "story", "count"):
                yield sentence, *tables[task]


def _with(sentence: SlotSentence, texts: Mapping[str, str]) -> SlotSentence | None:
    if texts == dict(sentence.texts):
        return None
    about = {part for text in texts.values() for found in SLOT.finditer(text) for part in found[1].split("-")}
    return SlotSentence(sentence.kind, tuple(sorted(about)), texts, sentence.ends)


Change = Callable[[SlotSentence, SlotTable, random.Random], SlotSentence | None]


def _wrong_field(sentence: SlotSentence, slots: SlotTable, chance: random.Random) -> SlotSentence | None:
    """Replaces an amount by another of the same figure, in one language or both."""
    return _swapped(sentence, slots, chance, FIELDS)


def _wrong_date(sentence: SlotSentence, slots: SlotTable, chance: random.Random) -> SlotSentence | None:
    return _swapped(sentence, slots, chance, DATES)


def _swapped(
    sentence: SlotSentence, slots: SlotTable, chance: random.Random, fields: Sequence[str]
) -> SlotSentence | None:
    there = [(id, name) for id, name in sentence.slots("en") if name in fields]
    if not there:
        return None
    id, name = chance.choice(there)
    others = [each for each in fields if each != name and slots.slot(id, each) is not None]
    if not others:
        return None
    old, new = f"{{{id}.{name}}}", f"{{{id}.{chance.choice(others)}}}"
    return _replaced(sentence, chance, old, new)


def _replaced(sentence: SlotSentence, chance: random.Random, old: str, new: str) -> SlotSentence | None:
    which = chance.choice([("en",), ("it",), LANGUAGES])
    texts = {lang: text.replace(old, new) if lang in which else text for lang, text in sentence.texts.items()}
    return _with(sentence, texts)


def _wrong_figure(sentence: SlotSentence, slots: SlotTable, chance: random.Random) -> SlotSentence | None:
    """Replaces a figure's name by another figure's."""
    ids = [id for id in sentence.about if id in slots.figures]
    if not ids:
        return None
    other = chance.choice([id for id in slots.figures if id not in ids] or ids)
    return _replaced(sentence, chance, f"{{{ids[0]}.name}}", f"{{{other}.name}}")


def _wrong_publisher(sentence: SlotSentence, slots: SlotTable, chance: random.Random) -> SlotSentence | None:
    ids = [id for id in sentence.about if id in slots.stories]
    others = [id for id in slots.stories if id not in ids]
    if not ids or not others:
        return None
    return _replaced(sentence, chance, f"{{{ids[0]}.publisher}}", f"{{{chance.choice(others)}.publisher}}")


def _wrong_number(sentence: SlotSentence, slots: SlotTable, chance: random.Random) -> SlotSentence | None:
    """Replaces a slot by a literal number or by an invalid slot."""
    there = sentence.slots("en")
    if not there:
        return None
    id, name = chance.choice(there)
    new = chance.choice(["4.2%", "three", "12 November", "{" + id + ".value2}", "{4.1}"])
    return _replaced(sentence, chance, f"{{{id}.{name}}}", new)


def _wrong_way(sentence: SlotSentence, slots: SlotTable, chance: random.Random) -> SlotSentence | None:
    """Reverses the direction in one language or both."""
    texts = dict(sentence.texts)
    for language in chance.choice([("en",), ("it",), LANGUAGES]):
        pairs = [
            pair
            for pair in WAYS[language]
            if any(re.search(rf"\b{word}\b", texts[language]) for word in pair)
        ]
        if pairs:
            one, other = chance.choice(pairs)
            found = one if re.search(rf"\b{one}\b", texts[language]) else other
            texts[language] = re.sub(
                rf"\b{found}\b", other if found == one else one, texts[language], count=1
            )
    return _with(sentence, texts)


def _wrong_unit(sentence: SlotSentence, slots: SlotTable, chance: random.Random) -> SlotSentence | None:
    """Adds a unit or currency after a slot."""
    there = [(id, name) for id, name in sentence.slots("en") if name in FIELDS]
    if not there:
        return None
    id, name = chance.choice(there)
    slot = f"{{{id}.{name}}}"
    unit = chance.choice(UNITS)
    texts = {
        lang: text.replace(slot, f"{slot} {unit[lang == 'it']}") for lang, text in sentence.texts.items()
    }
    which = chance.choice([("en",), ("it",), LANGUAGES])
    return _with(
        sentence, {lang: texts[lang] if lang in which else text for lang, text in sentence.texts.items()}
    )


def _wrong_role(sentence: SlotSentence, slots: SlotTable, chance: random.Random) -> SlotSentence | None:
    """Swaps two amounts of a figure, such as value and previous value."""
    pairs = (("value", "before"), ("move", "usual"), ("value", "year_ago"), ("lowest", "highest"))
    for one, other in chance.sample(pairs, len(pairs)):
        for id in sentence.about:
            texts = {
                lang: text.replace(f"{{{id}.{one}}}", "\0")
                .replace(f"{{{id}.{other}}}", f"{{{id}.{one}}}")
                .replace("\0", f"{{{id}.{other}}}")
                for lang, text in sentence.texts.items()
            }
            if texts != dict(sentence.texts) and all(
                f"{{{id}.{one}}}" in text and f"{{{id}.{other}}}" in text for text in texts.values()
            ):
                return _with(sentence, texts)
    return None


CHANGES: tuple[Change, ...] = (
    _wrong_field,
    _wrong_date,
    _wrong_figure,
    _wrong_publisher,
    _wrong_number,
    _wrong_way,
    _wrong_unit,
    _wrong_role,
)
