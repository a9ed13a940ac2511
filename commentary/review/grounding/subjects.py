"""Which figures a sentence names, from its words: concepts, and the places, terms and kinds that tell two apart."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from commentary.review.grounding.rows import Row
from commentary.review.grounding.words import Words, words

_WORD = re.compile(r"[^\W\d_]{4,}")
LANGUAGES = ("en", "it")
_DESCRIBED = ("label_en", "label_it", "note_en", "note_it", "basis_en", "basis_it")
COMMON, HINTS, STEM = (
    3,
    2,
    5,
)  # rows that a rare word has at most, how many make a hint, and letters of a word that count
WEAK = frozenset({"yield"})  # what another name beside it makes more exact: "il Treasury indicizzato"


@dataclass(frozen=True)
class About:
    """What words speak of: concepts, and for each sort of qualifier those named."""

    concepts: frozenset[str] = frozenset()
    qualifiers: frozenset[tuple[str, str]] = frozenset()

    def of(self, sort: str) -> frozenset[str]:
        return frozenset(name for each, name in self.qualifiers if each == sort)


@dataclass(frozen=True)
class Mention:
    """A place of a sentence that names figures: `rows` by their places, none when there is no such figure."""

    start: int
    end: int
    about: About
    rows: tuple[int, ...] = ()
    whole: bool = True  # names a concept itself, not only a place that takes it from before
    level: bool = False


@dataclass
class _Token:
    start: int
    end: int
    concepts: frozenset[str] = frozenset()
    qualifiers: set[tuple[str, str]] = field(default_factory=set)


class Index:
    """The rows by what they are about, and by the words of their labels and notes that few others share."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.abouts = [_about_row(row.label, row.text("label_en"), row.text("label_it")) for row in rows]

        self.nameless = [place for place, each in enumerate(self.abouts) if not each.concepts]
        stems = [_stems(" ".join(row.text(key) for key in _DESCRIBED)) for row in rows]
        counts = Counter(stem for each in stems for stem in each)
        self.stems = [{stem for stem in each if counts[stem] <= COMMON} for each in stems]

    def hinted(self, text: str) -> list[int]:
        """The rows that a sentence may describe in other words: it has two rare words of theirs, or nobody knows them."""
        said = _stems(text)
        return [
            *self.nameless,
            *(place for place, each in enumerate(self.stems) if len(each & said) >= HINTS),
        ]

    def find(self, about: About) -> tuple[int, ...]:
        """The rows that this may be: a common concept, and no qualifier of another value."""
        found = tuple(place for place, row in enumerate(self.abouts) if _fits(row, about))
        if about.of("measures"):
            found = tuple(place for place in found if self.abouts[place].of("measures")) or found
        return found

    def knows(self, concepts: frozenset[str]) -> bool:
        return any(row.concepts & concepts for row in self.abouts)


def _fits(row: About, said: About) -> bool:
    if not row.concepts & said.concepts or said.of("measures") - row.of("measures") - {"aaa"}:
        return False
    regions, own = said.of("regions"), row.of("regions")
    if regions and own and not regions & own:
        return False
    terms, has = said.of("maturities"), row.of("maturities")
    return not terms or not has or terms <= has


@lru_cache(maxsize=2_000)
def _about_row(label: str, english: str, italian: str) -> About:
    """Read in the language that each label is written in; a label of unknown language in the one that understands it."""
    both = [about(text.lower(), words(lang)) for lang, text in (("en", english), ("it", italian)) if text]
    if not both:
        read = [about(label, words(lang)) for lang in LANGUAGES]
        both = [each for each in read if each.concepts][:1] or read
    concepts = frozenset[str]().union(*(part.concepts for part in both))
    return About(concepts, frozenset[tuple[str, str]]().union(*(part.qualifiers for part in both)))


def about(text: str, known: Words) -> About:
    """What a text in lower case speaks of as a whole."""
    tokens = [*_concepts(text, known), *_qualifiers(text, known)]
    return About(
        frozenset(name for token in tokens for name in token.concepts),
        frozenset(pair for token in tokens for pair in token.qualifiers),
    )


