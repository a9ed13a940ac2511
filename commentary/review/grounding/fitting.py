"""Whether the words of a sentence allow what a number is taken for: its role, its sign, its date."""

from commentary.review.dates import Said, calendar, is_known
from commentary.review.grounding.rows import CHANGES, HIDDEN, Quantity
from commentary.review.grounding.sentence import Sentence
from commentary.review.numbers import Number

SPANS = {
    "W": "span_week",
    "M": "span_month",
    "Q": "span_quarter",
}  # frequencies, and words for the time between two
REACH = 40  # characters after a number in which "its own" stands for what is usual


class Fitting:
    """The words around a number against the quantity that it may be; `today` is the day of the facts."""

    def __init__(self, sentence: Sentence, today: set[tuple[int, int, int]]) -> None:
        self.sentence, self.today = sentence, today

    def may_be(self, quantity: Quantity, number: Number) -> bool:
        """Whether the words allow a role that chance would often hit."""
        sentence, role = self.sentence, quantity.role
        if role == "usual":
            return sentence.has("usual") or (
                number.unit == "x" and sentence.words.has("own", sentence.text[number.end :][:REACH])
            )
        if role == "usual over":  # "usually it moves by half as much", not "half the usual"
            after = sentence.text[number.end : number.end + 45]
            return sentence.has("usual") and not sentence.words.has("usual", after)
        if role == "rarity":
            return sentence.has("moves")
        if role in HIDDEN:
            return role == "run" and (sentence.has("run") or (number.unit == "x" and self._counts(number)))
        if role.startswith("rest of"):
            return False
        if role == "gap before":
            return sentence.has("earlier")
        if role == "from_target":
            return sentence.has("target")
        if role in ("lowest", "highest", "from_lowest", "from_highest"):
            return (
                sentence.has("high") or sentence.has("low") or sentence.has("ranged") or self._dated(quantity)
            )
        if role in ("year_ago", "year_change", "ratio of year_change"):
            return sentence.has("year") or self._dated(quantity)
        return True

    def _counts(self, number: Number) -> bool:
        """Whether "twice" says how often, not by how much: "has dropped twice"."""
        after = self.sentence.text[number.end : number.end + 12]
        return bool(self.sentence.ways) and self.sentence.words.has("repeated", after)

    def _dated(self, quantity: Quantity) -> bool:
        known = calendar({"when": quantity.when.split()})
        return any(is_known(said, known) for said in self.sentence.dates)

    def way(self, number: Number) -> int:
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

    def sign_fits(self, number: Number, quantity: Quantity) -> bool:
        value, role = quantity.value, quantity.role
        if number.sign:
            return value * number.sign >= 0 or (role in CHANGES and bool(self.way(number)))
        way, size = self._sized(number)
        if way:
            row = self.sentence.rows[quantity.row] if quantity.row >= 0 else None
            if size and row and not row.grows and (row.value or 0.0) < 0:
                way = -way
            if role == "gap" and self._turned(number, quantity):
                return False
            if role in CHANGES or role.startswith("gap"):
                return value * way >= 0
            if role in ("value", "prev", "year_ago") and row and (row.grows or value < 0):
                return value * way >= 0
            return value >= 0 or way < 0
        if value >= 0 or role in CHANGES or role.startswith(("ratio", "gap", "sum")):
            return True
        return self.sentence.has("negative")

    def _turned(self, number: Number, quantity: Quantity) -> bool:
        """Whether a difference is counted from the other figure: "WTI costs 8 dollars more than Brent"."""
        before = [each for each in self.sentence.mentions if each.end <= number.start and len(each.rows) == 1]
        after = [each for each in self.sentence.mentions if each.start >= number.end and len(each.rows) == 1]
        if quantity.of < 0 or not before or not after:
            return False
        return (before[-1].rows[0], after[0].rows[0]) == (quantity.less, quantity.of)

    def role_fits(self, number: Number, quantity: Quantity) -> bool:
        sentence, role = self.sentence, quantity.role
        before = sentence.text[max(0, number.start - 40) : number.start]
        if role == "change" and not self._span_fits(quantity):
            return False
        if role not in ("value", "prev"):
            return True
        row = sentence.rows[quantity.row]
        if row.yearly and sentence.words.has("short_span", sentence.text[number.end : number.end + 30]):
            return False
        if (
            row.yearly
            and (sentence.has("span_month") or sentence.has("span_quarter"))
            and not sentence.has("year")
        ):
            return False
        if row.still:
            return True
        if sentence.words.has("strictly_from", before):
            return role == "prev"
        return not (role == "prev" and self._now(number, before))

    def _span_fits(self, quantity: Quantity) -> bool:
        """Whether a move is said to have taken the time between two readings: a day's is not a month's."""
        frequency = self.sentence.rows[quantity.row].text("frequency")
        said = {each for each, name in SPANS.items() if self.sentence.has(name)}
        other = any(
            key.startswith("change_") and key[7].isdigit() for key in self.sentence.rows[quantity.row].raw
        )
        return len(self.sentence.mentions) > 1 or not said or frequency in said or other

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

    def date_fits(self, number: Number, quantity: Quantity) -> bool:
        said = self._near(number)
        if said is None or not quantity.when:
            return True
        known = calendar({"when": quantity.when.split()})
        if quantity.role == "value":
            known.days |= self.today
            if self.sentence.has("again"):  # "the last time it was as high"
                row = self.sentence.rows[quantity.row]
                ends = [row.text(key) for key in ("extreme_since", "highest_on", "lowest_on")]
                again = calendar({"when": ends})
                known.days, known.months = known.days | again.days, known.months | again.months
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
