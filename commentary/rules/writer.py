"""Writes a read from figures alone, without any model, in both languages at once.

What is said is chosen here by weight and length; `rules_sentences.py` settles what is true, `rules_en.py` and
`rules_it.py` have the words. Both languages get the same sentences, so that each is the other's translation.
"""

import re
from collections.abc import Iterable, Sequence

from commentary.facts.highlights import Survey, direction
from commentary.facts.notation import MONTHS
from commentary.facts.snapshot import EVERYTHING, Facts, RowFacts
from commentary.rules.claims import Claim, Sentence, Text
from commentary.rules.sentences import LANGUAGES, WORDS, Sentences

GROUP_WORDS, GROUP_ENOUGH = 90, 68  # the limit, and the length from which nothing optional is added
ALL_WORDS, ALL_ENOUGH = 110, 90
TITLE_WORDS = 9
FILLERS = 3
OLD = 10  # the place of what is said of old figures: the end

PERIODS = "|".join(
    [*MONTHS["en"].split(), *MONTHS["it"].split(), "quarter of", "half of", "trimestre del", "semestre del"]
)
DATED = re.compile(rf"(?P<period>\b(?:{PERIODS})) (?P<year>\d{{4}})\b")


def write(facts: Facts, *, tone: str, language: str) -> Text:
    """The read of a group, or of all; NOVICE in plain words, any other tone dense. Language "en" or "it"."""
    return compose(facts, tone=tone)[language]


def compose(facts: Facts, *, tone: str) -> dict[str, Text]:
    """The same read in every language."""
    if facts.group == EVERYTHING:
        title, claims = headline(facts)
        return _finished(_read_of_all(facts, tone).in_order(), title, claims)
    return _finished(_read_of_group(facts, tone).in_order(), dict.fromkeys(LANGUAGES, ""), ())


class _Draft:
    """Sentences taken one by one, each with its place; what fits no more is left out.

    `told` holds the keys of rows whose value a kept sentence gives, so that later ones can lean on it.
    """

    def __init__(self, limit: int, enough: int) -> None:
        self.limit, self.enough = limit, enough
        self.kept: list[tuple[float, Sentence]] = []
        self.words = 0
        self.told: set[str] = set()

    def take(self, place: float, sentence: Sentence | None, *, optional: bool = False) -> bool:
        if sentence is None or self.words + sentence.words > self.limit:
            return False
        if optional and self.words >= self.enough:
            return False
        self.kept.append((place, sentence))
        self.words += sentence.words
        self.told |= {key for claim in sentence.claims if claim.kind == "value" for key in claim.keys}
        return True

    def swap(self, place: float, sentence: Sentence | None) -> None:
        """Puts a longer version in the place of a sentence, if it fits."""
        there = next((pair for pair in self.kept if pair[0] == place), None)
        if there and sentence and self.words - there[1].words + sentence.words <= self.limit:
            self.kept[self.kept.index(there)] = (place, sentence)
            self.words += sentence.words - there[1].words

    def in_order(self) -> list[Sentence]:
        return [sentence for _place, sentence in sorted(self.kept, key=lambda pair: pair[0])]


def _read_of_group(facts: Facts, tone: str) -> _Draft:
    say, draft = Sentences(facts, novice=tone == "NOVICE"), _Draft(GROUP_WORDS, GROUP_ENOUGH)
    if not say.survey.current:
        return _without_current(say, draft)
    draft.take(0, say.lead())
    _ends_and_moves(say, draft)
    for place, row in enumerate(_untold(say, draft)):
        # The first row of a group is its anchor: it comes right after the lead.
        anchor = row is say.survey.current[0]
        draft.take(1 if anchor else 8 + place / 10, say.level(row), optional=True)
    draft.take(7, say.directions(), optional=True)
    return draft


def _read_of_all(facts: Facts, tone: str) -> _Draft:
    say, draft = Sentences(facts, novice=tone == "NOVICE"), _Draft(ALL_WORDS, ALL_ENOUGH)
    if not say.survey.current:
        return _without_current(say, draft)
    draft.take(0, say.lead())
    _ends_and_moves(say, draft)
    draft.take(1, say.busiest(), optional=True)
    draft.take(7, say.middle(), optional=True)
    draft.take(7.5, say.directions(), optional=True)
    draft.take(9, say.own_past(), optional=True)
    for place, row in enumerate(_untold(say, draft)):
        draft.take(8 + place / 10, say.level(row), optional=True)
    return draft


def _untold(say: Sentences, draft: _Draft) -> list[RowFacts]:
    return [row for row in say.survey.current if row.key not in draft.told][:FILLERS]


