"""What each slot of a text prints: the figures, stories, dates due and counts behind an assignment.

`SlotTable.of(document, tone)` reads the stored document of an assignment's facts. Ids are "us10" (a row), "us10-it10"
(two rows, the higher first), "s1" (a story), "due1" (a release) and "count". A slot that would mislead does not exist:
no share of 0 or 100 per cent, no move that prints as zero, no value before that prints like the value beside it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any

from commentary.facts.moves import LEAST_RUN, sign
from commentary.facts.ranking import mark_of
from commentary.facts.snapshot import Facts, RowFacts
from commentary.language import amounts
from commentary.language.amounts import Amount
from commentary.language.names import Name, name_of, wire_of
from commentary.language.notation import count, ordinal
from commentary.language.periods import Period, kind_of_period, last_day
from commentary.language.publishers import Publisher, publisher
from commentary.language.story_numbers import Quantity, quantities

LOW_SHARE = 20  # per cent: up to here a share is also told from above, "below {below} of its readings"
LEAST_COUNT = 2  # fewer would need another noun: "no figure", "one figure"
COUNTS = (
    "rows",
    "current",
    "stale",
    "ranked",
    "in_top_fifth",
    "in_bottom_fifth",
    "headlines",
    "hours",
    "new",
    "not_new",
)


@dataclass(frozen=True)
class Words:
    """A slot that prints the same words wherever it stands, by language."""

    en: str
    it: str

    def text(self, language: str) -> str:
        return self.it if language == "it" else self.en


@dataclass(frozen=True)
class Noun:
    """A name with its article, by language; `it_after` is what an Italian preposition is joined to."""

    en: str
    it: str
    it_after: str = ""

    def text(self, language: str) -> str:
        return self.it if language == "it" else self.en


Content = Words | Noun | Amount | Period | Quantity


@dataclass(frozen=True)
class Slot:
    """`code`, `value` and `period` say which observation a printed figure is, for receipts; empty for words."""

    id: str
    field: str
    content: Content
    code: str = ""
    value: float | None = None
    period: str = ""


@dataclass(frozen=True)
class Figure:
    """One row with its names and what its slots print."""

    row: RowFacts
    names: Mapping[str, Name]
    slots: Mapping[str, Slot]

    @property
    def feminine(self) -> bool:
        return self.names["it"].feminine

    @property
    def way(self) -> int:
        """1 up, -1 down, 0 unchanged, of the values as printed; 0 without an observation before."""
        return sign(amounts.move_of(self.row) or 0.0)

    @property
    def voice(self) -> str:
        wire = wire_of(self.row.key)
        return wire.voice if wire else "index"


@dataclass(frozen=True)
class Story:
    """A headline as a text may tell it."""

    title: str
    summary: str
    publisher: Publisher
    publishers: int
    slots: Mapping[str, Slot]
    source: str  # the publisher's name as the feed has it
    titles: str = ""  # the headlines that the languages quote, one a line
    has_english: bool = True

    @property
    def words(self) -> str:
        return f"{self.title}\n{self.summary}\n{self.titles}"


@dataclass(frozen=True)
class SlotTable:
    """`pairs` are the printable gaps by (higher id, lower id); `others` the slots of counts and releases by id."""

    tone: str
    as_of: str
    figures: Mapping[str, Figure]
    stories: Mapping[str, Story]
    others: Mapping[str, Mapping[str, Slot]]

    @classmethod
    def of(cls, document: Mapping[str, Any], tone: str) -> "SlotTable":
        facts = Facts.from_json(document)
        figures = {row.key.lower(): _figure(row, facts.as_of, tone) for row in facts.rows}
        stories = {f"s{n}": _story(f"s{n}", story) for n, story in enumerate(facts.stories, 1)}
        due = {f"due{n}": _due(f"due{n}", entry, facts.as_of) for n, entry in enumerate(facts.agenda, 1)}
        counts = _counts(facts.constants | dict(document.get("constants") or {}))
        since = {"quiet": _quiet(facts)}
        return cls(tone, facts.as_of, figures, stories, due | since | ({"count": counts} if counts else {}))

    def slot(self, id: str, field: str) -> Slot | None:
        """None where nothing of that name is offered."""
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

    def comparable(self, one: str, other: str) -> bool:
        """Whether two figures are of one unit and basis, so that their levels may be compared."""
        if one == other or one not in self.figures or other not in self.figures:
            return False
        a, b = self.figures[one].row, self.figures[other].row
        return a.unit == b.unit and a.unit in ("%", "pp") and a.basis_en == b.basis_en

    def is_higher(self, high: str, low: str) -> bool:
        """Whether two figures may be compared, and the first prints higher."""
        if not self.comparable(high, low):
            return False
        a, b = self.figures[high].row, self.figures[low].row
        return round(a.value, a.decimals) > round(b.value, b.decimals)

    @cached_property
    def ids(self) -> frozenset[str]:
        return frozenset((*self.figures, *self.stories, *self.others))


def _figure(row: RowFacts, as_of: str, tone: str) -> Figure:
    names = {language: name_of(row, language, tone) for language in ("en", "it")}
    maker = _FigureSlots(row, names, as_of, tone)
    return Figure(row, names, {slot.field: slot for slot in maker.all()})


class _FigureSlots:
    """Makes the slots of one row."""

    def __init__(self, row: RowFacts, names: Mapping[str, Name], as_of: str, tone: str) -> None:
        self.row, self.names, self.tone = row, names, tone
        self.year = int(as_of[:4])
        self.as_of = as_of
        self.value = amounts.value(row.value, row, tone)
        move = amounts.move_of(row)
        self.move = amounts.size(move, row, tone) if move else None

    def all(self) -> list[Slot]:
        return [
            *self._of_names(),
            *self._of_observations(),
            *self._of_moves(),
            *self._of_history(),
            *self._of_events(),
        ]

    def _words(self, field: str, en: str, it: str) -> Slot:
        return Slot(self.row.key.lower(), field, Words(en, it), self.row.key)

    def _amount(self, field: str, value: float, period: str) -> Slot:
        content = amounts.value(value, self.row, self.tone)
        return Slot(self.row.key.lower(), field, content, self.row.key, value, period)

    def _period(self, field: str, label: str, day: str = "") -> Slot:
        return Slot(self.row.key.lower(), field, Period(label, self.year, day), self.row.key, None, label)

    def _of_names(self) -> list[Slot]:
        en, it = self.names["en"], self.names["it"]
        code, id = self.row.key, self.row.key.lower()
        glossed = (_with_gloss(each.name, each.gloss) for each in (en, it))
        return [
            Slot(id, "name", Noun(en.name, it.name), code),
            Slot(id, "short", Noun(en.short, it.short), code),
            Slot(id, "glossed", Noun(*glossed), code),
            Slot(
                id, "short_glossed", Noun(*(_with_gloss(each.short, each.gloss) for each in (en, it))), code
            ),
            Slot(id, "head", Words(en.title, it.title), code),
        ]

    def _of_observations(self) -> list[Slot]:
        row = self.row
        found = [self._amount("value", row.value, row.period), self._period("on", row.period, row.date)]
        found.append(
            Slot(
                row.key.lower(),
                "size",
                amounts.value(abs(row.value), row, self.tone),
                row.key,
                row.value,
                row.period,
            )
        )
        if row.prev is not None and row.prev_period:
            found.append(self._period("before_on", row.prev_period))
            if self.move is not None:
                found.append(self._amount("before", row.prev, row.prev_period))
        if row.year_ago is not None:
            found += [
                self._amount("year_ago", row.year_ago, row.year_ago_period),
                self._period("year_ago_on", row.year_ago_period),
            ]
        return found

    def _of_moves(self) -> list[Slot]:
        row, found = self.row, list[Slot]()
        if self.move is not None and not self.move.is_zero:
            found.append(Slot(row.key.lower(), "move", self.move, row.key, amounts.move_of(row), row.period))
        if not row.usual_move:
            return found
        usual = amounts.size(row.usual_move, row, self.tone, rough=amounts.ROUGH)
        found.append(Slot(row.key.lower(), "usual", usual, row.key, row.usual_move, row.period))
        rarity = round(row.move_rarity or 0)
        if 50 < rarity < 100:
            found.append(self._share("rarity", rarity))
        if (times := times_words(self.ratio)) is not None:
            found.append(self._words("times", *times))
        freq = FREQUENCIES.get(row.frequency)
        return [*found, self._words("freq", *freq)] if freq else found

    @property
    def ratio(self) -> float:
        """The newest move in usual moves."""
        move = amounts.move_of(self.row)
        return abs(move) / self.row.usual_move if move and self.row.usual_move else 0.0

    def _share(self, field: str, percent: int) -> Slot:
        text = amounts.Written(f"{percent}%")
        content = Amount({"en": text, "it": text}, is_share=True)
        return Slot(self.row.key.lower(), field, content, self.row.key, percent, self.row.period)

    def _of_history(self) -> list[Slot]:
        row, found = self.row, list[Slot]()
        if row.since:
            found.append(self._period("since", row.since[:4]))
        share = round(row.percentile) if row.percentile is not None else 0
        if 0 < share < 100:
            found.append(self._share("share", share))
            if share <= LOW_SHARE:
                found.append(self._share("below", 100 - share))
        for field, value, on in (
            ("lowest", row.lowest, row.lowest_on),
            ("highest", row.highest, row.highest_on),
        ):
            if value is not None and on:
                found += [self._amount(field, value, on), self._period(f"{field}_on", on)]
        if row.extreme and row.extreme_since:
            is_day = kind_of_period(row.extreme_since) in ("day", "week")
            month = _month_of(row.extreme_since) if is_day else row.extreme_since
            found.append(self._period("extreme_since", month))
        return found

    def _of_events(self) -> list[Slot]:
        row, found = self.row, list[Slot]()
        if abs(row.run) >= LEAST_RUN:
            place = abs(row.run)
            found.append(self._words("run", ordinal(place, "en"), ordinal(place, "it")))
            found.append(self._words("run_f", ordinal(place, "en"), ordinal(place, "it", feminine=True)))
        if row.run_ended:
            length = abs(row.run_ended)
            found.append(self._words("run_ended", count(length, "en"), count(length, "it")))
        mark = mark_of_figure(row)
        if mark is not None:
            found.append(self._level(mark))
        if row.revised_from is not None:
            found.append(self._amount("revised_from", row.revised_from, row.revised_period))
            found.append(self._amount("revised_to", revised_to(row), row.revised_period))
            found.append(self._period("revised_on", row.revised_period))
        if row.stale and (age := age_words(row.date, self.as_of)):
            found.append(self._words("age", *age))
        return found

    def _level(self, crossing: Mapping[str, Any]) -> Slot:
        """ "5%", "the ECB’s 2% target", "zero": the mark that the newest move crossed."""
        level = float(crossing["level"])
        if crossing["kind"] == "target":
            content: Content = Noun(str(crossing["name_en"]), str(crossing["name_it"]))
        elif level == 0:
            content = Noun("zero", "lo zero")
        else:
            content = _round_amount(level, self.row, self.tone)
        return Slot(self.row.key.lower(), "level", content, self.row.key, level, self.row.period)


def _round_amount(level: float, row: RowFacts, tone: str) -> Amount:
    """A round mark without needless decimals: "5%", "$80"."""
    decimals = 0 if level == int(level) else len(f"{level:.4f}".rstrip("0").partition(".")[2])
    return amounts.value(level, row if row.unit == "pp" else _with_decimals(row, decimals), tone)


def _with_decimals(row: RowFacts, decimals: int) -> RowFacts:
    return replace(row, decimals=decimals)


def _month_of(label: str) -> str:
    return last_day(label).isoformat()[:7]


def revised_to(row: RowFacts) -> float:
    """What stands now for the revised period."""
    return row.prev if row.prev is not None and row.revised_period == row.prev_period else row.value


def _with_gloss(name: str, gloss: str) -> str:
    return f"{name}, {gloss}," if gloss else name


def mark_of_figure(row: RowFacts) -> Mapping[str, Any] | None:
    """The mark that the newest move crossed or reached: a target, zero, a round figure, of a yield a whole per cent."""
    if row.crossed:
        return row.crossed[0]
    wire = wire_of(row.key)
    mark = mark_of(row) if wire is not None and wire.voice == "yield" else None
    return {"kind": "round", "level": mark.level, "way": mark.way} if mark else None


FREQUENCIES = {
    "D": ("daily", "giornaliera"),
    "W": ("weekly", "settimanale"),
    "M": ("monthly", "mensile"),
    "Q": ("quarterly", "trimestrale"),
}
_NUMBERS = {
    "en": (
        "",
        "",
        "twice",
        "three times",
        "four times",
        "five times",
        "six times",
        "seven times",
        "eight times",
        "nine times",
    ),
    "it": (
        "",
        "",
        "il doppio della",
        "tre volte la",
        "quattro volte la",
        "cinque volte la",
        "sei volte la",
        "sette volte la",
        "otto volte la",
        "nove volte la",
    ),
}
LEAST_TIMES, MOST_TIMES = 1.8, 9.75


def times_words(ratio: float) -> tuple[str, str] | None:
    """ "almost twice", "more than three times": a move in usual moves; None below 1.8 and from 9.75."""
    if not LEAST_TIMES <= ratio < MOST_TIMES:
        return None
    rest = round(ratio - int(ratio), 6)  # 2.2 is twice, though a float of it is a little more
    if rest >= 0.75:
        whole = int(ratio) + 1
        near = ("almost ", "quasi ") if rest < 0.95 else ("", "")
    else:
        whole = int(ratio)
        near = ("more than ", "oltre ") if rest > 0.2 else ("", "")
    if whole >= len(_NUMBERS["en"]):
        return None
    return near[0] + _NUMBERS["en"][whole], near[1] + _NUMBERS["it"][whole]


def age_words(day: str, as_of: str) -> tuple[str, str] | None:
    """ "five months", "cinque mesi": how long ago a period ended; None within two months."""
    then, now = date.fromisoformat(day), date.fromisoformat(as_of[:10])
    months = 12 * (now.year - then.year) + now.month - then.month - (now.day < min(then.day, 28))
    if months < 2:
        return None
    return f"{count(months, 'en')} months", f"{count(months, 'it')} mesi"


def _story(id: str, story: Mapping[str, Any]) -> Story:
    """Each language has the first headline told in it, with its publisher, else the first of all."""
    told = {lang: (story.get("titles") or {}).get(lang) or story for lang in ("en", "it")}
    names = {lang: publisher(str(each.get("publisher") or "")) for lang, each in told.items()}
    number = int(story.get("publishers") or 1)
    title, summary = str(story.get("title") or ""), str(story.get("summary") or "")
    contents: dict[str, Content] = {
        "publisher": Noun(names["en"].en, names["it"].it, names["it"].it_after),
        "opening": Words(names["en"].opening, names["it"].opening_it),
        "publishers": Words(count(number, "en"), count(number, "it")),
        "title": Words(*(_headline(told[lang], names[lang]) for lang in told)),
    }
    if number > 1:
        contents["others"] = Words(
            "one other" if number == 2 else f"{count(number - 1, 'en')} others",
            "un’altra testata" if number == 2 else f"altre {count(number - 1, 'it')} testate",
        )
    contents |= {f"n{n}": found for n, found in enumerate(quantities(title, summary), 1)}
    slots = {field: Slot(id, field, content) for field, content in contents.items()}
    others = "\n".join(str(each.get("title") or "") for each in told.values())
    return Story(
        title,
        summary,
        names["en"],
        number,
        slots,
        str(story.get("publisher") or ""),
        others,
        _is_english(story),
    )


def _is_english(story: Mapping[str, Any]) -> bool:
    """A story without a language, as old texts have it, counts as one."""
    return "en" in (story.get("titles") or {"en": ""})


def _headline(told: Mapping[str, Any], name: Publisher) -> str:
    """Without the publisher's own name at its head: “Istat: produzione …”."""
    title = str(told.get("title") or "").strip().rstrip(".")
    first, colon, rest = title.partition(": ")
    is_name = colon and first.casefold() in (
        name.en.casefold(),
        name.opening.casefold(),
        name.opening_it.casefold(),
    )
    return rest[:1].upper() + rest[1:] if is_name else title


def _due(id: str, entry: Mapping[str, Any], as_of: str) -> Mapping[str, Slot]:
    day = str(entry["date"])
    what = Noun(str(entry["what_en"]), str(entry["what_it"]))
    period = Period(day, int(as_of[:4]))
    return {
        "what": Slot(id, "what", what),
        "date": Slot(id, "date", period, "", None, day),
        "weekday": Slot(id, "weekday", Words(period.weekday("en"), period.weekday("it")), "", None, day),
    }


def _counts(constants: Mapping[str, float]) -> Mapping[str, Slot]:
    return {
        name: Slot(
            "count",
            name,
            Words(count(int(constants[name]), "en"), count(int(constants[name]), "it")),
            "",
            float(constants[name]),
        )
        for name in COUNTS
        if constants.get(name, 0) >= LEAST_COUNT
    }


def _quiet(facts: Facts) -> Mapping[str, Slot]:
    """The newest day of any figure: "No new figures since {quiet.day}"."""
    days = [row.date for row in facts.rows if row.date <= facts.as_of]
    if not days:
        return {}
    return {"day": Slot("quiet", "day", Period(max(days), int(facts.as_of[:4])), "", None, max(days))}
