"""The wordings of claims as a prompt lists them: a line for each claim, or for two that are opposites."""

import re
from collections.abc import Collection, Iterator
from itertools import islice

from commentary.language.draft import LANGUAGES
from commentary.language.wordings import plain, wordings_of

MOST_WORDINGS = 4  # of a claim in a language
# Their wordings differ in single words, so that one line "more|less than usual" serves both.
_OPPOSITES = {
    "more_than_usual": "less_than_usual",
    "high": "low",
    "highest_since": "lowest_since",
    "record_high": "record_low",
    "highest_stored": "lowest_stored",
    "higher_than_year_ago": "lower_than_year_ago",
}
_PIECE = re.compile(r"\w+\*?|\W")


def wording_lines(claims: Collection[str], *, without: Collection[str] = ()) -> Iterator[str]:
    """Yields "claim: English — Italian", or "one|other: …" for opposites that are both among `claims`.

    Wordings with a slot among `without` are left out.
    """
    done = set[str]()
    for claim in wordings_of("en"):
        if claim not in claims or claim in done:
            continue
        opposite = _OPPOSITES.get(claim)
        both = [claim, opposite] if opposite in claims and opposite else [claim]
        done.update(both)
        languages = ("; ".join(_wordings(both, lang, without)) for lang in LANGUAGES)
        yield f"{'|'.join(both)}: {' — '.join(languages)}"


def _wordings(claims: list[str], language: str, without: Collection[str]) -> list[str]:
    """Returns the first wordings, which are the most used; the check accepts all."""
    found = [_first(claim, language, without) for claim in claims]
    return found[0] if len(found) == 1 else [_merged(*each) for each in zip(*found, strict=True)]


def _first(claim: str, language: str, without: Collection[str]) -> list[str]:
    usable = (
        each for each in wordings_of(language)[claim] if not any(f"[{slot}]" in each for slot in without)
    )
    return list(dict.fromkeys(map(plain, islice(usable, MOST_WORDINGS))))


def _merged(one: str, other: str) -> str:
    """Returns both wordings in one: "above|below its usual move"."""
    pieces = zip(_PIECE.findall(one), _PIECE.findall(other), strict=True)
    return "".join(first if first == second else f"{first}|{second}" for first, second in pieces)
