"""Whether each number of a sentence is a quantity of the figure that it is said of, in its role, sign and period."""

import math
from collections.abc import Iterator, Sequence
from itertools import permutations

from commentary.review.dates import calendar
from commentary.review.grounding.between import between, converted
from commentary.review.grounding.fitting import Fitting
from commentary.review.grounding.matching import Fault, close, same_kind
from commentary.review.grounding.rows import HIDDEN, Quantity, Row
from commentary.review.grounding.sentence import Sentence
from commentary.review.grounding.subjects import About, Mention
from commentary.review.numbers import Number

_POINTS = {"pp": 1.0, "points": 1.0, "hundredths": 1.0, "bp": 100.0}  # so many of them are a percentage point
GAPS = frozenset({"pp", "bp", "points"})
UNCERTAIN = frozenset({"value", "prev", "year_ago", "change", "year_change", "lowest", "highest"})
TELLING = 3  # digits of a value that is no other figure's by chance
RATES = frozenset({"eurusd", "eurgbp"})
TARGET = 2.0  # per cent of inflation a year, of the ECB, the Fed and the Bank of England


class Numbers:
    """The numbers of one sentence against the facts."""

    def __init__(
        self,
        sentence: Sentence,
        constants: Sequence[Quantity],
        *,
        told: frozenset[int],
        before: Sequence[Number],
        as_of: str,
    ) -> None:
        self.sentence, self.constants, self.told, self.before = sentence, constants, told, before
        self.today = calendar({"as_of": as_of}).days
        self.fitting = Fitting(sentence, self.today)
        self.matched: dict[int, frozenset[str]] = {}  # roles by the place of the number
        self.identified: list[Mention] = []  # figures that only a value names

    def faults(self) -> Iterator[Fault]:
        for number in self.sentence.numbers:
            if number.start not in self.told and (fault := self._fault(number)):
                yield fault

    def _fault(self, number: Number) -> Fault | None:
        def fault(rule: str, why: str) -> Fault:
            return Fault(rule, number.start, number.end, why)

        if math.isnan(number.value):
            return fault("notation", "a number in the other language's notation")
        sentence = self.sentence
        named, rows, certain = self._bound(number)
        ours = certain and bool(sentence.local(number.start)) and not sentence.has("according")
        if any(
            self._is_constant(number, each) for each in self.constants if not (ours and each.role == "story")
        ):
            return None
        if number.unit in ("", "%") and number.value == TARGET and sentence.has("target"):
            return None
        every = [*(q for row in rows for q in row.quantities), *self._between(), *self._reckoned(number)]
        fitting = [each for each in every if same_kind(number, each) and close(number, each.value)]
        if not fitting and not certain and not sentence.has("gap"):
            fitting = self._stated(number, UNCERTAIN)
            self._identify(number, fitting)
        if not fitting and number.unit in GAPS and sentence.has("gap"):
            fitting = [each for each in self._stated(number, UNCERTAIN) if self._is_gap(each)]
        if not fitting:
            hinted = [
                sentence.rows[place]
                for place in sentence.index.hinted(sentence.text)
                if place not in sentence.spoken
            ]
            every = [q for row in hinted for q in row.quantities]
            fitting = [each for each in every if same_kind(number, each) and close(number, each.value)]
        if not fitting:
            return self._nowhere(number, bool(named))
        fitting = [each for each in fitting if self.fitting.may_be(each, number)]
        if not fitting:
            return fault("number", "the facts do not give it that meaning")
        signed = [each for each in fitting if self.fitting.sign_fits(number, each)]
        if not signed:
            return fault(
                "direction" if self.fitting.way(number) else "sign", "its direction or sign is wrong"
            )
        placed = [each for each in signed if self.fitting.role_fits(number, each)]
        if not placed:
            return fault("role", "it is the value of another time")
        dated = [each for each in placed if self.fitting.date_fits(number, each)]
        if not dated:
            return fault("date", "this value belongs to another date")
        if not named:
            self._identify(number, dated)
        self.matched[number.start] = frozenset(each.role for each in dated)
        return None

    @staticmethod
    def _is_constant(number: Number, each: Quantity) -> bool:
        counted = each.kind == "n" and each.role == "constant"  # 48 figures are no 48 dollars
        return same_kind(number, each) and close(number, each.value) and not (counted and number.unit)

    def _is_gap(self, each: Quantity) -> bool:
        """ "A gap of 0.80 points": of a row that is one, between places that the sentence names."""
        if each.role != "value" or self.sentence.rows[each.row].kind not in ("pp", "bp"):
            return False
        own = self.sentence.index.abouts[each.row].of("maturities")
        said = {name for one in self.sentence.mentions for name in one.about.of("maturities")}
        return said <= own and self._placed({each.row}) == {each.row}

    def _stated(self, number: Number, roles: frozenset[str]) -> list[Quantity]:
        """What any figure has of these roles: for a sentence in words of which nobody knows what they name."""
        every = (q for row in self.sentence.rows for q in row.quantities if q.role in roles)
        return [each for each in every if same_kind(number, each) and close(number, each.value)]

    def _nowhere(self, number: Number, named: bool) -> Fault:
        sentence = self.sentence
        others = (q for row in sentence.rows for q in row.quantities if q.role not in HIDDEN)
        known = named and any(same_kind(number, q) and close(number, q.value) for q in others)
        why = "this value belongs to another figure" if known else "no figure supplied has this value"
        return Fault("row" if known else "number", number.start, number.end, why)

    def _identify(self, number: Number, fitting: Sequence[Quantity]) -> None:
        """A figure that the words do not name is the only one that has this value: what else is said is said of it."""
        every = {each.row for each in fitting if each.role == "value"}
        found = self._placed(every)
        digits = sum(each.isdigit() for each in number.text.lstrip("+-0.,"))
        if len(found) == 1 and (digits >= TELLING or (found != every and digits > 1)):
            start, _end = self.sentence.part(number.start)
            self.identified.append(Mention(start, number.end, About(), tuple(found)))

    def _bound(self, number: Number) -> tuple[bool, Sequence[Row], bool]:
        """Whether the sentence says of which figure a number is, the rows that it may be of, and whether that is certain.

        Certain is what the number's part names, or the nearest part before it of which only that is said; a part with
        words of a subject that is not known makes it uncertain.
        """
        sentence = self.sentence
        local = sentence.local(number.start)
        if local:
            listed = [each for one in local for each in sentence.together(one)]
            rows = self._in_turn(number, listed) or sentence.rows_of([*local, *listed])
            spoken = any(each.whole and each.start <= number.start for each in sentence.mentions)
            missing = [each for each in local if not each.rows]
            known = all(not sentence.index.knows(each.about.concepts) for each in missing)
            return True, rows, spoken and known
        certain = not sentence.elsewhere(number.start)
        if sentence.mentions:
            return True, sentence.rows_of(sentence.mentions), certain
        if sentence.topic:
            return True, sentence.rows_of(sentence.topic), certain
        return False, sentence.rows, True

    def _placed(self, found: set[int]) -> set[int]:
        """Those of the places that the sentence names, where it names any."""
        patterns = self.sentence.words.sorts["regions"].items()
        said = {name for name, pattern in patterns if pattern.search(self.sentence.text)}
        return (
            {row for row in found if self.sentence.index.abouts[row].of("regions") & said} if said else found
        )

    def _in_turn(self, number: Number, listed: Sequence[object]) -> list[Row]:
        """ "US and German yields were 4.12 % and 2.71 %": as many numbers as figures are theirs in their order."""
        mentions = list(dict.fromkeys(listed))
        if len(mentions) < 2:
            return []
        end = mentions[-1].end  # type: ignore[attr-defined]
        after = [each for each in self.sentence.numbers if each.start >= end]
        if len(after) != len(mentions) or number not in after:
            return []
        return self.sentence.rows_of([mentions[after.index(number)]])  # type: ignore[list-item]

    def _reckoned(self, number: Number) -> Iterator[Quantity]:
        """What follows from two numbers said before it: "4.94 % and 2.78 %; between the two lie 2.16 points"."""
        said = [*self.before, *(each for each in self.sentence.numbers if each.start < number.start)][-6:]
        for one, other in permutations(said, 2):
            if math.isnan(one.value + other.value) or not other.value:
                continue
            yield Quantity(one.value / other.value, "x", "ratio")
            if one.unit == "%" and other.unit in _POINTS:
                yield Quantity(one.value - other.value / _POINTS[other.unit], "%", "gap")
            if one.unit == other.unit or not (one.unit and other.unit):
                unit = one.unit or other.unit or "n"
                kinds = {
                    "%": (("pp", 1), ("bp", 100), ("%", 1)),
                    "pp": (("pp", 1), ("bp", 100)),
                    "points": (("points", 1), ("pp", 1), ("bp", 100)),
                }
                for kind, scale in kinds.get(unit, ((unit, 1),)):
                    yield Quantity((one.value - other.value) * scale, kind, "gap")
                    if not self.sentence.has("gap"):
                        yield Quantity((one.value + other.value) * scale, kind, "sum")
                yield Quantity((one.value / other.value - 1) * 100, "%", "gap")

    def _between(self) -> Iterator[Quantity]:
        """What lies between the figures named here and in the sentences before: differences and ratios."""
        sentence = self.sentence
        rows = sentence.rows_of([*sentence.mentions, *sentence.topic])
        for one, other in permutations(rows[:6], 2):
            yield from between(one, other)
        rates = [
            row
            for row, each in zip(sentence.rows, sentence.index.abouts, strict=True)
            if each.concepts & RATES
        ]
        yield from converted((row for row in rows if row not in rates), rates)
