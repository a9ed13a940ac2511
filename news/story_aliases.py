"""Who is who in headlines: companies by any of their names, the trades they are in, and whom people stand for."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from news.story_words import Lexicon, Phrases, Word, words

LONGEST_NAME = 6


@dataclass(frozen=True, eq=False)
class Aliases:
    """The tables of `story_aliases.toml`; `firms` by the words of a name, `people` by theirs."""

    firms: Mapping[tuple[str, ...], str]
    openings: frozenset[str]
    sectors: Phrases
    trades: Mapping[str, frozenset[str]]
    people: Mapping[str, frozenset[str]]


@cache
def aliases() -> Aliases:
    """The tables, read once."""
    tables = tomllib.loads(Path(__file__).with_name("story_aliases.toml").read_text("utf-8"))
    firms = {
        tuple(word.norm for word in words(name.strip())): firm
        for firm, names in (*tables["bodies"].items(), *tables["firms"].items())
        for name in names.split(",")
    }
    return Aliases(
        firms=firms,
        openings=frozenset(name[0] for name in firms),
        sectors=Phrases(tables["sectors"]),
        trades={firm: frozenset(trades.split()) for firm, trades in tables["trades"].items()},
        people={person: frozenset(whom.split()) for person, whom in tables["people"].items()},
    )


def with_firms(found: Sequence[Word], book: Lexicon, *, titled: bool) -> list[Word]:
    """The words with each name of a company as one word; `titled` says that capitals tell nothing."""
    known, named, start = aliases(), [], 0
    norms = tuple(word.norm for word in found)
    while start < len(found):
        firm, length = "", 1
        if norms[start] in known.openings:
            longest = min(LONGEST_NAME, len(found) - start)
            for length in range(longest, 0, -1):
                firm = known.firms.get(norms[start : start + length], "")
                if firm and _is_name(
                    found[start : start + length], book, titled=titled, after=found[start + length :]
                ):
                    break
                firm = ""
        if not firm:
            named.append(found[start])
        elif not (named and named[-1].norm == firm):
            last = found[start + length - 1]
            named.append(replace(found[start], text=firm.capitalize(), norm=firm, owns=last.owns, firm=True))
        start += length if firm else 1
    return named


def _is_name(span: Sequence[Word], book: Lexicon, *, titled: bool, after: Sequence[Word]) -> bool:
    """Whether words that may name a company do: not "the target", nor "Danish drugmaker" before another name."""
    if len(span) > 1:
        last = span[-1]
        return last.capital or last.owns or not (after and after[0].capital and not after[0].opens)
    word = span[0]
    return word.capital and not (book.is_word(word.norm) and (word.opens or titled))


def sectors_in(norms: Sequence[str]) -> frozenset[str]:
    """The trades that the words speak of."""
    return frozenset().union(*(names for _, _, names in aliases().sectors.find(norms)))


def stands_for(name: Sequence[str]) -> frozenset[str]:
    """The companies and bodies that a person named by these words stands for."""
    people = aliases().people
    return (
        people.get(" ".join(name), frozenset()) or people.get(name[-1], frozenset()) if name else frozenset()
    )
