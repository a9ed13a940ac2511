"""What a sentence says of figures without a number: direction, standstill, comparison, extremes, better, runs, causes."""

from collections.abc import Iterator, Sequence

from commentary.review.grounding.comparisons import comparisons
from commentary.review.grounding.matching import Fault
from commentary.review.grounding.quantities import TARGET
from commentary.review.grounding.rows import Row
from commentary.review.grounding.sentence import Sentence, Way
from commentary.review.grounding.subjects import Mention, spans

SOFT = 0.75  # times the usual move that "little changed" may be
REACH = 70  # characters between a word that compares and what it compares with


class Statements:
    """The words of one sentence against the facts; `told` are the numbers that are no levels of a figure."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        self.general = sentence.has("general") and not sentence.numbers
        self.said = [match.span() for match in sentence.words.of["comparing"].finditer(sentence.text)]

    def faults(self) -> Iterator[Fault]:
        yield from self._runs()
        yield from self._running()
        if (self.sentence.mentions or self.sentence.topic) and not self.general:
            yield from self._directions()
            yield from self._stills()
            yield from self._better()
            yield from self._usual()
            yield from self._targets()
            yield from comparisons(self.sentence)
            yield from self._signs()

    # Direction.

    def _directions(self) -> Iterator[Fault]:
        for way in self.sentence.ways:
            if self._skips(way):
                continue
            subject = self.sentence.subject(way.start)
            rows = self.sentence.rows_of(subject)
            if not rows:
                continue
            went = [self._went(row, way, subject) for row in rows]
            wrong = (
                (way.sign in one for one in went)
                if self.sentence.negated(way.start)
                else (way.sign not in one for one in went)
            )
            if all(wrong) and all(None not in one for one in went):
                yield Fault("direction", way.start, way.end, "the figure moved the other way, or not at all")

    def _skips(self, way: Way) -> bool:
        """Compared with another figure, over a time that the facts do not tell, or told of the time before."""
        sentence, has = self.sentence, self.sentence.words.has
        part = sentence.part_text(way.start)
        if (
            sentence.has("revised")
            or any(start <= way.start < end for start, end in self.said)
            or self._sized(way)
            or has("of_moves", sentence.text[max(0, way.start - 45) : way.start])
            or self._names(way)
            or (sentence.has("usual") and has("sizes", sentence.text[way.start : way.end]))
        ):
            return True
        before, after = (
            sentence.text[max(0, way.start - 25) : way.start],
            sentence.text[way.end : way.end + 30],
        )
        return (
            has("window", part)
            or has("told_before", before)
            or has("aside", after)
            or has("how_fast", after)
            or has("inverse", sentence.text)
        )

    def _names(self, way: Way) -> bool:
        """Whether the word is of the figure's own name: "la crescita del bilancio della Fed"."""
        word = self.sentence.text[way.start : way.end].split()[0]
        named = [
            each
            for each in self.sentence.mentions
            if -1 <= each.start - way.end <= 8 or each.start <= way.start < each.end
        ]
        rows = self.sentence.rows_of(named)
        return bool(rows) and all(
            word in row.label.split() or (row.yearly and self.sentence.words.has("growth", word))
            for row in rows
        )

    def _sized(self, way: Way) -> bool:
        """Whether a number stands right beside it, whose sign has been checked with it."""
        for number in self.sentence.numbers:
            if way.end <= number.start and self.sentence.words.has(
                "by", self.sentence.text[way.end : number.start]
            ):
                return number.unit != "x"
            if number.end <= way.start and way.start - number.end <= 2:
                return True
        return False

    def _went(self, row: Row, way: Way, subject: Sequence[Mention]) -> set[int | None]:
        """The directions that may be said of a row here; None among them when that is not known."""
        part = self.sentence.part_text(way.start)
        moved = row.moved
        if moved and way.size and not row.grows and (row.value or 0.0) < 0:
            moved = -moved
        found: set[int | None] = {moved}
        year = self.sentence.has("year")
        pace = self.sentence.words.has("pace", self.sentence.text[way.start : way.end])
        if pace and row.yearly:
            return found
        if year or (row.yearly and not pace and any(each.level for each in subject)):
            if row.yearly and row.value is not None:
                found |= {1 if row.value > 0 else -1 if row.value < 0 else 0}
            if row.year_change is not None:
                found |= {1 if row.year_change > 0 else -1}
            elif not row.yearly:
                found.add(None)
            if (
                year
                and self.sentence.words.has("year", part)
                and row.year_change is not None
                and not row.yearly
            ):
                found.discard(row.moved)
                found.add(1 if row.year_change > 0 else -1 if row.year_change < 0 else 0)
        return found

    def _stills(self) -> Iterator[Fault]:
        for name in ("soft_flat", "flat"):
            for match in self.sentence.words.of[name].finditer(self.sentence.text):
                rows = self.sentence.rows_of(self.sentence.subject(match.start()))
                soft = any(
                    start <= match.start() < end
                    for start, end in spans(self.sentence.words.of["soft_flat"], self.sentence.text)
                )
                dated = any(0 <= each.start - match.end() <= 4 for each in self.sentence.dates)
                if (
                    self.sentence.has("year")
                    or self.sentence.has("window")
                    or dated  # "stops at the second quarter"
                    or self.sentence.words.has("near", self.sentence.text[match.start() : match.end() + 20])
                    or not rows
                    or (soft and name == "flat")
                ):
                    continue
                if any(self._still(row, soft=name == "soft_flat") is not False for row in rows):
                    continue
                yield Fault("unchanged", *match.span(), "the figure moved")
                return

    @staticmethod
    def _still(row: Row, *, soft: bool) -> bool | None:
        if not soft or row.still:
            return row.still
        usual, move = row.number("usual_move"), row.move
        if usual is None or move is None:
            return None
        least = row.text("frequency") == "D" and row.decimals is not None and row.kind in ("%", "pp")
        return (move <= SOFT * usual and move < 2) or (least and move <= 0.1 ** (row.decimals or 0))

    def _better(self) -> Iterator[Fault]:
        for name, sign in (("better", 1), ("worse", -1)):
            for match in self.sentence.words.of[name].finditer(self.sentence.text):
                rows = self.sentence.rows_of(
                    self.sentence.subject(match.start()) or self.sentence.mentions[:1]
                )
                if not rows or self.sentence.negated(match.start()) or any(not row.better for row in rows):
                    continue
                rest = self.sentence.text[match.end() :]
                if self.sentence.words.has("than", rest) and not self.sentence.words.has("than_then", rest):
                    continue  # compared with something, not with the time before
                if all(sign * (1 if row.better == "up" else -1) not in self._gone(row) for row in rows):
                    yield Fault("better", *match.span(), "by its own measure it went the other way")

    def _gone(self, row: Row) -> set[int | None]:
        if self.sentence.has("year") and row.year_change is not None:
            return {1 if row.year_change > 0 else -1 if row.year_change < 0 else 0}
        return {row.moved}

    # Runs and the usual move.

    def _runs(self) -> Iterator[Fault]:
        words = self.sentence.words
        for match in words.of["run"].finditer(self.sentence.text):
            found = match.groupdict()
            text = found.get("nth") or found.get("count") or found.get("count3") or ""
            amount = int(text) if text.isdigit() else int(words.numbers.get(text, 0))
            rows = self.sentence.rows_of(self.sentence.subject(match.start())) or self.sentence.rows_of(
                self.sentence.mentions[:1]
            )
            inside = {way.sign for way in self.sentence.ways if match.start() <= way.start < match.end()}
            ways = inside or {way.sign for way in self.sentence.ways}
            rows = rows or list(self.sentence.rows)
            if not amount or words.has(
                "told_before", self.sentence.text[max(0, match.start() - 25) : match.start()]
            ):
                continue
            ended = {int(row.number("run_ended") or 0) for row in rows}
            runs = {int(row.number("run") or 0) for row in rows} | ended
            if words.has("ends", self.sentence.text[max(0, match.start() - 25) : match.start()]):
                runs = ended
            if not any(
                abs(run) == amount
                and (len(ways) != 1 or run * min(ways) > 0 or (run in ended and not inside))
                for run in runs
            ):
                yield Fault("run", *match.span(), "the facts give no such order")

    def _running(self) -> Iterator[Fault]:
        """ "Falling for five quarters", "three days of losses": how many of its own periods in one direction."""
        words, text = self.sentence.words, self.sentence.text
        for match in words.of["running"].finditer(text):
            found = {name.rstrip("2"): each for name, each in match.groupdict().items() if each}
            amount = int(words.numbers.get(found["n"], 0)) or (found["n"].isdigit() and int(found["n"]))
            rows = self.sentence.rows_of(self.sentence.subject(match.start()) or self.sentence.mentions[:1])
            ways = {way.sign for way in self.sentence.ways}
            if not amount or not rows or len(ways) != 1 or any("run" not in row.raw for row in rows):
                continue
            if not any(self._runs_so(row, int(amount), found["unit"], min(ways)) for row in rows):
                yield Fault("run", *match.span(), "the facts give no such order")

    def _runs_so(self, row: Row, amount: int, unit: str, sign: int) -> bool:
        of = {"D": "unit_day", "W": "unit_week", "M": "unit_month", "Q": "unit_quarter"}
        name = of.get(row.text("frequency"), "")
        runs = {row.number("run"), row.number("run_ended")}
        return amount * sign in runs and (not name or self.sentence.words.has(name, unit))

    def _usual(self) -> Iterator[Fault]:
        """The last move against the usual one: "smaller than usual", "of the usual size"."""
        words, text = self.sentence.words, self.sentence.text
        for match in words.of["against_usual"].finditer(text):
            rows = self.sentence.rows_of(
                self.sentence.subject(match.start()) or self.sentence.mentions[:1] or self.sentence.topic[-1:]
            )
            known = [
                row.move / usual
                for row in rows
                if row.move is not None and (usual := row.number("usual_move"))
            ]
            least, most = (
                (1.0, 1e9)
                if words.has("larger", match[0])
                else (0.0, 1.0)
                if words.has("smaller", match[0])
                else (0.6, 1.6)
            )
            if any(
                each.unit == "x" and 0 <= match.start() - each.end < REACH for each in self.sentence.numbers
            ):
                continue  # "twice the size of its usual step"
            if words.has("none_did", text[: match.start()]):
                continue
            if known and not any(least <= each <= most for each in known):
                yield Fault("usual", *match.span(), "its usual move is of another size")

    def _signs(self) -> Iterator[Fault]:
        """Above or below zero: "the curve is inverted"."""
        for name, sign in (("above_zero", 1), ("below_zero", -1)):
            for match in self.sentence.words.of[name].finditer(self.sentence.text):
                rows = self.sentence.rows_of(self.sentence.subject(match.start()))
                known = [row.value for row in rows if row.value is not None]
                if known and not self.sentence.negated(match.start()) and all(v * sign < 0 for v in known):
                    yield Fault("comparison", *match.span(), "it is on the other side of zero")

    def _targets(self) -> Iterator[Fault]:
        """Above or below the target of 2 per cent."""
        for match in self.sentence.words.of["against_target"].finditer(self.sentence.text):
            sign = 1 if self.sentence.words.has("larger", match[0]) else -1
            rows = [
                row
                for row in self.sentence.rows_of(self.sentence.subject(match.start()))
                if row.kind == "%" and row.value is not None
            ]
            if rows and all(((row.value or 0.0) - TARGET) * sign <= 0 for row in rows):
                yield Fault("comparison", *match.span(), "it is on the other side of the target")
