"""The slots of a figure. Misleading ones are omitted: shares of 0 or 100 per cent, moves of zero."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from briefing.core.periods import frequency_of, parse
from commentary.facts.moves import LEAST_RUN
from commentary.facts.ranking import mark_of, revised_to
from commentary.facts.snapshot import RowFacts
from commentary.language import amounts
from commentary.language.amounts import Amount
from commentary.language.names import Name, name_of, voice_of
from commentary.language.notation import SPELLED_UP_TO, count, ordinal
from commentary.language.periods import PeriodText
from commentary.language.slots import Content, FixedWords, Noun, Slot, SlotFigure

# Names of these voices mean a thing, their figures its change: a rise of the figure is not one of the economy.
CHANGES = ("growth", "yearly")
LOW_SHARE = 20  # per cent: up to here a share may also be stated as "below {below} of its readings"
FREQUENCIES = {
    "D": ("daily", "giornaliera"),
    "W": ("weekly", "settimanale"),
    "M": ("monthly", "mensile"),
    "Q": ("quarterly", "trimestrale"),
}
_NUMBERS = {
    "en": ["twice", *(f"{count(times, 'en')} times" for times in range(3, SPELLED_UP_TO + 1))],
    "it": ["il doppio della", *(f"{count(times, 'it')} volte la" for times in range(3, SPELLED_UP_TO + 1))],
}
_ARTICLE = re.compile(r", (?:il |la |lo |l’)")  # of an Italian title: "Fed, il tasso"
_OF_MOVE = ("move", "times", "rarity")
LEAST_TIMES, MOST_TIMES = 1.8, 9.75


def figure_of(row: RowFacts, as_of: str, tone: str) -> SlotFigure:
    names = {language: name_of(row, language, tone) for language in ("en", "it")}
    printed = amounts.as_printed(row, tone)
    maker = _FigureSlots(printed, names, as_of, tone)
    is_coarse = amounts.is_coarse(printed, row)
    slots = {slot.field: slot for slot in maker.all() if not (is_coarse and slot.field in _OF_MOVE)}
    return SlotFigure(printed, names, slots, is_coarse)


class _FigureSlots:
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

    def _slot(self, field: str, content: Content, value: float | None = None, period: str = "") -> Slot:
        return Slot(self.row.id, field, content, self.row.key, value, period)

    def _words(self, field: str, en: str, it: str) -> Slot:
        return self._slot(field, FixedWords(en, it))

    def _amount(self, field: str, value: float, period: str) -> Slot:
        return self._slot(field, amounts.value(value, self.row, self.tone), value, period)

    def _period(self, field: str, label: str, day: str = "") -> Slot:
        return self._slot(field, PeriodText(label, self.year, day), None, label)

    def _share(self, field: str, percent: int) -> Slot:
        return self._slot(field, amounts.per_cent(percent), percent, self.row.period)

    def _of_names(self) -> list[Slot]:
        en, it = self.names["en"], self.names["it"]
        return [
            self._slot("name", Noun(en.name, it.name)),
            self._slot("short", Noun(en.short, it.short)),
            self._slot("glossed", Noun(*(_with_gloss(each.name, each.gloss) for each in (en, it)))),
            self._slot("short_glossed", Noun(*(_with_gloss(each.short, each.gloss) for each in (en, it)))),
            self._words("head", en.title, it.title),
            self._words("label", en.title, _ARTICLE.sub(", ", it.title)),
        ]

    def _of_observations(self) -> list[Slot]:
        row = self.row
        found = [self._amount("value", row.value, row.period), self._period("on", row.period, row.date)]
        unsigned = amounts.value(abs(row.value), row, self.tone)
        found.append(self._slot("size", unsigned, row.value, row.period))
        if row.prev is not None and row.prev_period:
            found.append(self._period("before_on", row.prev_period))
            if self.move is not None:
                found.append(self._amount("before", row.prev, row.prev_period))
                if voice_of(row.key) in CHANGES and row.value and row.prev * row.value >= 0:
                    unsigned = amounts.value(abs(row.prev), row, self.tone)
                    found.append(self._slot("before_size", unsigned, row.prev, row.prev_period))
        if row.year_ago is not None:
            found += [
                self._amount("year_ago", row.year_ago, row.year_ago_period),
                self._period("year_ago_on", row.year_ago_period),
            ]
        return found

    def _of_moves(self) -> list[Slot]:
        row, found = self.row, list[Slot]()
        if self.move is not None and not self.move.is_zero:
            found.append(self._slot("move", self.move, amounts.move_of(row), row.period))
        if not row.usual_move:
            return found
        usual = amounts.size(row.usual_move, row, self.tone, rough=amounts.ROUGH)
        found.append(self._slot("usual", usual, row.usual_move, row.period))
        rarity = round(row.move_rarity or 0)
        if 50 < rarity < 100:
            found.append(self._share("rarity", rarity))
        if (times := times_words(amounts.ratio(row))) is not None:
            found.append(self._words("times", *times))
        freq = FREQUENCIES.get(row.frequency)
        return [*found, self._words("freq", *freq)] if freq else found

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
            if value is not None and on and field in row.all_time:
                found += [self._amount(field, value, on), self._period(f"{field}_on", on)]
        if row.extreme and row.extreme_since:
            is_day = frequency_of(row.extreme_since) in ("D", "W")
            month = parse(row.extreme_since).end.isoformat()[:7] if is_day else row.extreme_since
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
        if row.decided:
            found.append(self._period("decided_on", row.decided))
        if row.stale and (age := age_words(row.date, self.as_of)):
            found.append(self._words("age", *age))
        return found

    def _level(self, crossing: Mapping[str, Any]) -> Slot:
        """ "5%", "the ECB’s 2% target", "zero": the level that the latest move crossed."""
        level = float(crossing["level"])
        if crossing["kind"] == "target":
            content: Content = Noun(str(crossing["name_en"]), str(crossing["name_it"]))
        elif level == 0:
            content = Noun("zero", "lo zero")
        else:
            content = _round_amount(level, self.row, self.tone)
        return self._slot("level", content, level, self.row.period)


def _round_amount(level: float, row: RowFacts, tone: str) -> Amount:
    """Formats a round level without needless decimals: "5%", "$80"."""
    decimals = 0 if level == int(level) else len(f"{level:.4f}".rstrip("0").partition(".")[2])
    return amounts.value(level, row if row.unit == "pp" else replace(row, decimals=decimals), tone)


def _with_gloss(name: str, gloss: str) -> str:
    return f"{name}, {gloss}," if gloss else name


def mark_of_figure(row: RowFacts) -> Mapping[str, Any] | None:
    """Returns the target, zero or round level crossed, or for a yield the whole per cent crossed or reached."""
    if row.crossed:
        return row.crossed[0]
    mark = mark_of(row) if voice_of(row.key) == "yield" else None
    return {"kind": "round", "level": mark.level, "way": mark.direction} if mark else None


def times_words(ratio: float) -> tuple[str, str] | None:
    """Returns e.g. "almost twice" for a move in usual moves; None below 1.8 and from 9.75."""
    if not LEAST_TIMES <= ratio < MOST_TIMES:
        return None
    rest = round(ratio - int(ratio), 6)  # avoids floating-point error: 2.2 counts as twice
    if rest >= 0.75:
        whole = int(ratio) + 1
        near = ("almost ", "quasi ") if rest < 0.95 else ("", "")
    else:
        whole = int(ratio)
        near = ("more than ", "oltre ") if rest > 0.2 else ("", "")
    return near[0] + _NUMBERS["en"][whole - 2], near[1] + _NUMBERS["it"][whole - 2]


def age_words(day: str, as_of: str) -> tuple[str, str] | None:
    """Returns the age of a period, "five months", "cinque mesi"; None below two months."""
    then, now = date.fromisoformat(day), date.fromisoformat(as_of[:10])
    months = 12 * (now.year - then.year) + now.month - then.month - (now.day < min(then.day, 28))
    if months < 2:
        return None
    return f"{count(months, 'en')} months", f"{count(months, 'it')} mesi"
