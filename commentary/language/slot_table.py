"""The slots of a text: figures, stories, releases due and counts.

`SlotTable.of(document, tone)` reads the stored facts of an assignment.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Any

from commentary.facts.snapshot import Facts
from commentary.language import amounts
from commentary.language.draft import LANGUAGES
from commentary.language.figure_slots import figure_of
from commentary.language.notation import count
from commentary.language.periods import MONTHS, PeriodText
from commentary.language.publishers import Publisher, publisher
from commentary.language.slots import Content, FixedWords, Noun, Slot, SlotFigure, SlotStory
from commentary.language.story_numbers import quantities

LEAST_COUNT = 2  # smaller counts would need another noun form: "no figure", "one figure"
_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)|(?<=s)'(?=\s)")  # "Italy's", "days' grace"
_AFTER_A_NAME = re.compile(r": |, (?=[a-zà-ÿ])")  # not "Bce, Fed e Banca d’Inghilterra"
_MONTHS = "|".join(name for language in MONTHS for name in MONTHS[language].split())
_IN_A_DATE = re.compile(rf"(?<=[\dº]) (?=(?:{_MONTHS})\b)", re.IGNORECASE)  # no line break inside a date

COUNTS = (
    "rows", "current", "stale", "ranked", "in_top_fifth", "in_bottom_fifth", "headlines", "hours", "new",
    "not_new",
)  # fmt: skip


@dataclass(frozen=True)
class SlotTable:
    """Slots by id; `others` holds those of counts, releases and the latest day."""

    tone: str
    as_of: str
    figures: Mapping[str, SlotFigure]
    stories: Mapping[str, SlotStory]
    others: Mapping[str, Mapping[str, Slot]]
    seen_on: str = ""  # the day of the previous edition or log; "" if there was none

    @classmethod
    def of(cls, document: Mapping[str, Any], tone: str) -> "SlotTable":
        facts = Facts.from_json(document)
        figures = {row.id: figure_of(row, facts.as_of, tone) for row in facts.rows}
        stories = {f"s{n}": _story(f"s{n}", story) for n, story in enumerate(facts.stories, 1)}
        due = {f"due{n}": _due(f"due{n}", entry, facts.as_of) for n, entry in enumerate(facts.agenda, 1)}
        counts = _counts(facts.constants | dict(document.get("constants") or {}))
        since = {"quiet": _quiet(facts)}
        others = due | since | ({"count": counts} if counts else {})
        return cls(tone, facts.as_of, figures, stories, others, facts.seen_at[:10])

    def slot(self, id: str, field: str) -> Slot | None:
        if id in self.figures:
            return self.figures[id].slots.get(field)
        if id in self.stories:
            return self.stories[id].slots.get(field)
        if "-" in id:
            return self._gap(id) if field == "gap" else None
        return self.others.get(id, {}).get(field)

    def _gap(self, id: str) -> Slot | None:
        high, _dash, low = id.partition("-")
        if not self.is_higher(high, low):
            return None
        rows = self.figures[high].row, self.figures[low].row
        content = amounts.gap(*rows, self.tone)
        difference = round(rows[0].value, rows[0].decimals) - round(rows[1].value, rows[1].decimals)
        return Slot(id, "gap", content, f"{rows[0].key}-{rows[1].key}", difference, rows[0].period)

    def is_higher(self, high: str, low: str) -> bool:
        """Whether two figures have the same unit and basis, and the first is displayed as higher."""
        if high not in self.figures or low not in self.figures:
            return False
        a, b = self.figures[high].row, self.figures[low].row
        are_comparable = a.unit == b.unit and a.unit in ("%", "pp") and a.basis_en == b.basis_en
        return are_comparable and round(a.value, a.decimals) > round(b.value, b.decimals)

    @cached_property
    def yesterday(self) -> str:
        return (date.fromisoformat(self.as_of) - timedelta(days=1)).isoformat()


def _story(id: str, story: Mapping[str, Any]) -> SlotStory:
    """Builds the slots of a story.

    `publisher` names that of the headline given to models; rules quote each language's own headline.
    """
    by_language = {lang: (story.get("titles") or {}).get(lang) or story for lang in ("en", "it")}
    names = {lang: publisher(str(each.get("publisher") or "")) for lang, each in by_language.items()}
    first = publisher(str(story.get("publisher") or ""))
    number, papers = int(story.get("publishers") or 1), _papers(story)
    title, summary = str(story.get("title") or ""), str(story.get("summary") or "")
    contents: dict[str, Content] = {
        "publisher": Noun(first.en, first.it, first.it_after),
        "titled_by": Noun(names["en"].en, names["it"].it, names["it"].it_after),
        "opening": FixedWords(names["en"].opening, names["it"].opening_it),
        "publishers": FixedWords(count(papers, "en"), count(papers, "it")),
        "title": FixedWords(*(_headline(by_language[lang], names[lang]) for lang in by_language)),
    }
    if papers > 1:
        contents["others"] = FixedWords(
            "one other" if papers == 2 else f"{count(papers - 1, 'en')} others",
            "un’altra testata" if papers == 2 else f"altre {count(papers - 1, 'it')} testate",
        )
    if days := int(story.get("days") or 0):
        contents["days"] = FixedWords(count(days, "en"), count(days, "it"))
    contents |= {f"n{n}": found for n, found in enumerate(quantities(title, summary), 1)}
    slots = {field: Slot(id, field, content) for field, content in contents.items()}
    others = "\n".join(str(each.get("title") or "") for each in by_language.values())
    return SlotStory(
        title,
        summary,
        number,
        slots,
        others,
        frozenset(story.get("titles") or LANGUAGES),
        {lang: name.is_official for lang, name in names.items()},
        frozenset(story.get("tags") or ()),
    )


def _papers(story: Mapping[str, Any]) -> int:
    """Returns how many publishers are no official sources, at least 1; all, of stories stored without their names."""
    sources = story.get("sources")
    if sources is None:
        return int(story.get("publishers") or 1)
    return max(1, sum(not publisher(name).is_official for name in sources))


def _headline(story: Mapping[str, Any], name: Publisher) -> str:
    """Removes the publisher's name from the start of a headline: “Istat: produzione …”, “Istat, produzione …”."""
    title = _APOSTROPHE.sub("’", str(story.get("title") or "").strip().rstrip("."))
    title = _IN_A_DATE.sub("\N{NO-BREAK SPACE}", title)
    first, *rest = _AFTER_A_NAME.split(title, maxsplit=1)
    is_name = rest and first.casefold() in (
        name.en.casefold(),
        name.opening.casefold(),
        name.opening_it.casefold(),
    )
    return rest[0][:1].upper() + rest[0][1:] if is_name else title


def _due(id: str, entry: Mapping[str, Any], as_of: str) -> Mapping[str, Slot]:
    day = str(entry["date"])
    what = Noun(str(entry["what_en"]), str(entry["what_it"]))
    period = PeriodText(day, int(as_of[:4]))
    return {
        "what": Slot(id, "what", what),
        "date": Slot(id, "date", period, "", None, day),
        "weekday": Slot(id, "weekday", FixedWords(period.weekday("en"), period.weekday("it")), "", None, day),
    }


def _counts(constants: Mapping[str, float]) -> Mapping[str, Slot]:
    return {
        name: Slot(
            "count",
            name,
            FixedWords(count(int(constants[name]), "en"), count(int(constants[name]), "it")),
            "",
            float(constants[name]),
        )
        for name in COUNTS
        if constants.get(name, 0) >= LEAST_COUNT
    }


def _quiet(facts: Facts) -> Mapping[str, Slot]:
    """Returns the day of the previous edition, if before this one's: "No new figures since {quiet.day}"."""
    day = facts.seen_at[:10]
    if not day or day >= facts.as_of:
        return {}
    return {"day": Slot("quiet", "day", PeriodText(day, int(facts.as_of[:4])), "", None, day)}
