"""Where a headline plays: the places and institutions that it names, and the places that only describe a firm."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from news.story_words import Lexicon, Word


@dataclass(frozen=True)
class Where:
    """Places and bodies named; `described` only tell what kind of firm it is, `located` what each word means."""

    places: frozenset[str]
    described: frozenset[str]
    bodies: frozenset[str]
    located: Mapping[int, frozenset[str]]


def where_in(found: Sequence[Word], language: str, book: Lexicon) -> Where:
    """The places and institutions among the words."""
    norms = [word.norm for word in found]
    places: set[str] = set()
    described: set[str] = set()
    bodies: set[str] = set()
    located: dict[int, frozenset[str]] = {}
    for start, length, names in book.institutions.find(norms):
        if found[start].capital or length > 1 or names == {"government_it"}:
            bodies |= {body(name, book) for name in names}
            meant = names | ({"ecb"} if "seat" in names else frozenset())
            seats = {body(name, book) for name in meant} | {book.institution_places.get(n, n) for n in meant}
            located.update(dict.fromkeys(range(start, start + length), frozenset(seats)))
    for start, length, names in book.places.find(norms):
        capital = found[start].capital or length > 1 or (language == "it" and norms[start] != "usa")
        free = located.keys().isdisjoint(range(start, start + length))
        if free and capital and (norms[start] != "us" or found[start].acronym):
            (described if _describes(found, start, length, book) else places).update(names)
            located.update(dict.fromkeys(range(start, start + length), names))
    places |= {place.partition("-")[0] for place in places if place[2:3] == "-"}
    if "#central" in bodies:
        places, described = places | described, set()
        bodies = (bodies - {"#central"}) | {f"central:{place}" for place in places}
    return Where(frozenset(places), frozenset(described), frozenset(bodies), located)


def _describes(found: Sequence[Word], start: int, length: int, book: Lexicon) -> bool:
    """Whether a place only tells what kind of firm is named: "the German chemicals maker", "Germany's Bayer"."""
    after = found[start + length : start + length + 3]
    near = [word.norm for word in (*found[max(0, start - 1) : start], *after)]
    if not book.describing.isdisjoint(near):
        return True
    owns = found[start + length - 1].owns or not found[start].capital
    return bool(after) and after[0].firm and owns


def body(name: str, book: Lexicon) -> str:
    """A central bank by its place, so that "Norges Bank" and "Norway's central bank" are one body."""
    return f"central:{book.institution_places[name]}" if name in book.central else name
