"""Whether each number of a sentence is a quantity of the figure that it is said of, in its role, sign and period."""

import math
from collections.abc import Iterator, Sequence
from itertools import permutations

from commentary.review.dates import Said, calendar, is_known
from commentary.review.grounding.between import between
from commentary.review.grounding.matching import Fault, close, same_kind
from commentary.review.grounding.rows import CHANGES, HIDDEN, Quantity, Row
from commentary.review.grounding.sentence import Sentence
from commentary.review.numbers import Number

_POINTS = {"pp": 1.0, "points": 1.0, "bp": 100.0}  # so many of them are a percentage point
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
        self.rows: dict[
            tuple[int, ...], set[int]
        ] = {}  # the figures that the numbers of one name may all be of
        self.today = calendar({"as_of": as_of}).days
        self.matched: dict[int, frozenset[str]] = {}  # roles by the place of the number

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
        named, rows = self._bound(number)
        if any(same_kind(number, each) and close(number, each.value) for each in self.constants):
            return None
        if number.unit in ("", "%") and number.value == TARGET and sentence.has("target"):
            return None
        every = [*(q for row in rows for q in row.quantities), *self._between(), *self._reckoned(number)]
        fitting = [each for each in every if same_kind(number, each) and close(number, each.value)]
        if (
            not fitting
            and not sentence.local(number.start)
            and sentence.strange(number.start)
            and not sentence.has("gap")
        ):
            fitting = self._stated(number, {"value"})
        if not (fitting or sentence.mentions or sentence.has("gap")) and sentence.foreign(number.start):
            fitting = self._stated(number, {"value", "prev", "year_ago"})
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
        fitting = [each for each in fitting if self._may_be(each, number)]
        if not fitting:
            return fault("number", "the facts do not give it that meaning")
        signed = [each for each in fitting if self._sign_fits(number, each)]
        if not signed:
            return fault("direction" if self._way(number) else "sign", "its direction or sign is wrong")
        placed = [each for each in signed if self._role_fits(number, each)]
        if not placed:
            return fault("role", "it is the value of another time")
        dated = [each for each in placed if self._date_fits(number, each)]
        if not dated:
            return fault("date", "this value belongs to another date")
        if not self._same_row(rows, dated):
            return fault("row", "this value belongs to another figure than the one beside it")
        self.matched[number.start] = frozenset(each.role for each in dated)
        return None

    def _stated(self, number: Number, roles: set[str]) -> list[Quantity]:
        """What any figure has of these roles: for a sentence in words of which nobody knows what they name."""
        every = (q for row in self.sentence.rows for q in row.quantities if q.role in roles)
        return [each for each in every if same_kind(number, each) and close(number, each.value)]

    def _same_row(self, rows: Sequence[Row], fitting: Sequence[Quantity]) -> bool:
        """Whether the numbers said of one name, which may be several figures, can all be of one of these."""
        bound = tuple(row.place for row in rows)
        found = {each.row for each in fitting}
        numbers = self.sentence.numbers
        if not 1 < len(bound) <= 6 or -1 in found or len(numbers) != 2 or not self._way(numbers[0]):
            return True
        left = self.rows.get(bound, found) & found
        self.rows[bound] = left or found
        return bool(left) or len(self.sentence.mentions) != 1

    def _nowhere(self, number: Number, named: bool) -> Fault:
        sentence = self.sentence
        others = (q for row in sentence.rows for q in row.quantities if q.role not in HIDDEN)
        known = named and any(same_kind(number, q) and close(number, q.value) for q in others)
        why = "this value belongs to another figure" if known else "no figure supplied has this value"
        return Fault("row" if known else "number", number.start, number.end, why)

    def _bound(self, number: Number) -> tuple[bool, Sequence[Row]]:
        """Whether the sentence says of which figure a number is, and the rows that it may be of."""
        sentence = self.sentence
        local = sentence.local(number.start)
        if local:
            listed = [each for one in local for each in sentence.together(one)]
            rows = self._in_turn(number, listed) or sentence.rows_of([*local, *listed])
            return True, rows
        if sentence.mentions:
            return True, sentence.rows_of(sentence.mentions)
        if sentence.topic:
            return True, sentence.rows_of(sentence.topic)
        return False, sentence.rows

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

    def _may_be(self, quantity: Quantity, number: Number) -> bool:
        """Whether the words allow a role that chance would often hit."""
        sentence, role = self.sentence, quantity.role
        if role == "usual":
            return sentence.has("usual")
        if role == "usual over":  # "usually it moves by half as much", not "half the usual"
            after = sentence.text[number.end : number.end + 45]
            return sentence.has("usual") and not sentence.words.has("usual", after)
        if role == "rarity":
            return sentence.has("moves")
        if role in HIDDEN:
            return role == "run" and sentence.has("run")
        if role.startswith("rest of"):
            return False
        if role == "gap before":
            return sentence.has("earlier")
        if role == "from_target":
            return sentence.has("target")
        if role in ("lowest", "highest", "from_lowest", "from_highest"):
            return sentence.has("high") or sentence.has("low") or self._dated(quantity)
        if role in ("year_ago", "year_change", "ratio of year_change"):
            return sentence.has("year") or self._dated(quantity)
        return True

    def _dated(self, quantity: Quantity) -> bool:
        known = calendar({"when": quantity.when.split()})
        return any(is_known(said, known) for said in self.sentence.dates)

    def _way(self, number: Number) -> int:
        """The direction said right beside a number: "fell by 3", "3 lower"; 0 when none is."""
        return self._sized(number)[0]

    def _sized(self, number: Number) -> tuple[int, bool]:
        sentence = self.sentence
        for way in reversed(sentence.ways):
            if way.end <= number.start and sentence.words.has("by", sentence.text[way.end : number.start]):
                return (0 if sentence.negated(way.start) else way.sign), way.size
        after = sentence.text[number.end : number.end + 40]
        for name, sign in (("after_up", 1), ("after_down", -1)):
            if sentence.words.has(name, after):
                return sign, False
        return 0, False

    def _sign_fits(self, number: Number, quantity: Quantity) -> bool:
        value, role = quantity.value, quantity.role
        if number.sign:
            return value * number.sign >= 0 or (role in CHANGES and bool(self._way(number)))
        way, size = self._sized(number)
        if way:
            row = self.sentence.rows[quantity.row] if quantity.row >= 0 else None
            if size and row and not row.yearly and (row.value or 0.0) < 0:
                way = -way
            if role in CHANGES or role.startswith("gap"):
                return value * way >= 0
            if role in ("value", "prev", "year_ago") and row and (row.yearly or value < 0):
                return value * way >= 0
            return value >= 0 or way < 0
        if value >= 0 or role in CHANGES or role.startswith(("ratio", "gap", "sum")):
            return True
        return self.sentence.has("negative")

    def _role_fits(self, number: Number, quantity: Quantity) -> bool:
        sentence, role = self.sentence, quantity.role
        before = sentence.text[max(0, number.start - 40) : number.start]
        if role not in ("value", "prev"):
            return True
        row = sentence.rows[quantity.row]
        if row.yearly and sentence.words.has("short_span", sentence.text[number.end : number.end + 30]):
            return False
        if row.still:
            return True
        if sentence.words.has("strictly_from", before):
            return role == "prev"
        return not (role == "prev" and self._now(number, before))

    def _now(self, number: Number, before: str) -> bool:
        """Whether the words want the newest value: "rose to", "now at"."""
        sentence = self.sentence
        part, _end = sentence.part(number.start)
        clause = sentence.text[part : number.start]
        if sentence.words.has("earlier", clause) or sentence.words.has(
            "earlier", sentence.text[number.end : number.end + 25]
        ):
            return False
        if sentence.words.has("now", clause):
            return True
        moved = any(
            way.start >= part - 40 and way.end <= number.start for way in sentence.ways
        ) or sentence.words.has("went", clause)
        return moved and sentence.words.has("to", before)

    def _date_fits(self, number: Number, quantity: Quantity) -> bool:
        said = self._near(number)
        if said is None or not quantity.when:
            return True
        known = calendar({"when": quantity.when.split()})
        if quantity.role == "value":
            known.days |= self.today
        return not known.years or is_known(said, known)

    def _near(self, number: Number) -> Said | None:
        """The one date of the number's part, unless it is where a span of time begins."""
        if self.sentence.words.has(
            "strictly_from", self.sentence.text[max(0, number.start - 40) : number.start]
        ):
            return None
        start, end = self.sentence.part(number.start)
        found = [each for each in self.sentence.dates if start <= each.start < end]
        if not found and len(self.sentence.dates) == len(self.sentence.numbers) == 1:
            apart = self.sentence.text[
                min(number.end, self.sentence.dates[0].end) : max(number.start, self.sentence.dates[0].start)
            ]
            found = [] if self.sentence.words.has("other_time", apart) else self.sentence.dates
        if len(found) != 1 or self.sentence.words.has("span_start", self.sentence.text[: found[0].start]):
            return None
        return found[0]
