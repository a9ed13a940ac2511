"""How many figures rose, fell, stood still, are old or near an end of their own past."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from commentary.review.grounding.matching import Fault
from commentary.review.grounding.rows import Row
from commentary.review.grounding.sentence import Sentence


class Counts:
    """How many figures rose, fell, stood still, are old or near an end of their past."""

    def __init__(self, sentence: Sentence, facts: Mapping[str, Any]) -> None:
        self.sentence = sentence
        self.known = [
            value for value in (facts.get("constants") or {}).values() if isinstance(value, int | float)
        ]
        self.told: set[int] = set()
        self.total: int | None = None  # of how many figures the sentence counts
        self.counted = False

    def faults(self) -> Iterator[Fault]:
        words, of = self.sentence.words, self.sentence.words.of
        text, last = self.sentence.masked, None
        others = set(self._others())
        for match in of["counted"].finditer(text):
            amount = self._amount(match)
            if words.has("single", match["n"] or "") and (
                words.has("single_of_many", text[match.end("n") :])
                or not words.has("single_before", text[: match.start()])
            ):
                continue
            if match.start() in others or self._is_none(match):
                continue
            if amount is not None and amount >= 0 and words.has("whole_before", text[: match.start()]):
                self.total = amount
                self.told |= {
                    number.start
                    for number in self.sentence.numbers
                    if match.start() <= number.start < match.end()
                }
                continue
            what = self._what(match.end(), match.start())
            if amount == len(self.sentence.rows) > 1 and not match["of"] and self._whole(match):
                self.total = amount
                self.told |= {
                    each.start for each in self.sentence.numbers if match.start() <= each.start < match.end()
                }
                continue
            if amount is None or what is None or (what == "new" and not self._knows_news):
                continue
            last = self._universe(match) if last is None or match["of"] else last
            self.counted = True
            self.told |= {
                number.start
                for number in self.sentence.numbers
                if match.start() <= number.start < match.end()
            }
            for universe in last[:1] if what in ("old", "fresh") else last:
                if self._count(universe, what) == (amount if amount >= 0 else len(universe) + 1 + amount):
                    break
            else:
                if last:
                    yield Fault("count", match.start(), match.end(), "another number of figures did so")
        self._further()
        self._rest()

    def _is_none(self, match: Any) -> bool:
        """ "Not all", "nine in ten of its values": no count of figures."""
        before = self.sentence.text[: match.start()]
        return self.sentence.words.has("no_count", before)

    def _whole(self, match: Any) -> bool:
        """ "48 rows, twelve of them old": the whole of which the next count is a part."""
        _start, end = self.sentence.part(match.start())
        return not any(
            each.search(self.sentence.text[match.end() : end]) for name, each in self.sentence.words.of.items()
            if name.startswith("count_")
        )  # fmt: skip

    def _further(self) -> None:
        """ "11 of 27 rose and 13 fell": the second count, in a sentence that names no figure."""
        if self.sentence.mentions or not (self.counted or self.total is not None):
            return
        every = [[row for row in self.sentence.rows if not row.stale], list(self.sentence.rows)]
        for number in self.sentence.numbers:
            if number.start in self.told or number.unit or number.decimals:
                continue
            what = self._what(number.end, number.start)
            if what and any(
                self._count(rows, what) == number.value
                for rows in every
                if self.total is None or len(rows) == self.total
            ):
                self.counted = True
                self.told.add(number.start)

    def _rest(self) -> None:
        """ "Of 36, 13 are high and 8 low, which leaves 15"."""
        parts = [each for each in self.sentence.numbers if not each.unit and each.value != self.total]
        if self.counted and len(parts) > 2 and sum(each.value for each in parts) == self.total:
            self.told.add(parts[-1].start)

    def _others(self) -> Iterator[int]:
        """ "The other 31": what is left of all figures when the new ones are taken away."""
        rows = self.sentence.rows
        rest = sum(not row.raw["new"] for row in rows if "new" in row.raw)
        for match in self.sentence.words.of["others"].finditer(self.sentence.masked):
            name = next(name for name, text in match.groupdict().items() if text)
            if rest and self._amount_of(match[name]) == rest:
                self.told.add(match.start(name))
                yield match.start(name)

    def _amount(self, match: Any) -> int | None:
        """A count; -1 for all, -2 for all but one, and so on."""
        if match["all"]:
            return -1
        if match["but"]:
            return -2
        if match["none"]:
            return 0
        text = match["n"]
        return (
            int(text)
            if text.isdigit()
            else int(self.sentence.words.numbers.get(text, -9))
            if text in self.sentence.words.numbers
            else None
        )

    def _what(self, after: int, before: int) -> str | None:
        """The word that says what was counted: in the same part after the count, then before it, then further on."""
        start, end = self.sentence.part(before)
        found = [
            (
                match.start() >= end or match.start() < start,
                match.start() < before,
                abs(match.start() - before),
                name,
            )
            for name in ("new", "up", "down", "flat", "old", "fresh", "high", "low")
            for match in self.sentence.words.of[f"count_{name}"].finditer(self.sentence.text)
            if match.start() >= after or match.end() <= before
        ]
        return min(found)[3] if found else None

    def _universe(self, match: Any) -> list[list[Row]]:
        """The figures that may be meant: of the group or the concept named, or as many as are said."""
        sentence, words = self.sentence, self.sentence.words
        rows = list(sentence.rows)
        for name, pattern in words.groups.items():
            if pattern.search(sentence.text) and (mine := [row for row in rows if row.text("group") == name]):
                return [
                    mine,
                    [row for row in mine if not row.stale],
                    [row for row in mine if row.percentile is not None],
                ]
        total = self._amount_of(match["of"]) if match["of"] else self.total
        several = [each for each in sentence.mentions if len(each.rows) > 1]
        if several:
            mine = sentence.rows_of(several[:1])
            return [mine] if total is None or len(mine) == total else []
        every = [
            rows,
            [row for row in rows if not row.stale],
            [row for row in rows if not row.stale and row.percentile is not None],
        ]
        groups: dict[str, list[Row]] = {}
        for row in rows:
            groups.setdefault(row.text("group"), []).append(row)
        if total is not None:
            every = [each for each in [*every, *groups.values()] if len(each) == total]
        return [each for each in every if each]

    @property
    def _knows_news(self) -> bool:
        return any(row.raw.get("new") for row in self.sentence.rows)

    def _amount_of(self, text: str) -> int | None:
        if text.isdigit():
            return int(text)
        found = self.sentence.words.numbers.get(text)
        return None if found is None else int(found)

    @staticmethod
    def _count(rows: Sequence[Row], what: str) -> int:
        return sum(1 for row in rows if _TESTS[what](row))


_TESTS: dict[str, Callable[[Row], bool]] = {
    "up": lambda row: row.moved == 1,
    "down": lambda row: row.moved == -1,
    "flat": lambda row: row.moved == 0,
    "new": lambda row: bool(row.raw.get("new")),
    "old": lambda row: row.stale,
    "fresh": lambda row: not row.stale,
    "high": lambda row: not row.stale and row.percentile is not None and row.percentile >= 80,
    "low": lambda row: not row.stale and row.percentile is not None and row.percentile <= 20,
}
