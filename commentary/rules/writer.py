"""Writes a read from figures alone, without any model, in both languages at once.

What is said, in which order and how much of it is settled here; `kinds.py` says what a row is news by, `teller.py` puts
it into a sentence, the words stand in `forms_en.toml` and `forms_it.toml`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial

from commentary.facts.snapshot import EVERYTHING, Facts, RowFacts
from commentary.rules import amounts, headlines
from commentary.rules.forms import LANGUAGES, forms
from commentary.rules.kinds import by_news, kind_of
from commentary.rules.openings import openings, teller_of
from commentary.rules.overview import agenda_words, counts, ends
from commentary.rules.passing import Parts, passing
from commentary.rules.sentences import NO_WORDS, WORDS, Sentence
from commentary.rules.teller import Teller
from commentary.rules.titles import kind_of_title, title

LEAD_WORDS, GROUP_WORDS, QUIET_WORDS = (60, 110), (35, 80), (25, 50)
NOVICE_ROWS, PLAIN_ROWS = 3, 2
OPTIONAL = (
    "second",
    "history",
    "term",
    "still",
    "due",
)  # parts of the lead, in the order in which they make way
SMALL = 25.0  # per cent of the moves of two years: up to here a row is said to have hardly moved


@dataclass(frozen=True)
class Text:
    """A finished read in one language. `title` is empty for a group, whose own title stands over it."""

    title: str
    body: str
    sentences: tuple[str, ...]


@dataclass
class Draft:
    """Sentences in their order; what does not fit any more is left out."""

    least: int
    most: int
    kept: list[Sentence] = field(default_factory=list)

    @property
    def words(self) -> int:
        return sum(sentence.words for sentence in self.kept)

    @property
    def shortest(self) -> int:
        """Words in the language that needs fewer."""
        return min(sum(len(each.texts[lang].split()) for each in self.kept) for lang in LANGUAGES)

    @property
    def told(self) -> set[str]:
        return {key for sentence in self.kept for key in sentence.keys}

    def add(self, sentence: Sentence | None) -> bool:
        """Whether there was one; its length is looked at later."""
        if sentence is not None:
            self.kept.append(sentence)
        return sentence is not None

    def take(self, sentence: Sentence | None) -> bool:
        if sentence is None or self.words + sentence.words > self.most:
            return False
        self.kept.append(sentence)
        return True

    def fill(self, ways: Iterable[Callable[[], Sentence | None]]) -> None:
        """Asks for further sentences until the text is long enough."""
        for way in ways:
            if self.shortest >= self.least:
                return
            self.take(way())


def write(facts: Facts, *, tone: str, language: str) -> Text:
    """The read of a group, or of all; NOVICE explains, any other tone compares. Language "en" or "it"."""
    return compose(facts, tone=tone)[language]


def compose(facts: Facts, *, tone: str) -> dict[str, Text]:
    """The same read in every language, as the review passes it. Equal facts of one day give equal texts."""
    if not facts.rows:
        return _told(facts, frozenset(), tone=tone)
    return passing(
        partial(_told, facts, tone=tone),
        _parts_of,
        facts.as_json(),
        plain=lambda: _plain(Teller(facts, tone=tone, turn=0)),
    )


def _parts_of(text: Text) -> Parts:
    kind = "aggregate" if text.title else "read"
    whole = f"{text.title}\n\n{text.body}" if text.title else text.body
    return [(kind, whole, (*filter(None, (text.title,)), *text.sentences))]


def _plain(teller: Teller) -> dict[str, Text]:
    """Where all else was refused: how the first figures stand, one after the other."""
    rows = by_news(list(teller.facts.rows))
    whole = teller.facts.group == EVERYTHING
    titles = title_of(teller, rows[0], kind="level") if whole else dict.fromkeys(LANGUAGES, "")
    return finished(plain_sentences(teller, rows), titles)


def plain_sentences(teller: Teller, rows: list[RowFacts]) -> list[Sentence]:
    return [found for row in rows[:PLAIN_ROWS] if (found := teller.beside("level", row))]


def _told(facts: Facts, banned: frozenset[str], *, tone: str) -> dict[str, Text]:
    """One telling, without the sentences that are banned."""
    whole = facts.group == EVERYTHING
    teller = teller_of(facts, tone=tone, banned=banned)
    if not facts.rows:
        return _empty(teller, whole)
    if whole and facts.previous and not any(row.new for row in facts.rows):
        return _quiet(teller, facts)
    if not whole:
        return finished(_group(teller, facts).kept, dict.fromkeys(LANGUAGES, ""))
    first = by_news(list(facts.rows))[0]
    return finished(_lead(teller, facts).kept, title_of(teller, first))


def finished(sentences: Iterable[Sentence], titles: dict[str, str]) -> dict[str, Text]:
    kept = list(sentences)
    texts = {}
    for language in LANGUAGES:
        said = tuple(sentence.texts[language] for sentence in kept)
        texts[language] = Text(titles[language], " ".join(said), said)
    return texts


def title_of(teller: Teller, row: RowFacts, *, kind: str = "") -> dict[str, str]:
    kind = kind or kind_of(row)
    last = str((teller.facts.previous or {}).get("title", ""))
    wanted = teller.day + teller.turn
    return title(
        kind_of_title(kind),
        teller.words(kind, row),
        wanted=wanted,
        last=last,
        banned=teller.said.banned,
    )


def _empty(teller: Teller, whole: bool) -> dict[str, Text]:
    kind, wanted = "no_figures_at_all" if whole else "no_figures", teller.day + teller.turn
    titles = title("no_figures", NO_WORDS, wanted=wanted) if whole else dict.fromkeys(LANGUAGES, "")
    found = {language: forms(kind, language) for language in LANGUAGES}
    return finished(
        [Sentence(kind, 0, {lang: each[wanted % len(each)] for lang, each in found.items()})], titles
    )


def _lead(teller: Teller, facts: Facts, left_out: frozenset[str] = frozenset()) -> Draft:
    """Parts that do not fit are left out, the least needed first, and the text is told anew without them."""
    rows, draft = by_news(list(facts.rows)), Draft(*LEAD_WORDS)
    parts = {
        name: sentence
        for name, way in _parts(teller, facts, rows)
        if name not in left_out and (sentence := way(draft))
    }
    lacking = [name for name in OPTIONAL if name in parts]
    if draft.words > draft.most and lacking:
        return _lead(teller.again(), facts, left_out | {lacking[0]})
    draft.fill(_more(teller, facts, draft, rows))
    return draft


Part = tuple[str, Callable[[Draft], bool]]


def _parts(teller: Teller, facts: Facts, rows: list[RowFacts]) -> Iterable[Part]:
    """The lead's parts in their order; each adds its sentence to the draft, if it has one."""
    first, partner = rows[0], partner_of(rows[0], facts)
    others = [row for row in rows[1:] if partner is None or row.key != partner.key]
    taken = openings(facts, tone="NOVICE" if teller.novice else "")
    yield "opening", lambda draft: draft.add(teller.opening(first, taken=taken))
    if not teller.novice:
        yield "history", lambda draft: draft.add(history(teller, first))
    if partner:
        yield "partner", lambda draft: draft.add(teller.pair(first, partner))
    if others and not (partner and teller.novice):
        yield "second" if partner else "other", lambda draft: draft.add(teller.main(others[0]))
    if teller.novice:
        yield "term", lambda draft: draft.add(teller.explanation(first.group))
    for story in headlines.quotable(facts.stories)[:1]:
        yield "story", _adds(partial(headlines.tell, teller, story))
    yield "still", lambda draft: draft.add(_still(teller, rows, draft))
    for entry in facts.agenda[:1]:
        yield (
            "due",
            _adds(partial(teller.plain, "due", agenda_words(entry, facts.as_of))),
        )


