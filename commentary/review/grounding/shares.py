"""Shares of a figure's own past ("above 93 % of its readings", "in the top tenth") and counts of figures."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from commentary.review.grounding.quantities import Fault
from commentary.review.grounding.rows import Row
from commentary.review.grounding.sentence import Sentence
from commentary.review.numbers import Number

TOLERANCE = (
    1.0  # percentage points, beyond half a unit of the last digit, by which a place in the past may be off
)
MIDDLE = (30.0, 70.0)  # percentiles that are in the middle
TURNS = 60  # characters in which the word that compares is looked for


@dataclass(frozen=True)
class Share:
    """A part of a whole in per cent, give or take `slack`; `bound` is "about", "more", "less" or ""."""

    start: int
    end: int
    value: float
    slack: float
    bound: str = ""
    timed: bool = False  # says itself what it is a share of: "nine days in ten"
    ordinal: bool = False
    worded: bool = False  # "a third of"

    def holds(self, value: float) -> bool:
        if self.bound == "more":
            return self.value - TOLERANCE <= value <= self.value + 3 * self.slack + 5
        if self.bound == "less":
            return self.value - 3 * self.slack - 5 <= value <= self.value + TOLERANCE
        return abs(value - self.value) <= self.slack * (1.4 if self.bound == "about" else 1.0)


def shares(sentence: Sentence) -> list[Share]:
    """Per cents, "nine in ten", "two thirds", "a tenth" of a sentence, in their order."""
    found = [
        Share(
            each.start,
            each.end,
            each.value,
            max(each.step / 2, 0.05) + TOLERANCE,
            each.bound,
            ordinal=each.ordinal,
        )
        for each in sentence.numbers
        if each.unit == "%"
        or each.ordinal
        or (
            each.unit in ("", "duration")
            and sentence.words.has("percentile", sentence.text[each.end : each.end + 14])
        )
    ]
    for match in sentence.words.of["fraction"].finditer(sentence.masked):
        if (value := _value(match.groupdict(), sentence.words.numbers)) is not None:
            around = (
                sentence.text[max(0, match.start() - 12) : match.start()]
                + "|"
                + sentence.text[match.end() : match.end() + 12]
            )
            if match["part"] and not match["above2"] and not sentence.words.has("part_of", around):
                continue
            timed = bool(match["below"]) and bool(sentence.words.has("timed", match[0]))
            found.append(
                Share(
                    *match.span(),
                    value,
                    5.0 if value % 10 == 0 else 4.5,
                    sentence.bound(match.start()),
                    timed,
                    worded=bool(match["part"]),
                )
            )
    return sorted(found, key=lambda share: share.start)


def _value(parts: Mapping[str, str | None], numbers: Mapping[str, float]) -> float | None:
    def number(name: str) -> float:
        text = parts.get(name) or ""
        return float(text) if text.isdigit() else numbers.get(text, 0.0)

    below = number("below") or number("part")
    above = number("above") or number("above2") or 1.0
    return above / below * 100 if below and above <= below else None


class Places:
    """What a sentence says of a figure's place in its own past."""

    def __init__(self, sentence: Sentence, *, counted: bool) -> None:
        self.sentence, self.counted = sentence, counted
        self.told: set[int] = set()  # numbers that are such shares

    def faults(self) -> Iterator[Fault]:
        for share in shares(self.sentence):
            side = self._side(share)
            if side is None:
                if share.worded and not self._part_fits(share):
                    yield Fault("share", share.start, share.end, "its part of the whole is another")
                continue
            if self.counted and side in ("top", "bottom"):
                continue
            self.told.add(share.start)
            self.told |= {
                each.start for each in self.sentence.numbers if share.start <= each.start < share.end
            }
            rows = self.sentence.rows_of(self.sentence.subject(share.start)) or self._nearest()
            plain = self._plain(share)
            known = [row.percentile for row in rows if row.percentile is not None]
            if known and not any(self._holds(plain, side, each) for each in known):
                yield Fault("share", share.start, share.end, "its place in its own past is another")

    def _part_fits(self, share: Share) -> bool:
        """Whether a part of a whole, or of another figure, is what one or two certain figures make it."""
        rows = self.sentence.rows_of(self.sentence.mentions)
        if not 1 <= len(rows) <= 2 or self.sentence.has("usual") or self.counted:
            return True
        known = [row.value for row in rows if row.value is not None and row.kind == "%" and not row.yearly]
        if len(known) == 2:
            known += [known[0] / known[1] * 100, known[1] / known[0] * 100] if known[0] and known[1] else []
        return not known or any(share.holds(each) for each in known)

    def _plain(self, share: Share) -> Share:
        """ "Above 93 %" compares with the past; only "above more than 93 %" bounds the share itself."""
        before = self.sentence.text[max(0, share.start - 24) : share.start]
        bounded = share.bound == "about" or self.sentence.words.has("bounds", before)
        return share if bounded else replace(share, bound="")

    def middle(self) -> Iterator[Fault]:
        """ "In the middle of its history"."""
        for match in self.sentence.words.of["middle"].finditer(self.sentence.text):
            known = [row.percentile for row in self._nearest() if row.percentile is not None]
            if known and not any(MIDDLE[0] <= each <= MIDDLE[1] for each in known):
                yield Fault("share", *match.span(), "its place in its own past is another")

    def _nearest(self) -> list[Row]:
        return self.sentence.rows_of(self.sentence.mentions or self.sentence.topic)

    @staticmethod
    def _holds(share: Share, side: str, percentile: float) -> bool:
        if side == "top":
            return percentile >= 100 - share.value - TOLERANCE
        if side == "bottom":
            return percentile <= share.value + TOLERANCE
        return share.holds(percentile if side == "above" else 100 - percentile)

    def _side(self, share: Share) -> str | None:
        """Which part of its past this is a share of; None when it is none."""
        sentence, has = self.sentence, self.sentence.words.has
        before = sentence.text[max(0, share.start - TURNS) : share.start]
        after = sentence.text[share.end : share.end + TURNS]
        around = before[-22:] + " | " + after[:24]
        for side in ("top", "bottom"):
            if has(f"in_{side}", around):
                return side
        if (
            has("percentile", after[:14])
            or has("percentile", before[-24:])
            or (share.ordinal and (has("percentile", sentence.text) or has("ranked_since", after)))
        ):
            return "above"
        if not share.timed and not has("of_readings", after):
            return None
        return self._compared(before, after)

    def _compared(self, before: str, after: str) -> str | None:
        words = self.sentence.words
        now = words.of["now_than"]
        if (match := now.search(before)) and not words.has("this_one", match[0]):
            return "above" if words.has("more_than", match[0]) else "below"
        whole = self.sentence.text
        ups, downs = words.has("larger", whole), words.has("smaller", whole)
        if ups == downs:
            return None
        return "below" if ups else "above"


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
        for match in of["counted"].finditer(text):
            amount = self._amount(match)
            if words.has("single", match["n"] or "") and not words.has(
                "single_before", text[: match.start()]
            ):
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
            if amount is None or what is None:
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
            for name in ("up", "down", "flat", "old", "fresh", "high", "low")
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

    def _amount_of(self, text: str) -> int | None:
        if text.isdigit():
            return int(text)
        found = self.sentence.words.numbers.get(text)
        return None if found is None else int(found)

    @staticmethod
    def _count(rows: Sequence[Row], what: str) -> int:
        tests = {
            "up": lambda row: row.moved == 1,
            "down": lambda row: row.moved == -1,
            "flat": lambda row: row.moved == 0,
            "old": lambda row: row.stale,
            "fresh": lambda row: not row.stale,
            "high": lambda row: not row.stale and row.percentile is not None and row.percentile >= 80,
            "low": lambda row: not row.stale and row.percentile is not None and row.percentile <= 20,
        }
        return sum(1 for row in rows if tests[what](row))


def numbers_told(numbers: Sequence[Number], places: set[int]) -> frozenset[int]:
    return frozenset(number.start for number in numbers if number.start in places)
