"""The content of a headline in a comparable form: who, where, when, how much and what."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from news.patterns import PatternRule, RuleIndex, Tokens, parse, parse_set
from news.stories.figures import HeadlineNumber, Reading, read
from news.stories.periods import HeadlinePeriod
from news.stories.words import (
    KINDS,
    HeadlineLexicon,
    Phrases,
    Word,
    clean,
    language_of,
    lexicon,
    stem,
    tables,
    words,
)

TITLE_LIMIT = 400
SUMMARY_LIMIT = 600
HAPPENINGS = ("stage", "event")
_SUBORDINATE = {  # what follows is the occasion, which other publishers leave out
    "en": frozenset(
        "as after amid before despite following follow follows while though because over".split()
    ),
    "it": frozenset("dopo mentre nonostante malgrado".split()),
}
_WEIGHTS = {  # weight of a shared concept of each kind in finding candidates; terms and places weigh 1
    "metric": 1.5,
    "good": 2.0,
    "act": 1.2,
    "axis": 0.8,
    "topic": 0.7,
    "move": 0.6,
    "office": 0.5,
    "crew": 1.0,
}
_NAME, _BODY, _FIGURE = 2.5, 2.0, 2.0
_DASHES = str.maketrans("-'", "  ")


@dataclass(frozen=True)
class HeadlineFacts:
    """The comparable content of a title; `all_*` fields include the summary.

    `units` are the words of the title with their possible meanings; `features` (weighted) find candidates in the same
    language, `shared` those in the other. `things` and `seats` serve bilingual pairs: the subjects, and the countries
    of the institutions named.
    """

    language: str
    plain: str
    digest: bool
    figures: tuple[HeadlineNumber, ...]
    periods: frozenset[HeadlinePeriod]
    places: frozenset[str]
    bodies: frozenset[str]
    names: frozenset[str]
    moves: tuple[str, ...]
    concepts: Mapping[str, frozenset[str]]
    stages: frozenset[str]
    also_stages: frozenset[str]
    units: tuple[tuple[str, frozenset[str]], ...]
    features: Mapping[str, float]
    shared: Mapping[str, float]
    stems: frozenset[str]
    things: frozenset[str]
    all_things: frozenset[str]
    seats: frozenset[str]
    all_figures: tuple[HeadlineNumber, ...]
    all_periods: frozenset[HeadlinePeriod]
    all_places: frozenset[str]
    all_norms: frozenset[str]


@dataclass(frozen=True)
class _Marked:
    """The words of one text; `tags` are concepts by word position, `located` places and institutions by position."""

    words: Sequence[Word]
    reading: Reading
    tags: Mapping[int, frozenset[str]]
    moves: tuple[tuple[str, int], ...]
    located: Mapping[int, frozenset[str]]
    places: frozenset[str]
    bodies: frozenset[str]

    def concepts(self, kind: str, until: int | None = None) -> frozenset[str]:
        """Returns the concepts of a kind, among the words before `until` if given."""
        found = (tag for i, tags in self.tags.items() if until is None or i < until for tag in tags)
        return frozenset(tag.partition(":")[2] for tag in found if tag.startswith(f"{kind}:"))


def facts(title: str, summary: str, *, lang: str = "", publisher: str = "") -> HeadlineFacts:
    """Returns the facts of a headline; accepts any text, and an empty title gives empty facts."""
    plain = clean(title, TITLE_LIMIT, publisher)
    more = clean(summary, SUMMARY_LIMIT)
    language = language_of(lang, f"{plain} {more}")
    book = lexicon(language)
    main, extra = (_marked(text, language, book) for text in (plain, more))
    end = _end(main, language)
    names = _names(main, book)
    units = tuple(_units(main, language, book))
    features = _features(main, names, units)
    things = _concepts_in(main, book.things)
    signs = tuple("up" if f.sign == "+" else "down" for f in main.reading.figures if f.sign)
    return HeadlineFacts(
        language=language,
        plain=" ".join(word.norm for word in main.words),
        digest=any(True for _ in book.digest.find([word.norm for word in main.words])),
        figures=main.reading.figures,
        periods=main.reading.periods,
        places=main.places,
        bodies=main.bodies,
        names=names,
        moves=(*(move for move, at in main.moves if at < end), *signs),
        concepts={kind: main.concepts(kind) for kind in KINDS},
        stages=main.concepts("stage", end) | main.concepts("event", end),
        also_stages=extra.concepts("stage") | extra.concepts("event"),
        units=units,
        features=features,
        shared=_shared(features, extra, things),
        stems=frozenset(stem(word.norm, language) for word in main.words if len(word.norm) > 1),
        things=things,
        all_things=things | _concepts_in(extra, book.things),
        seats=_concepts_in(main, book.seats) | _concepts_in(extra, book.seats),
        all_figures=main.reading.figures + extra.reading.figures,
        all_periods=main.reading.periods | extra.reading.periods,
        all_places=main.places | extra.places,
        all_norms=frozenset(word.norm for word in (*main.words, *extra.words)),
    )


def _marked(text: str, language: str, book: HeadlineLexicon) -> _Marked:
    reading = read(text, language)
    found = words(reading.rest)
    norms = [word.norm for word in found]
    located, places, bodies = _located(found, norms, language, book)
    tags: dict[int, set[str]] = {}
    moves: list[tuple[str, int]] = []
    for kind in KINDS:
        for start, length, names in book.kinds[kind].find(norms):
            span = range(start, start + length)
            if kind in ("move", "axis") and located.keys() >= set(span):
                continue
            for place in span:
                tags.setdefault(place, set()).update(f"{kind}:{name}" for name in names - {"none"})
            if kind == "move":
                moves += [(name, start) for name in sorted(names)]
    for tag, at in _happenings(norms, language):
        for place in at:
            tags.setdefault(place, set()).add(tag)
    return _Marked(
        found, reading, {i: frozenset(names) for i, names in tags.items()}, tuple(moves), located, places, bodies
    )  # fmt: skip


def _located(
    found: Sequence[Word], norms: Sequence[str], language: str, book: HeadlineLexicon
) -> tuple[dict[int, frozenset[str]], frozenset[str], frozenset[str]]:
    """Returns what each word locates, the places and the institutions; central banks are named by country."""
    located: dict[int, frozenset[str]] = {}
    places: set[str] = set()
    bodies: set[str] = set()
    for start, length, names in book.institutions.find(norms):
        if found[start].capital or length > 1:
            bodies |= names
            seats = {book.institution_places[name] for name in names if name in book.institution_places}
            located.update(dict.fromkeys(range(start, start + length), names | seats))
    for start, length, names in book.places.find(norms):
        capital = found[start].capital or length > 1 or (language == "it" and norms[start] != "usa")
        if start not in located and capital and (norms[start] != "us" or found[start].text.isupper()):
            places |= names
            located.update(dict.fromkeys(range(start, start + length), names))
    places |= {place.partition("-")[0] for place in places if place[2:3] == "-"}
    named = bodies - {"seat", "#central"}
    if "seat" in bodies:
        named |= {"ecb"}
    if "#central" in bodies:
        named |= {f"central:{place}" for place in places}
    known = {f"central:{book.institution_places[b]}" if b in book.central else b for b in named}
    return located, frozenset(places | {book.institution_places.get(b, b) for b in named}), frozenset(known)


def _happenings(norms: Sequence[str], language: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yields stages and events with their positions; phrases listed under "none" suppress the words they cover."""
    masked = tuple("0" if norm == "#" else norm for norm in norms)
    found = {(match.rule.tag, match.places) for match in _patterns(language).evidence(Tokens(masked, masked))}
    idle = {
        (tag.partition(":")[0], place) for tag, places in found if tag.endswith(":none") for place in places
    }
    for tag, places in sorted(found):
        if not tag.endswith(":none") and not any((tag.partition(":")[0], place) in idle for place in places):
            yield tag, places


