"""The words of a headline: cleaning, tokenizing, light stemming, rarity of stems, and the synonym tables."""

import gzip
import html
import json
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import log
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
WEIGHTS = "weights.json.gz"
LANGUAGES = ("en", "it")
LONGEST_PHRASE = 4
KINDS = ("move", "axis", "metric", "good", "act", "topic", "office", "crew", "weekday", "sense")
_MARKUP = re.compile(r"<[^<>]{0,200}>")
_SPACE = re.compile(r"\s+")
_DIGITS = re.compile(r"\d+")
_DOTTED = re.compile(r"\b(?:[A-Za-z]\.){2,}")
_SUFFIX = re.compile(r" (?:[-|–—]|•) [^-|–—•]{2,30}$")
_WORD = re.compile(r"[^\W\d_]+(?:&[^\W\d_]+)*|[^\W_]*[^\W\d_][^\W_]*|#")
_FOLDED_MARKS = str.maketrans(
    {"’": "'", "‘": "'", "`": "'", "´": "'", "“": '"', "”": '"', "−": "-", "‑": "-"}
)
_ITALIAN = set(
    "il lo la gli le di del della dei delle nel nella che per con sul sulla alla al dello un una ed".split()
)


@dataclass(frozen=True, slots=True)
class Word:
    """A word as written (`text`) and folded (`norm`), and whether it opens a sentence."""

    text: str
    norm: str
    opens: bool

    @property
    def capital(self) -> bool:
        return self.text[:1].isupper()


def clean(text: str, limit: int, publisher: str = "") -> str:
    """Returns plain text of at most `limit` characters, without entities and markup, with uniform quotes and dashes.

    Removes the " - Publisher" that aggregating feeds append to a title.
    """
    text = html.unescape(html.unescape(text[: 4 * limit]))
    text = unicodedata.normalize("NFKC", _MARKUP.sub(" ", text)).translate(_FOLDED_MARKS)
    text = _SPACE.sub(" ", _DOTTED.sub(lambda found: found.group().replace(".", ""), text)).strip()[:limit]
    found = _SUFFIX.search(text) if publisher else None
    return text[: found.start()] if found and fold(found.group()[3:]) in fold(publisher) else text


@lru_cache(maxsize=50_000)
def fold(text: str) -> str:
    """Returns the text in lower case without accents."""
    decomposed = unicodedata.normalize("NFKD", text.lower())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def words(text: str) -> list[Word]:
    """Returns the words of a cleaned text, hyphens split and the possessive s left out; `#` replaces a figure."""
    found: list[Word] = []
    for match in _WORD.finditer(text):
        token, before = match.group(), text[: match.start()].rstrip()
        if token in ("s", "S") and before.endswith("'") and found:
            continue
        opens = not before or (
            before[-1] in ":.?!|;\"'" and not before.endswith(("l'", "d'", "L'", "D'", "ll'"))
        )
        found.append(Word(token, fold(token), opens))
    return found


def language_of(declared: str, text: str) -> str:
    """Returns `declared` if it is a supported language, else a guess from function words."""
    code = declared[:2].lower()
    if code in LANGUAGES:
        return code
    norms = fold(text).replace("'", " ").split()
    return "it" if norms and sum(norm in _ITALIAN for norm in norms) / len(norms) > 0.15 else "en"


@lru_cache(maxsize=50_000)
def stem(norm: str, language: str) -> str:
    """Returns a light stem, without plural, participle and gender endings."""
    if len(norm) <= 3:
        return norm
    if language == "it":
        return norm[:7].rstrip("aeiou") if len(norm) > 4 else norm.rstrip("aeiou") or norm
    for ending, put, least in (
        ("ies", "y", 5), ("ings", "", 7), ("ing", "", 6), ("ied", "y", 5), ("ed", "", 5), ("es", "", 5), ("s", "", 4),
    ):  # fmt: skip
        if norm.endswith(ending) and len(norm) >= least and not norm.endswith("ss"):
            norm = norm[: -len(ending)] + put
            break
    return norm.rstrip("e") if len(norm) > 4 else norm


@lru_cache(maxsize=50_000)
def rarity(word_stem: str, language: str) -> float:
    """Returns ln((N + 1) / (n + 1)), the rarity of a stem found in n of N stories (idf, Spärck Jones 1972)."""
    known = weights()["rarity"][language]
    return log((known["stories"] + 1) / (known["stems"].get(word_stem, 0) + 1))


