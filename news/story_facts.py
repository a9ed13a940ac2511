"""What one headline states, in a form that two headlines can be compared by: who, where, when, how much, what."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from news.story_aliases import sectors_in, with_firms
from news.story_events import HAPPENINGS, happenings
from news.story_figures import Figure, Reading, read
from news.story_naming import guessed_in, is_titled, names_in, speakers_in, traders_in
from news.story_periods import Period
from news.story_places import body, where_in
from news.story_rarity import rarity
from news.story_towns import towns_in
from news.story_words import KINDS, Lexicon, Word, clean, language_of, lexicon, stem, without_publisher, words

TITLE_LIMIT = 400
SUMMARY_LIMIT = 600
_UP_SIGN = "+"
_SUBORDINATE = {
    "en": frozenset(
        ["as", "after", "amid", "before", "despite", "following", "while", "though", "because", "over"]
    ),
    "it": frozenset(["dopo", "mentre", "nonostante", "malgrado"]),
}


@dataclass(frozen=True, slots=True)
class Unit:
    """A word of the title and all that it may mean; without `tags` it carries no meaning of its own."""

    norm: str
    tags: frozenset[str]


@dataclass(frozen=True)
class Facts:
    """The comparable content of a title; `also_*` is what the summary adds as evidence.

    `rarities`: how rare each stem of the title is; `also_rarities`: of title and summary.
    """

    language: str
    plain: str
    figures: tuple[Figure, ...]
    periods: frozenset[Period]
    places: frozenset[str]
    bodies: frozenset[str]
    names: tuple[tuple[str, ...], ...]
    guessed: frozenset[str]
    speakers: frozenset[str]
    traders: frozenset[tuple[str, str]]
    moves: tuple[str, ...]
    concepts: Mapping[str, frozenset[str]]
    terms: frozenset[str]
    norms: frozenset[str]
    main_stages: frozenset[str]
    main_events: frozenset[str]
    content: tuple[frozenset[str], ...]
    digest: bool
    features: Mapping[str, float]
    also_figures: tuple[Figure, ...]
    also_periods: frozenset[Period]
    also_places: frozenset[str]
    also_norms: frozenset[str]
    also_content: frozenset[str]
    also_stages: frozenset[str]
    also_events: frozenset[str]
    main_accounts: frozenset[str]
    units: tuple[Unit, ...]
    firms: frozenset[str]
    sectors: frozenset[str]
    towns: frozenset[str]
    also_towns: frozenset[str]
    rarities: Mapping[str, float]
    also_rarities: Mapping[str, float]


@dataclass(frozen=True)
class _Marked:
    """The words of one text with the spans that the lexicon knows."""

    words: Sequence[Word]
    reading: Reading
    places: frozenset[str]
    described: frozenset[str]
    bodies: frozenset[str]
    implied: frozenset[str]
    concepts: Mapping[str, frozenset[str]]
    moves: tuple[tuple[str, int], ...]
    known: frozenset[int]
    located: Mapping[int, frozenset[str]]
    tags: Mapping[int, frozenset[str]]
    towns: frozenset[str]


def facts(
    title: str, summary: str, *, lang: str = "", publisher: str = "", published: datetime | None = None
) -> Facts:
    """The facts of a headline; any text is accepted, an empty title gives empty facts."""
    plain = without_publisher(clean(title, TITLE_LIMIT), publisher)
    more = clean(summary, SUMMARY_LIMIT)
    language = language_of(lang, f"{plain} {more}")
    book = lexicon(language)
    main, extra = (_marked(text, language, book, published) for text in (plain, more))
    names, also_names = (
        names_in(part.words, book, known=part.known, located=part.located) for part in (main, extra)
    )
    terms = _terms(main, language, book)
    features = _features(main, names, terms)
    rarities = _rarities(main.words, language)
    return Facts(
        language=language,
        plain=" ".join(word.norm for word in main.words),
        figures=main.reading.figures,
        periods=main.reading.periods,
        places=main.places | main.implied,
        bodies=main.bodies,
        names=names,
        guessed=guessed_in(main.words, names, frozenset(token for run in also_names for token in run), book),
        speakers=speakers_in(main.words, language, book),
        traders=traders_in(main.words, book),
        moves=tuple(move for move, at in main.moves if at < _end(main, language)),
        concepts=main.concepts,
        terms=terms,
        norms=frozenset(word.norm for word in main.words),
        main_stages=_in_main(main, "stage", language),
        main_events=_in_main(main, "event", language),
        content=_content(main, names, language, book),
        digest=any(True for _ in book.digest.find([word.norm for word in main.words])),
        features=features,
        also_figures=extra.reading.figures,
        also_periods=extra.reading.periods,
        also_places=extra.places | extra.implied | extra.described | main.described,
        also_norms=frozenset(word.norm for word in extra.words),
        also_content=frozenset().union(*_content(extra, also_names, language, book)),
        also_stages=extra.concepts["stage"],
        also_events=extra.concepts["event"],
        main_accounts=_in_main(main, "account", language),
        units=_units(main, language, book),
        firms=frozenset(word.norm for word in main.words if word.firm),
        sectors=frozenset().union(*(sectors_in([w.norm for w in part.words]) for part in (main, extra))),
        towns=main.towns,
        also_towns=extra.towns,
        rarities=rarities,
        also_rarities=_rarities(extra.words, language) | rarities,
    )


def _marked(text: str, language: str, book: Lexicon, published: datetime | None) -> _Marked:
    reading = read(text, language, published)
    plain = words(reading.rest)
    found = with_firms(plain, book, titled=is_titled(plain))
    where = where_in(found, language, book)
    tags: dict[int, set[str]] = {}
    moves: list[tuple[str, int]] = []
    known: set[int] = set()
    for kind, start, length, names in _phrases(found, book):
        if kind in ("move", "axis") and where.located.keys() >= set(range(start, start + length)):
            continue
        known.update(range(start, start + length))
        for place in range(start, start + length):
            tags.setdefault(place, set()).update(f"{kind}:{name}" for name in names)
        if kind == "move":
            moves += [(name, start) for name in sorted(names)]
    for start, length, names in book.senses.find([word.norm for word in found]):
        for place in range(start, start + length):
            tags.setdefault(place, set()).update(f"sense:{name}" for name in names)
    for kind, name, at in happenings(found, language):
        for place in at:
            tags.setdefault(place, set()).add(f"{kind}:{name}")
    moves += [("up" if figure.sign == _UP_SIGN else "down", 0) for figure in reading.figures if figure.sign]
    concepts: dict[str, set[str]] = {kind: set() for kind in (*KINDS, *HAPPENINGS, "sense")}
    for tag in set().union(*tags.values()):
        kind, _, name = tag.partition(":")
        concepts[kind].add(name)
    places, bodies = where.places, where.bodies
    if "seat" in bodies:
        # "Frankfurt keeps rates" is the European Central Bank, "Frankfurt closes higher" the exchange.
        rates = "rates" in concepts["metric"]
        bodies = (bodies - {"seat"}) | ({body("ecb", book)} if rates else frozenset())
        places = places if rates else places | {"de"}
    implied = {body.partition(":")[2] or book.institution_places.get(body, "") for body in bodies} - {""}
    return _Marked(
        found, reading, places, where.described, bodies, frozenset(implied),
        {kind: frozenset(names) for kind, names in concepts.items()}, tuple(moves), frozenset(known), where.located,
        {place: frozenset(names) for place, names in tags.items()}, towns_in(plain),
    )  # fmt: skip


def _phrases(found: Sequence[Word], book: Lexicon) -> Iterator[tuple[str, int, int, frozenset[str]]]:
    """(kind, start, length, concepts) of each phrase; a phrase of "none" has no concepts."""
    norms = [word.norm for word in found]
    for kind in KINDS:
        for start, length, names in book.kinds[kind].find(norms):
            yield kind, start, length, names - {"none"}


def _terms(marked: _Marked, language: str, book: Lexicon) -> frozenset[str]:
    """Stems of the words that carry meaning of their own."""
    return frozenset(
        stem(word.norm, language)
        for i, word in enumerate(marked.words)
        if word.norm != "#" and len(word.norm) > 1 and i not in marked.located and word.norm not in book.stop
        and i not in marked.known
    )  # fmt: skip


def _rarities(found: Sequence[Word], language: str) -> dict[str, float]:
    stems = {stem(word.norm, language) for word in found if len(word.norm) > 1}
    return {each: rarity(each, language) for each in stems}


def _in_main(marked: _Marked, kind: str, language: str) -> frozenset[str]:
    """The concepts of the main clause: what follows "as" or "after" is the occasion, which others leave out."""
    end = _end(marked, language)
    tags = frozenset().union(*(tags for i, tags in marked.tags.items() if i < end))
    return frozenset(tag.partition(":")[2] for tag in tags if tag.startswith(f"{kind}:"))


def _end(marked: _Marked, language: str) -> int:
    """Where the main clause ends."""
    joints = _SUBORDINATE[language]
    figures = {i for i, word in enumerate(marked.words) if word.norm == "#"}
    ends = (
        i for i, word in enumerate(marked.words) if i > 2 and word.norm in joints and i + 1 not in figures
    )
    return next(ends, len(marked.words))


def _content(
    marked: _Marked, names: tuple[tuple[str, ...], ...], language: str, book: Lexicon
) -> tuple[frozenset[str], ...]:
    """What each word that is no name, place or figure may be met by: its stem and all that it stands for."""
    named = {token for run in names for token in run}
    return tuple(
        marked.tags.get(i, frozenset()) | {f"term:{stem(word.norm, language)}"}
        for i, word in enumerate(marked.words)
        if word.norm != "#" and word.norm not in named and i not in marked.located
        and (marked.tags.get(i) or (len(word.norm) > 1 and word.norm not in book.stop))
    )  # fmt: skip


def _units(marked: _Marked, language: str, book: Lexicon) -> tuple[Unit, ...]:
    """The words of the title in their order; a place is met by any place, since other rules compare places."""
    return tuple(
        Unit(
            word.norm,
            marked.located[i]
            if i in marked.located
            else frozenset()
            if word.norm == "#" or (word.norm in book.stop and not marked.tags.get(i))
            else marked.tags.get(i, frozenset()) | {f"term:{stem(word.norm, language)}"},
        )
        for i, word in enumerate(marked.words)
    )


def _features(marked: _Marked, names: tuple[tuple[str, ...], ...], terms: frozenset[str]) -> dict[str, float]:
    """Weighted features for likeness and for blocking."""
    weights = {"metric": 1.5, "good": 2.0, "act": 1.2, "axis": 0.8, "topic": 0.7, "move": 0.6}
    weights |= {"office": 0.5, "crew": 1.0, "weekday": 0.3}
    features = {
        f"{kind}:{c}": weights[kind]
        for kind, found in marked.concepts.items()
        if kind in weights
        for c in found
    }
    if "metric:equities" in features:
        features["metric:equities"] = 0.6
    named = {token for run in names for token in run}
    features |= {f"term:{term}": 1.0 for term in terms}
    features |= {f"name:{token}": 2.5 for token in named}
    features |= {f"place:{place}": 1.0 for place in marked.places | marked.implied}
    features |= {f"body:{body}": 2.0 for body in marked.bodies}
    features |= {f"fig:{figure.value:g}": 2.0 for figure in marked.reading.figures}
    features |= {f"when:{p.kind}{p.value}": 1.0 for p in marked.reading.periods}
    for token in named:
        features.pop(f"term:{token}", None)
    return features
