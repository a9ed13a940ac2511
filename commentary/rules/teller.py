"""Tells of the rows of one text: their main sentence, what belongs beside it, and pairs."""

from commentary.facts.notation import count
from commentary.facts.snapshot import Facts, RowFacts
from commentary.rules import amounts
from commentary.rules.forms import LANGUAGES, day_number, explanations, offset
from commentary.rules.kinds import is_revised, kind_of, revised_value, standing
from commentary.rules.sentences import WORDS, Said, Sentence, say

Words = dict[str, dict[str, str]]


class Teller:
    """Sentences for one text; `turn` shifts the choice of forms, so that texts of one edition differ.

    The day shifts it too: the same figure is told in another way tomorrow.
    """

    def __init__(self, facts: Facts, *, tone: str, turn: int, banned: frozenset[str] = frozenset()) -> None:
        self.facts, self.novice = facts, tone == "NOVICE"
        self.day, self.turn, self.said = day_number(facts.as_of), turn, Said(banned=banned)

    def again(self) -> "Teller":
        """The same, with nothing told yet."""
        return Teller(
            self.facts, tone="NOVICE" if self.novice else "", turn=self.turn, banned=self.said.banned
        )

    def wanted(self, name: str) -> int:
        return self.day + self.turn + offset(name)

    def opening(self, row: RowFacts, *, taken: frozenset[tuple[str, ...]] = frozenset()) -> Sentence | None:
        """The first sentence: its form follows from day and turn alone, so no two texts of a day share it.

        `taken` are openings of other texts, which it keeps away from.
        """
        return self._main(row, self.day + self.turn, taken)

    def main(self, row: RowFacts) -> Sentence | None:
        return self._main(row, self.wanted(row.key))

    def _main(
        self, row: RowFacts, wanted: int, taken: frozenset[tuple[str, ...]] = frozenset()
    ) -> Sentence | None:
        kind = "revised" if is_revised(row) and not row.new else kind_of(row)
        return (
            self._of(kind, row, wanted, taken)
            or self._of(standing(row), row, wanted, taken)
            or self._of("level", row, wanted, taken)
        )

    def standing(self, row: RowFacts) -> Sentence | None:
        return self._of(standing(row), row, self.wanted(row.key))

    def beside(self, kind: str, row: RowFacts) -> Sentence | None:
        """A further sentence on a row that has just been told of."""
        return self._of(kind, row, self.wanted(f"{kind} {row.key}"))

    def usual(self, row: RowFacts) -> Sentence | None:
        """The last move beside the usual one; None where a reader sees no difference, or it has been said."""
        if row.usual_move is None or row.move is None or not amounts.moved(row):
            return None
        if amounts.size(row, "en") == amounts.step(row.usual_move, row, "en"):
            return None
        return self.beside("usual_more" if abs(row.move) > row.usual_move else "usual_less", row)

    def unmoved(self, row: RowFacts) -> Sentence | None:
        return self.beside("hardly" if amounts.moved(row) else "still", row)

    def pair(self, first: RowFacts, other: RowFacts) -> Sentence | None:
        """What the partner of a row did; never why."""
        kind = "pair_levels"
        if first.new and other.new and amounts.moved(first):
            same = amounts.way(first) == amounts.way(other)
            kind = "pair_one" if not amounts.moved(other) else "pair_same" if same else "pair_apart"
        dated = other.period != self.said.period
        slots = {
            language: {f"b_{name}": text for name, text in words.items()}
            for language, words in self._words(other, dated=dated).items()
        }
        self.said.period = other.period
        return say(
            kind, slots, wanted=self.wanted(f"{first.key} {other.key}"), said=self.said, rows=(other, first)
        )

    def explanation(self, group: str) -> Sentence | None:
        """One term or mechanism of a group, another one each day."""
        found = {language: explanations(group, language) for language in LANGUAGES}
        if not all(found.values()):
            return None
        wanted, texts = self.day + self.turn, {}
        for language, each in found.items():
            turned = [each[(wanted + turn) % len(each)] for turn in range(len(each))]
            texts[language] = next((text for text in turned if text not in self.said.banned), "")
        if not all(texts.values()):
            return None
        return Sentence("explanation", found["en"].index(texts["en"]), texts)

    def plain(self, kind: str, slots: Words, *, further: int = 0) -> Sentence | None:
        """A sentence about no single row; `further` counts those of its kind before it, so that no two are alike."""
        return say(kind, slots, wanted=self.day + self.turn + further, said=self.said)

    def _of(
        self, kind: str, row: RowFacts, wanted: int, taken: frozenset[tuple[str, ...]] = frozenset()
    ) -> Sentence | None:
        if kind == "near" and is_at_home(row):
            return None
        slots = self.words(kind, row, dated=row.period != self.said.period)
        found = say(kind, slots, wanted=wanted, said=self.said, rows=(row,), taken=taken)
        if found is not None and kind not in ("old", "revised"):
            self.said.period = row.period
        return found

    def words(self, kind: str, row: RowFacts, *, dated: bool = True) -> Words:
        """The slots of a row for a kind of sentence or title."""
        slots = self._words(row, dated=dated)
        if kind == "revised":
            return _with_revision(slots, row, self.facts.as_of)
        if kind == "crossed":
            return _with_threshold(slots, row)
        amount = abs(row.run_ended if kind == "run_ended" else row.run)
        return {
            lang: words | {"n": count(amount, lang, opening=True).lower()} for lang, words in slots.items()
        }

    def _words(self, row: RowFacts, *, dated: bool) -> Words:
        return {
            language: WORDS[language].slots(row, as_of=self.facts.as_of, dated=dated, dense=not self.novice)
            for language in LANGUAGES
        }


def is_at_home(row: RowFacts) -> bool:
    """Whether a row near its record shows the very same value as the record, at the precision of the page."""
    record = row.lowest if row.near_record == "lowest" else row.highest
    return record is None or amounts.value(record, row, "en") == amounts.value(row.value, row, "en")


def _with_revision(slots: Words, row: RowFacts, as_of: str) -> Words:
    after = revised_value(row)
    assert after is not None and row.revised_from is not None
    before = row.revised_from
    return {
        language: words | WORDS[language].revision(row, before, after, as_of=as_of)
        for language, words in slots.items()
    }


def _with_threshold(slots: Words, row: RowFacts) -> Words:
    names = ({"en": "mark", "it": "soglia"}, {"en": "mark_short", "it": "soglia_breve"})
    crossing = next((each for each in row.crossed if each["way"] == amounts.way(row)), None)
    if crossing is None:
        return slots
    found = {}
    for language, words in slots.items():
        long, short = WORDS[language].threshold(row, crossing)
        found[language] = words | {names[0][language]: long, names[1][language]: short}
    return found