def _concepts(text: str, known: Words) -> list[_Token]:
    """Concepts, the longest where two overlap, then families where none is; what names one figure twice is one."""
    sole = [
        _Token(*match.span(), frozenset({name}))
        for name, pattern in known.concepts.items()
        for match in pattern.finditer(text)
    ]
    loose = [
        _Token(*match.span(), members)
        for pattern, members in known.families.values()
        for match in pattern.finditer(text)
    ]
    kept: list[_Token] = []
    same: dict[tuple[int, int], frozenset[str]] = {}
    for token in sole:
        token.concepts = same[token.start, token.end] = token.concepts | same.get(
            (token.start, token.end), frozenset()
        )
    for token in [*sorted(sole, key=_length), *sorted(loose, key=_length)]:
        if token.start < token.end and all(
            token.end <= other.start or token.start >= other.end for other in kept
        ):
            kept.append(token)
    return _merged(sorted(kept, key=lambda each: each.start), text, known)


def _length(token: _Token) -> tuple[int, int]:
    return token.start - token.end, -len(token.concepts)


def _merged(tokens: Sequence[_Token], text: str, known: Words) -> list[_Token]:
    """ "Il rendimento del Gilt decennale" names one figure by three words."""
    found: list[_Token] = []
    for token in tokens:
        last = found[-1] if found else None
        shared = last.concepts & token.concepts if last else frozenset[str]()
        if (
            last
            and (shared or {last.concepts, token.concepts} & {WEAK})
            and known.has("of", text[last.end : token.start])
        ) or (last and _refers(last, token, text[last.end : token.start], known)):
            last.concepts = shared or (token.concepts if last.concepts == WEAK else last.concepts)
            last.end = token.end
        else:
            found.append(token)
    return found


def _refers(last: _Token, token: _Token, between: str, known: Words) -> bool:
    """ "Lo spread societario sui Treasury": the yield is what the gap is measured from."""
    return token.concepts == WEAK and last.concepts != WEAK and known.has("referred", between)


def _qualifiers(text: str, known: Words) -> list[_Token]:
    return [
        _Token(*match.span(), qualifiers={(sort, name)})
        for sort, patterns in known.sorts.items()
        for name, pattern in patterns.items()
        for match in pattern.finditer(text)
        if sort != "maturities" or not known.has("lasting", text[: match.start()])
    ]


def mentions(
    text: str, cuts: Sequence[int], known: Words, index: Index, topic: Iterable[Mention]
) -> list[Mention]:
    """The mentions of a sentence in their order; `cuts` are where its parts begin, `topic` what was spoken of before."""
    concepts, loose = _concepts(text, known), []
    for token in sorted(_qualifiers(text, known), key=lambda each: each.start):
        near = _nearest(token, concepts, cuts)
        if near is None:
            loose.append(token)
        else:
            near.qualifiers |= token.qualifiers
            near.start, near.end = min(near.start, token.start), max(near.end, token.end)
    places = [
        token for token in loose if any(sort in ("regions", "maturities") for sort, _ in token.qualifiers)
    ]
    tokens = sorted([*concepts, *places], key=lambda each: each.start)
    if known.has("real", text):  # "above inflation, a ten-year bond yields 2.78 %"
        for token in tokens:
            token.concepts |= {f"real_{name}" for name in token.concepts & {"yield", "house"}}
    return _resolved(tokens, text, cuts, known, index, list(topic))


def _part(at: int, cuts: Sequence[int]) -> int:
    return sum(cut <= at for cut in cuts)


def _nearest(token: _Token, concepts: Sequence[_Token], cuts: Sequence[int]) -> _Token | None:
    """The concept of the same part of the sentence that a qualifier belongs to: around it, before it, after it."""
    around = next((each for each in concepts if each.start <= token.start < each.end), None)
    if around is not None:
        return around
    mine = [each for each in concepts if _part(each.start, cuts) == _part(token.start, cuts)]
    sort, name = next(iter(token.qualifiers))
    free = [each for each in mine if not any(s == sort and n != name for s, n in each.qualifiers)]
    return min(free, key=lambda each: max(each.start - token.end, token.start - each.end, 0), default=None)