@cache
def _patterns(language: str) -> RuleIndex:
    own: dict[str, Any] = tables()[language]
    sets: dict[str, Any] = {}
    for name, source in own["sets"].items():
        sets[name] = parse_set(source, sets)
    return RuleIndex(
        [
            PatternRule(f"{kind}:{name}", "sure", 0, pattern)
            for kind in HAPPENINGS
            for name, phrases in own[kind].items()
            for phrase in phrases.translate(_DASHES).split(",")
            for pattern in parse(phrase, sets)
        ]
    )


def _names(marked: _Marked, book: HeadlineLexicon) -> frozenset[str]:
    """Returns capitalised words that are not ordinary words or are next to another capitalised word."""
    found, names = marked.words, set()
    long = [word for word in found if len(word.norm) > 3 and not word.opens]
    # In a title with most words capitalised, a capital carries no information.
    titled = len(long) >= 3 and sum(word.capital for word in long) >= 0.75 * len(long)
    for i, word in enumerate(found):
        if not word.capital or len(word.norm) < 2 or i in marked.located or word.norm in book.stop:
            continue
        ordinary = book.is_word(word.norm) or i in marked.tags
        mixed = not word.text.isupper() and any(letter.isupper() for letter in word.text[1:])
        next_to_capital = any(
            0 <= n < len(found) and found[n].capital and not found[n].opens for n in (i - 1, i + 1)
        )
        if mixed or not ordinary or (next_to_capital and not word.opens and not titled):
            names.add(word.norm)
    return frozenset(names)