@cache
def weights() -> dict[str, Any]:
    """Returns the weights trained by `evaluation/stories`: document frequencies and measure coefficients."""
    found: dict[str, Any] = json.loads(gzip.decompress((FOLDER / WEIGHTS).read_bytes()))
    return found


class Phrases:
    """Phrases mapped to one or more concepts; the longest phrase at a position wins."""

    def __init__(self, table: Mapping[str, str]) -> None:
        self.exact: dict[tuple[str, ...], set[str]] = {}
        self.prefix: dict[tuple[str, ...], set[str]] = {}
        for concept, entries in table.items():
            for entry in entries.split(","):
                starred = entry.strip().endswith("*")
                phrase = tuple(word.norm for word in words(_DIGITS.sub("#", entry.strip().rstrip("*"))))
                if phrase:
                    (self.prefix if starred else self.exact).setdefault(phrase, set()).add(concept)
        self.heads = {phrase[:-1] for phrase in (*self.exact, *self.prefix)}
        self.openings = {head[0] for head in self.heads if head}
        self.alone = lru_cache(maxsize=50_000)(lambda norm: self._concepts((), norm))

    def at(self, norms: Sequence[str], start: int) -> tuple[int, frozenset[str]]:
        """Returns length and concepts of the longest phrase at `start`, or (0, empty) if there is none."""
        if norms[start] in self.openings:
            for length in range(min(LONGEST_PHRASE, len(norms) - start), 1, -1):
                head = tuple(norms[start : start + length - 1])
                if head in self.heads and (found := self._concepts(head, norms[start + length - 1])):
                    return length, found
        found = self.alone(norms[start])
        return (1, found) if found else (0, found)

    def _concepts(self, head: tuple[str, ...], last: str) -> frozenset[str]:
        concepts = set(self.exact.get((*head, last), ()))
        # Short prefixes match short endings only: "app*" must not match "Apple".
        root = 3 if len(last) <= 4 else 4 if len(last) <= 6 else 5
        for cut in range(root, len(last) + 1):
            concepts |= self.prefix.get((*head, last[:cut]), set())
        return frozenset(concepts)

    def find(self, norms: Sequence[str]) -> Iterator[tuple[int, int, frozenset[str]]]:
        """Yields (start, length, concepts) of each phrase from left to right, without overlaps."""
        start = 0
        while start < len(norms):
            length, concepts = self.at(norms, start)
            if length:
                yield start, length, concepts
            start += length or 1

    def __contains__(self, norm: str) -> bool:
        return self.at((norm,), 0)[0] > 0


@dataclass(frozen=True, eq=False)
class HeadlineLexicon:
    """The phrases of one language by kind, and the places and institutions of all languages."""

    kinds: Mapping[str, Phrases]
    stop: Phrases
    common: Phrases
    digest: Phrases
    places: Phrases
    things: Phrases
    seats: Phrases
    institutions: Phrases
    institution_places: Mapping[str, str]
    speakers: frozenset[str]
    central: frozenset[str]
    opposed: frozenset[frozenset[str]]

    @lru_cache(maxsize=50_000)  # noqa: B019 - two lexicons, which exist as long as the process
    def is_word(self, norm: str) -> bool:
        return any(norm in phrases for phrases in (self.stop, self.common, *self.kinds.values()))


@cache
def tables() -> dict[str, Any]:
    """Returns the tables of all .toml files of this folder by section."""
    found: dict[str, Any] = {}
    for path in sorted(FOLDER.glob("*.toml")):
        for name, table in tomllib.loads(path.read_text("utf-8")).items():
            found[name] = {**found.get(name, {}), **table}
    return found


@cache
def lexicon(language: str) -> HeadlineLexicon:
    own, bodies = tables()[language], tables()["institutions"]
    return HeadlineLexicon(
        kinds={kind: Phrases(own[kind]) for kind in KINDS},
        stop=Phrases({"stop": own["stop"]}),
        common=Phrases({"common": own["common"]}),
        digest=Phrases({"digest": own["digest"]}),
        places=Phrases(tables()["places"]),
        things=Phrases(tables()["things"]),
        seats=Phrases(tables()["seats"]),
        institutions=Phrases(bodies["names"]),
        institution_places=bodies["places"],
        speakers=frozenset(bodies["speakers"].split(", ")),
        central=frozenset(bodies["central"].split(", ")),
        opposed=frozenset(frozenset(pair.split()) for pair in tables()["opposed"]["pairs"]),
    )