def _adds(tell: Callable[[], Sentence | None]) -> Callable[[Draft], bool]:
    return lambda draft: draft.add(tell())


def _still(teller: Teller, rows: list[RowFacts], draft: Draft) -> Sentence | None:
    row = unmoved(rows, rows[0], draft.told)
    return teller.unmoved(row) if row else None


def history(teller: Teller, row: RowFacts) -> Sentence | None:
    """The move beside the usual one; where that has been said, the figure's place in its history or its range."""
    if kind_of(row) != "big" and (found := teller.usual(row)):
        return found
    if row.stale:
        return None
    return teller.beside("place" if teller.day % 2 else "span", row)


def _group(teller: Teller, facts: Facts) -> Draft:
    rows, draft = by_news(list(facts.rows)), Draft(*GROUP_WORDS)
    first, partner = rows[0], partner_of(rows[0], facts)
    draft.take(teller.opening(first))
    if not teller.novice:
        draft.take(history(teller, first))
    if partner:
        draft.take(teller.pair(first, partner))
    elif not teller.novice and first.year_ago is not None:
        draft.take(teller.beside("year_ago", first))
    if teller.novice:
        draft.take(teller.explanation(facts.group))
    draft.fill(_more(teller, facts, draft, rows))
    return draft


def _more(
    teller: Teller, facts: Facts, draft: Draft, rows: list[RowFacts]
) -> Iterable[Callable[[], Sentence | None]]:
    """What a text is filled up with, the most telling first; a novice is told of three figures at most."""
    for row in rows:
        if row.key in draft.told or (teller.novice and len(draft.told) >= NOVICE_ROWS):
            continue
        yield partial(teller.main, row)
        if not teller.novice:
            yield partial(history, teller, row)
    yield lambda: counts(teller, facts)
    yield lambda: ends(teller, facts)


def partner_of(row: RowFacts, facts: Facts) -> RowFacts | None:
    """The current row that belongs with this one, by the pairs of the facts."""
    known = {each.key: each for each in facts.rows if not each.stale}
    keys = [key for pair in facts.pairs if row.key in pair["keys"] for key in pair["keys"] if key != row.key]
    return next((known[key] for key in keys if key in known), None)


def unmoved(rows: list[RowFacts], first: RowFacts, told: set[str]) -> RowFacts | None:
    """A fresh row that did not move, or hardly, though it might have: of the first one's group if there is one."""
    still = [row for row in rows if row.new and not row.stale and row.key not in told and _is_still(row)]
    return max(still, key=lambda row: (row.group == first.group, row.weight, row.key), default=None)


def _is_still(row: RowFacts) -> bool:
    if row.prev is None:
        return False
    return not amounts.moved(row) or (row.move_rarity is not None and row.move_rarity <= SMALL)


def _quiet(teller: Teller, facts: Facts) -> dict[str, Text]:
    """No figure is new: that is the title and the first sentence, then how the figures stand."""
    previous = facts.previous or {}
    words = {
        lang: WORDS[lang].since_day(str(previous.get("as_of") or facts.as_of), facts.as_of)
        for lang in LANGUAGES
    }
    draft, rows = Draft(*QUIET_WORDS), by_news(list(facts.rows))
    draft.take(teller.plain("quiet", words))
    draft.fill([lambda: ends(teller, facts), *(partial(teller.standing, row) for row in rows[:2])])
    last = str(previous.get("title", ""))
    wanted, banned = teller.day + teller.turn, teller.said.banned
    return finished(draft.kept, title("quiet", words, wanted=wanted, last=last, banned=banned))