def _end(marked: _Marked, language: str) -> int:
    """Returns the index at which the main clause ends."""
    joints, norms = _SUBORDINATE[language], [*(word.norm for word in marked.words), ""]
    ends = (i for i, norm in enumerate(norms[:-1]) if i > 2 and norm in joints and norms[i + 1] != "#")
    return next(ends, len(marked.words))


def _units(marked: _Marked, language: str, book: HeadlineLexicon) -> Iterator[tuple[str, frozenset[str]]]:
    for i, word in enumerate(marked.words):
        plain = word.norm == "#" or len(word.norm) < 2 or word.norm in book.stop
        own = frozenset() if plain else frozenset([f"term:{stem(word.norm, language)}"])
        yield word.norm, marked.located.get(i) or marked.tags.get(i, frozenset()) | own


def _shared(features: Mapping[str, float], extra: _Marked, things: frozenset[str]) -> dict[str, float]:
    """Returns the language-independent features; a figure of the summary may be in the other headline's title."""
    found = {name: weight for name, weight in features.items() if not name.startswith("term:")}
    found |= {f"figure:{figure.value:g}": _FIGURE for figure in extra.reading.figures}
    return dict(sorted((found | {f"thing:{thing}": 1.0 for thing in things}).items()))


def _concepts_in(marked: _Marked, phrases: Phrases) -> frozenset[str]:
    return frozenset().union(*(names for _, _, names in phrases.find([word.norm for word in marked.words])))


def _features(
    marked: _Marked, names: frozenset[str], units: Sequence[tuple[str, frozenset[str]]]
) -> dict[str, float]:
    found = {f"place:{place}": 1.0 for place in marked.places} | {f"body:{b}": _BODY for b in marked.bodies}
    for i, (norm, tags) in enumerate(units):
        if norm in names:
            found[f"name:{norm}"] = _NAME
        elif i not in marked.located:
            kinds = {
                tag: _WEIGHTS[tag.partition(":")[0]] for tag in tags if tag.partition(":")[0] in _WEIGHTS
            }
            found |= kinds or {tag: 1.0 for tag in tags if tag.startswith("term:")}
    found |= {f"figure:{figure.value:g}": _FIGURE for figure in marked.reading.figures}
    found |= {f"when:{period.kind}{period.value}": 1.0 for period in marked.reading.periods}
    # Sorted, since set order differs between processes and must not affect sums.
    return dict(sorted(found.items()))