def _resolved(
    tokens: Sequence[_Token],
    text: str,
    cuts: Sequence[int],
    known: Words,
    index: Index,
    topic: list[Mention],
) -> list[Mention]:
    found: list[Mention] = []
    for place, token in enumerate(tokens):
        said = About(token.concepts, frozenset(token.qualifiers))
        if not token.concepts:
            taken = _inherited(said, found, tokens[place + 1 :], topic)
            if taken is None or not index.find(taken):
                continue
            said = taken
        rows = index.find(said)
        if not token.concepts:  # "Germany" after "the spread between Italy and Germany" is not that spread
            rows = tuple(row for row in rows if index.abouts[row].of("regions") <= said.of("regions"))
            if not rows:
                continue
        rows = _exact(rows, token, tokens, index) or rows
        regions = _regions_beside(token, tokens, text, cuts, known)
        alone = len(regions) == 1 and not said.of("regions")
        if alone and (narrow := index.find(replace(said, qualifiers=said.qualifiers | regions))):
            rows = narrow
        rows = rows if known.has("several", text) else _narrowed(rows, topic, said) or rows
        if rows or index.knows(said.concepts):
            level = known.has("level", text[token.start : token.end])
            found.append(Mention(token.start, token.end, said, rows, bool(token.concepts), level))
    if not found:  # of a figure that the vocabulary knows and the facts do not have
        found = [Mention(each.start, each.end, About(each.concepts)) for each in tokens if each.concepts][:1]
    return found


def _exact(rows: tuple[int, ...], token: _Token, tokens: Sequence[_Token], index: Index) -> tuple[int, ...]:
    """ "US shares are worth 22 times a year's profits": of a family, the one that other words of the sentence name."""
    if len(token.concepts) < 2:
        return ()
    named = {name for each in tokens if each is not token for name in each.concepts} & token.concepts
    return tuple(row for row in rows if index.abouts[row].concepts & named)


def _regions_beside(
    token: _Token, tokens: Sequence[_Token], text: str, cuts: Sequence[int], known: Words
) -> frozenset[tuple[str, str]]:
    """The regions named in the same half of a sentence, up to a semicolon or to what stands against it."""
    start, end = text.rfind(";", 0, token.start) + 1, text.find(";", token.end)
    turns = (cut for cut in cuts if cut >= token.end and known.has("contrast", text[cut:]))
    end = min(next(turns, len(text)), end if end >= 0 else len(text))
    beside = (each for each in tokens if start <= each.start < end)
    return frozenset(pair for each in beside for pair in each.qualifiers if pair[0] == "regions")


def _inherited(
    said: About, found: Sequence[Mention], later: Sequence[_Token], topic: Sequence[Mention]
) -> About | None:
    """A place or term without a concept: that of the mention before, else of the next one, else of the sentence before."""
    before = [each.about for each in found] or [
        About(each.concepts, frozenset(each.qualifiers)) for each in later if each.concepts
    ]
    source = before[-1] if found else before[0] if before else topic[-1].about if topic else None
    if source is None:
        return None
    own = {sort for sort, _name in said.qualifiers} | {"measures"}
    if "regions" in own or not found:  # only "two-year ones" beside ten-year ones are of the same place
        own.add("regions")
    kept = frozenset(pair for pair in source.qualifiers if pair[0] not in own)
    return About(source.concepts, said.qualifiers | kept)


def _narrowed(rows: tuple[int, ...], topic: Sequence[Mention], said: About) -> tuple[int, ...]:
    """ "The spread" after a sentence about one is that one."""
    spoken = {row for each in topic for row in each.rows}
    return tuple(row for row in rows if row in spoken) if len(rows) > 1 and not said.qualifiers else ()


@lru_cache(maxsize=2_000)
def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:STEM] for word in _WORD.findall(text.lower()))


def spans(pattern: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    return [match.span() for match in pattern.finditer(text)]