def _without_current(say: Sentences, draft: _Draft) -> _Draft:
    for place, sentence in enumerate(say.nothing_current()):
        draft.take(place, sentence)
    return draft


def _ends_and_moves(say: Sentences, draft: _Draft) -> None:
    """Who stands at an end of its history, what that is, who moved most, and what is too old to compare."""
    first, opposite, mover = say.first_end(), say.other_end(), say.mover()
    dense = not say.novice and len(say.survey.ranked) > 1
    if draft.take(OLD, say.stale(named=False)):
        draft.take(OLD + 0.5, say.among_old())
    about_mover = say.moved_most(mover) if mover else say.within_usual()
    if dense:
        both = say.ranks(most=2)
        room = draft.limit - draft.words - (about_mover.words if about_mover else 0)
        draft.take(2, both if both and both.words <= room else say.ranks(most=1))
    elif first:
        draft.take(2, say.standing(first))
    moved = _take_mover(say, draft, about_mover)
    if first and not dense:
        draft.take(3, say.note(first))
    if first and opposite and not dense and opposite.key not in draft.told:
        draft.take(5, say.standing(opposite, opposite=True))
    if mover and moved:
        more = say.well_beyond(mover) if say.novice else say.also_moved(told=draft.told)
        draft.take(moved + 0.5, more, optional=True)
    if not say.mostly_stale:
        draft.swap(OLD, say.stale(named=True))


def _take_mover(say: Sentences, draft: _Draft, sentence: Sentence | None) -> float:
    """Where in the text the sentence went, 0 when it did not fit: right after what was told of the same row."""
    mover, first = say.mover(), say.first_end()
    if mover is None or mover.key not in draft.told:
        return 6.0 if draft.take(6, sentence) else 0.0
    near = say.novice and first is not None and mover.key == first.key
    return 4.0 if draft.take(4, say.mover_again(mover, near=near)) else 0.0


def headline(facts: Facts) -> tuple[dict[str, str], tuple[Claim, ...]]:
    """The most telling elements that fit into nine words; plain counts when the names are too long."""
    survey = Survey(facts.rows)
    if not facts.rows:
        return {language: WORDS[language].NO_FIGURES_TITLE for language in LANGUAGES}, ()
    parts = [(rows[0], what) for rows, what in ((survey.high, "high"), (survey.low, "low")) if rows]
    mover = Sentences(facts, novice=True).mover()
    if mover:
        parts.append((mover, "up" if direction(mover) == 1 else "down"))
    for chosen in _combinations(parts):
        texts = {
            language: ", ".join(WORDS[language].title_part(row, what) for row, what in chosen)
            for language in LANGUAGES
        }
        if max(len(text.split()) for text in texts.values()) <= TITLE_WORDS:
            claims = tuple(Claim("title", (row.key,), (what,)) for row, what in chosen)
            return {language: text[:1].upper() + text[1:] for language, text in texts.items()}, claims
    high, low = len(survey.high), len(survey.low)
    texts = {language: WORDS[language].title_of_counts(high, low) for language in LANGUAGES}
    return texts, (Claim("counts", (), (high, low, len(survey.ranked))),)


def _combinations(parts: Sequence[tuple[RowFacts, str]]) -> Iterable[list[tuple[RowFacts, str]]]:
    """Ways to take some of the elements, the fullest first."""
    for pick in ((0, 1, 2), (0, 2), (0, 1), (1, 2), (0,), (1,), (2,)):
        chosen = [parts[index] for index in pick if index < len(parts)]
        if len(chosen) == len(pick) and len({row.key for row, _what in chosen}) == len(chosen):
            yield chosen


def _finished(
    sentences: Sequence[Sentence], title: dict[str, str], title_claims: tuple[Claim, ...]
) -> dict[str, Text]:
    claims = tuple(sentence.claims for sentence in sentences)
    texts = {}
    for language in LANGUAGES:
        said = tuple(_without_repeated_years([sentence.texts[language] for sentence in sentences]))
        texts[language] = Text(title[language], " ".join(said), said, claims, title_claims)
    return texts


def _without_repeated_years(sentences: Iterable[str]) -> Iterable[str]:
    """ "October 2026" names its year once; months and quarters of the same year after it go without."""
    known = ""

    def shorten(found: re.Match[str]) -> str:
        nonlocal known
        repeated, known = found["year"] == known, found["year"]
        return found["period"].removesuffix(" of").removesuffix(" del") if repeated else found[0]

    return [DATED.sub(shorten, sentence) for sentence in sentences]
