"""What can truly be said about a set of figures: each method gives a sentence, or None when it has nothing."""

from collections.abc import Sequence
from types import ModuleType
from typing import Any
from zlib import crc32

from commentary.facts.highlights import (
    WELL_BEYOND,
    Survey,
    busiest_group,
    direction,
    is_record_high,
    is_record_low,
    place,
    steps,
)
from commentary.facts.names import name_of
from commentary.facts.notation import Move, period_text, size_of_move
from commentary.facts.snapshot import EVERYTHING, Facts, RowFacts
from commentary.rules import english, italian
from commentary.rules.claims import Claim, Sentence
from commentary.rules.notes import explanation
from indicators.models import STALE_AFTER

WORDS: dict[str, ModuleType] = {"en": english, "it": italian}
LANGUAGES = tuple(WORDS)
NAMED_STALE = 2


class Sentences:
    """The sentences about one set of facts, for a novice or for others."""

    def __init__(self, facts: Facts, *, novice: bool) -> None:
        self.facts, self.novice = facts, novice
        self.survey = Survey(facts.rows)
        self.whole = facts.group == EVERYTHING

    # --- Where figures stand in their own history ---

    def lead(self) -> Sentence | None:
        high, low, ranked = (len(rows) for rows in (self.survey.high, self.survey.low, self.survey.ranked))
        claim = Claim("counts", (), (high, low, ranked))
        if not ranked:
            return Sentence({language: WORDS[language].NO_HISTORY for language in LANGUAGES}, (claim,))
        if ranked == 1:
            return None
        counts = {"high": high, "low": low, "ranked": ranked, "current": len(self.survey.current)}
        if self.whole:
            return _in_both("lead_of_all", claim, **counts)
        return _in_both("lead", claim, group=self.facts.group, **counts)

    def first_end(self) -> RowFacts | None:
        """The row to tell of first: the highest in its own history, else the lowest, else the only one."""
        survey = self.survey
        if len(survey.ranked) == 1:
            return survey.ranked[0]
        return next(iter([*survey.high[:1], *survey.low[:1]]), None)

    def other_end(self) -> RowFacts | None:
        return self.survey.low[0] if self.survey.high and self.survey.low else None

    def standing(self, row: RowFacts, *, opposite: bool = False) -> Sentence:
        percentile, since = self.place(row)
        # Two ways to put it, told apart by the row, so that a page of texts does not repeat one pattern.
        value_first = crc32(row.key.encode()) % 2 == 1 and percentile not in ("highest", "lowest")
        texts = {
            language: WORDS[language].standing(
                row, WORDS[language].rank(percentile, since),
                as_of=self.facts.as_of, opposite=opposite, value_first=value_first,
            )
            for language in LANGUAGES
        }  # fmt: skip
        return Sentence(texts, (*_value_and_date(row), self.place_claim(row)))

    def ranks(self, *, most: int) -> Sentence | None:
        """Up to so many figures at each end; "among" where others are as near to it as the last one named."""
        ends = [("highest", self.survey.high), ("lowest", self.survey.low)]
        texts = {language: self._ranks_in(language, ends, most) for language in LANGUAGES}
        claims: list[Claim] = []
        for end, rows in ends:
            if rows:
                kind = f"{'among' if _tied(rows, most) else 'most'}_{end}"
                claims.append(Claim(kind, tuple(row.key for row in rows[:most])))
            for row in rows[:most]:
                claims += [_value_and_date(row)[0], self.place_claim(row)]
        return Sentence(texts, tuple(claims)) if claims else None

    def _ranks_in(self, language: str, ends: Sequence[tuple[str, Sequence[RowFacts]]], most: int) -> str:
        words, parts, told = WORDS[language], [], ""
        for end, rows in ends:
            named = []
            for row in rows[:most]:
                short = words.rank_short(*self.place(row), first=not told)
                named.append(words.ranked(row, short, as_of=self.facts.as_of, dated=row.period != told))
                told = row.period
            if named:
                parts.append((end, _tied(rows, most), named))
        return str(words.ranks(parts)) if parts else ""

    def place(self, row: RowFacts) -> tuple[str, str]:
        """A row's percentile in whole figures or "highest" / "lowest", and the year its history begins.

        No year when it is this one: "since 2026" would sound longer than it is.
        """
        since = row.since[:4] if row.since and row.since[:4] < self.facts.as_of[:4] else ""
        if is_record_high(row) or is_record_low(row):
            return ("highest" if is_record_high(row) else "lowest"), since
        return f"{place(row):.0f}", since

    def place_claim(self, row: RowFacts) -> Claim:
        return Claim("place", (row.key,), self.place(row))

    def note(self, row: RowFacts) -> Sentence | None:
        found = {language: explanation(row, language) for language in LANGUAGES}
        if not all(text for text, _asks in found.values()):
            return None
        texts = {language: WORDS[language].note(text, asks=asks) for language, (text, asks) in found.items()}
        return Sentence(texts, (Claim("note", (row.key,)),))

    def busiest(self) -> Sentence | None:
        high, low = busiest_group(self.survey, high=True), busiest_group(self.survey, high=False)
        if not high and not low:
            return None
        claims = [
            Claim(f"busiest_{end}", (), found) for end, found in (("high", high), ("low", low)) if found
        ]
        return _in_both("busiest", *claims, high=high, low=low)

    def middle(self) -> Sentence | None:
        median = self.facts.constants.get("median_percentile")
        if self.novice or median is None or len(self.survey.ranked) < 3:
            return None
        return _in_both("middle", Claim("median", (), (f"{median:.0f}",)), median=f"{median:.0f}")

    def own_past(self) -> Sentence | None:
        if not self.novice or not (self.survey.high or self.survey.low):
            return None
        return Sentence({lang: WORDS[lang].OWN_PAST for lang in LANGUAGES}, (Claim("definition"),))

    # --- Moves ---

    @property
    def pool(self) -> str:
        """The frequency among whose rows moves are compared, empty for all."""
        return "D" if self.survey.daily_only else ""

    def mover(self) -> RowFacts | None:
        """The one row that moved most in its own steps, more than one of them, and visibly."""
        movers = self.survey.movers
        if len(movers) < 2 or not movers[0].change:
            return None
        first, second = (steps(row) or 0.0 for row in movers[:2])
        return movers[0] if first > 1 and first > second and self.move(movers[0], "en") else None

    def moved_most(self, row: RowFacts) -> Sentence:
        claims = (self.move_claim(row), *_value_and_date(row), Claim("moved_most", (row.key,), (self.pool,)))
        return self._of_move(
            "mover", row, claims, as_of=self.facts.as_of, daily=self.survey.daily_only, novice=self.novice
        )

    def mover_again(self, row: RowFacts, *, near: bool) -> Sentence:
        """When its value has been told; `near` when the sentence before is about it too."""
        claims = (self.move_claim(row), Claim("moved_most", (row.key,), (self.pool,)))
        return self._of_move(
            "mover_again", row, claims, daily=self.survey.daily_only, novice=self.novice, near=near
        )

    def second_mover(self) -> RowFacts | None:
        """The next one after the mover, where it is the only one and moved visibly."""
        sizes = [steps(row) or 0.0 for row in self.survey.movers]
        if len(sizes) < 2 or (len(sizes) > 2 and sizes[1] == sizes[2]):
            return None
        second = self.survey.movers[1]
        return second if self.move(second, "en") else None

    def also_moved(self, *, told: set[str]) -> Sentence | None:
        row = self.second_mover()
        if row is None or row.key in told:
            return None
        claims = (
            self.move_claim(row),
            _value_and_date(row)[0],
            Claim("moved_second", (row.key,), (self.pool,)),
        )
        return self._of_move("mover_more", row, claims)

    def within_usual(self) -> Sentence | None:
        movers = self.survey.movers
        if len(movers) < 2 or (steps(movers[0]) or 0.0) > 1:
            return None
        return _in_both("within_usual", Claim("within_usual", (), (self.pool,)), daily=self.survey.daily_only)

    def well_beyond(self, row: RowFacts) -> Sentence | None:
        if (steps(row) or 0.0) < WELL_BEYOND:
            return None
        return _in_both("well_beyond", Claim("well_beyond", (row.key,)))

    def _of_move(self, kind: str, row: RowFacts, claims: tuple[Claim, ...], **more: Any) -> Sentence:
        texts = {}
        for language in LANGUAGES:
            move = self.move(row, language)
            assert move is not None
            say = getattr(WORDS[language], kind)
            texts[language] = say(row, move.text, up=direction(row) == 1, percent=move.percent, **more)
        return Sentence(texts, claims)

    def move(self, row: RowFacts, language: str) -> Move | None:
        return size_of_move(row, language, basis_points=self.basis_points(row))

    def basis_points(self, row: RowFacts) -> bool:
        return not self.novice and name_of(row, "en").rate

    def move_claim(self, row: RowFacts) -> Claim:
        return Claim("move", (row.key,), (direction(row) or 0,))

    def directions(self) -> Sentence | None:
        rose, fell, flat = (self.survey.going(way) for way in (1, -1, 0))
        if rose + fell + flat < 2:
            return None
        claim = Claim("directions", (), (rose, fell, flat))
        return _in_both("directions", claim, rose=rose, fell=fell, flat=flat)

    def level(self, row: RowFacts) -> Sentence:
        texts = {
            language: WORDS[language].level(
                row, as_of=self.facts.as_of, basis_points=self.basis_points(row), novice=self.novice
            )
            for language in LANGUAGES
        }
        if row.prev is None or not row.prev_period:
            return Sentence(texts, _value_and_date(row))
        previous = Claim("previous", (row.key,), (row.prev_period,))
        return Sentence(texts, (*_value_and_date(row), self.move_claim(row), previous))

    # --- Age ---

    def stale(self, *, named: bool) -> Sentence | None:
        """How many rows are too old to be compared, and of a group also which."""
        rows = self.survey.stale
        if not rows:
            return None
        told = rows[:NAMED_STALE] if named and not self.whole else []
        texts = {}
        for language in LANGUAGES:
            dated = [(row, period_text(row.period, row.date, self.facts.as_of, language)) for row in told]
            texts[language] = WORDS[language].stale(dated, total=len(rows), days=STALE_AFTER.days)
        dates = [Claim("date", (row.key,), (row.period,)) for row in told]
        return Sentence(texts, (Claim("stale", tuple(row.key for row in told), (len(rows),)), *dates))

    @property
    def mostly_stale(self) -> bool:
        """Quarterly accounts come out later than 90 days: a group of them would otherwise say next to nothing."""
        return not self.whole and len(self.survey.stale) > len(self.survey.current)

    def among_old(self) -> Sentence | None:
        """The first of the old rows, where they are the greater part."""
        if not self.mostly_stale:
            return None
        row = self.survey.stale[0]
        where = None if row.percentile is None else self.place(row)
        texts = {
            language: WORDS[language].among_old(
                row, WORDS[language].rank(*where) if where else "", as_of=self.facts.as_of
            )
            for language in LANGUAGES
        }
        claims = (*_value_and_date(row), Claim("stale", (row.key,), (len(self.survey.stale),)))
        return Sentence(texts, (*claims, self.place_claim(row)) if where else claims)

    def nothing_current(self) -> list[Sentence]:
        """When there are no rows at all, or only stale ones."""
        rows = self.survey.stale
        if not rows:
            kind = "NO_FIGURES_AT_ALL" if self.whole else "NO_FIGURES"
            return [Sentence({lang: getattr(WORDS[lang], kind) for lang in LANGUAGES}, (Claim("nothing"),))]
        newest = max(rows, key=lambda row: row.date)
        claims = (*_value_and_date(newest), Claim("newest", (newest.key,)))
        others = [self.standing(row) for row in rows if row != newest and row.percentile is not None]
        return [
            _in_both(
                "all_stale", Claim("all_stale", (), (len(rows),)), total=len(rows), days=STALE_AFTER.days
            ),
            _in_both("newest", *claims, row=newest, as_of=self.facts.as_of),
            *others[:NAMED_STALE],
        ]


def _in_both(kind: str, *claims: Claim, **operands: Any) -> Sentence:
    return Sentence({language: getattr(WORDS[language], kind)(**operands) for language in LANGUAGES}, claims)


def _value_and_date(row: RowFacts) -> tuple[Claim, Claim]:
    return Claim("value", (row.key,), (row.value,)), Claim("date", (row.key,), (row.period,))


def _tied(rows: Sequence[RowFacts], named: int) -> bool:
    """Whether the first row left unnamed is as near to its end as the last one named."""
    return len(rows) > named and rows[named - 1].percentile == rows[named].percentile
