"""Shares of a figure's own past: "above 93 % of its readings", "in the top tenth"."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from commentary.review.grounding.matching import Fault
from commentary.review.grounding.rows import Row
from commentary.review.grounding.sentence import Sentence

TOLERANCE = (
    1.0  # percentage points, beyond half a unit of the last digit, by which a place in the past may be off
)
STANDINGS = {
    "middle": (30.0, 70.0),
    "at_top": (65.0, 100.0),
    "at_bottom": (0.0, 35.0),
}  # percentiles that are there
EXACT = (
    0.051  # percentage points: half of the last digit of a number that is told with decimals, and rounding
)
TENTHS = 45.0  # per cent: up to so many tenths may be tenths of a point
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
        last: str | None = None
        for share in shares(self.sentence):
            again = self.sentence.words.has("than_again", self.sentence.text[: share.start][-TURNS:])
            last = side = self._side(share) or (last if again else None)
            if side is None:
                rows = self.sentence.rows_of(self.sentence.mentions)
                if share.worded and len(rows) == 1 and self._of_then(share, rows[0]):
                    self.told |= self._inside(share)
                elif share.worded and not self._part_fits(share):
                    yield Fault("share", share.start, share.end, "its part of the whole is another")
                continue
            rows = self.sentence.rows_of(self.sentence.subject(share.start)) or self._nearest()
            if side in ("top", "bottom") and (self.counted or self._is_extreme(share, side, rows)):
                continue
            self.told.add(share.start)
            self.told |= self._inside(share)
            plain = self._plain(share)
            known = [row.percentile for row in rows if row.percentile is not None]
            if known and not any(self._holds(plain, side, each) for each in known):
                yield Fault("share", share.start, share.end, "its place in its own past is another")

    def _inside(self, share: Share) -> set[int]:
        return {each.start for each in self.sentence.numbers if share.start <= each.start < share.end}

    def _is_extreme(self, share: Share, side: str, rows: Sequence[Row]) -> bool:
        """ "The highest 3.03% (24 May 2018)": the reading itself, which is no share."""
        half = share.slack - TOLERANCE
        if half > EXACT or self.sentence.words.has("of_readings", self.sentence.text[share.end :]):
            return False
        role = "highest" if side == "top" else "lowest"
        known = (each for row in rows for each in row.quantities if each.role == role and each.kind == "%")
        return any(abs(each.value - share.value) <= half for each in known)

    def _part_fits(self, share: Share) -> bool:
        """Whether a part of a whole, or of another figure, is what one or two certain figures make it."""
        rows = self.sentence.rows_of(self.sentence.mentions)
        if not 1 <= len(rows) <= 2 or self.sentence.has("usual") or self.counted:
            return True
        if any(self._of_then(share, row) for row in rows):
            return True
        after = self.sentence.text[share.end :]
        if self.sentence.words.has("of_extreme", after):
            return not any("highest" in row.raw for row in rows)
        if self.sentence.words.has("then", after):
            return any(row.number("year_ago") is None for row in rows)
        known = [row.value for row in rows if row.value is not None and row.kind == "%" and not row.yearly]
        if len(known) == 2:
            known += [known[0] / known[1] * 100, known[1] / known[0] * 100] if known[0] and known[1] else []
        return not known or any(share.holds(each) for each in known)

    def _of_then(self, share: Share, row: Row) -> bool:
        """ "A third more than in 2010", "half of what it was a year ago": a part of the figure's own past."""
        past = [row.prev, *(row.number(key) for key in ("year_ago", "lowest", "highest"))]
        past += [100.0] if "= 100" in row.text("basis_en") else []
        ratios = [row.value / each * 100 for each in past if each and row.value is not None]
        after = self.sentence.text[share.end :]
        if self.sentence.words.has("relative", after):
            if row.kind in ("%", "pp") and share.value <= TENTHS:  # "a tenth less": of a point
                moves = (row.change, row.year_change)
                return any(each is not None and abs(abs(each) * 100 - share.value) <= 1 for each in moves)
            ratios = [abs(each - 100) for each in ratios]
        return any(share.holds(each) for each in ratios)

    def _plain(self, share: Share) -> Share:
        """ "Above 93 %" compares with the past; only "above more than 93 %" bounds the share itself."""
        before = self.sentence.text[max(0, share.start - 24) : share.start]
        bounded = share.bound == "about" or self.sentence.words.has("bounds", before)
        return share if bounded else replace(share, bound="")

    def middle(self) -> Iterator[Fault]:
        """ "In the middle of its history"."""
        for name, (least, most) in STANDINGS.items():
            for match in self.sentence.words.of[name].finditer(self.sentence.text):
                known = [row.percentile for row in self._nearest() if row.percentile is not None]
                if known and not any(least <= each <= most for each in known):
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
