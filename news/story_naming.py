"""Whom a headline names, and who speaks in it."""

from collections.abc import Container, Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice

from news.story_aliases import stands_for
from news.story_words import Lexicon, Phrases, Word, lexicon

_KEEPERS = frozenset(["maker", "owner", "parent", "operator", "giant", "developer"])
_SAYS = {
    "en": Phrases(
        {
            "say": "say, says, said, see, sees, warn, warns, urges, tells, thinks, favours, favors, predicts, insists"
        }
    ),
    "it": Phrases(
        {"say": "dice, dicono, avverte, vede, vedono, prevede, stima, chiede, spiega, difende, teme, insiste"}
    ),
}
_TRADES = frozenset(["buyverb", "sellverb"])
_NEAR = 4
_PLURALS = ("s", "i", "e", "ing", "ed")
_PER = frozenset(["per", "secondo"])


def names_in(
    found: Sequence[Word], book: Lexicon, *, known: AbstractSet[int], located: Container[int]
) -> tuple[tuple[str, ...], ...]:
    """Runs of capitalised words that are no ordinary words: companies, people, towns, products."""
    titled = is_titled(found)
    runs: list[tuple[str, ...]] = []
    run: list[str] = []
    for i, word in enumerate(found):
        ordinary = book.is_word(word.norm) or i in known
        mixed = any(c.isupper() for c in word.text[1:]) and not word.text.isupper()
        sure = (
            word.capital
            and not word.opens
            and not titled
            and word.norm not in book.stop
            and len(word.norm) > 1
        )
        opener = (
            word.capital and word.opens and not titled and not word.owns and not _generic(found, i, located)
        )
        weak = word.capital and not ordinary and len(word.norm) > 1
        placed = i in located or word.norm == "#"
        named = not placed and (
            mixed
            or word.firm
            or weak
            or _wordy(found, i, book)
            or (opener and word.norm not in book.stop)
            or (sure and not (ordinary and len(word.norm) < 3))
        )
        if run and (word.apart or word.opens):
            runs.append(tuple(run))
            run = []
        if named and not (sure and ordinary and not run and _generic(found, i, located)):
            run.append(word.norm)
        if run and (not named or word.owns or i + 1 == len(found)):
            if not _describes(found[i if not named else i + 1 :]):
                runs.append(tuple(run))
            run = []
    return tuple(dict.fromkeys(runs))


def _describes(after: Sequence[Word]) -> bool:
    """Whether the words after a name make it an apposition: "Wegovy maker Novo Nordisk"."""
    return len(after) > 1 and after[0].norm in _KEEPERS and not after[0].capital and after[1].capital


def guessed_in(
    found: Sequence[Word], names: Iterable[tuple[str, ...]], summary: AbstractSet[str], book: Lexicon
) -> frozenset[str]:
    """The words taken for names only because a capital opens the sentence or every word has one.

    A word that the summary repeats, that stands in a run of several, or that has capitals inside is sure.
    """
    titled = is_titled(found)
    shown = {
        word.norm
        for word in found
        if word.firm or (word.capital and (word.acronym or word.owns or not (word.opens or titled)))
    }
    runs = {token for run in names if len(run) > 1 and not titled for token in run}
    shown |= {
        word.norm
        for i, word in enumerate(found)
        if _wordy(found, i, book) or _acts(found, i, book, titled=titled)
    }
    guessed = frozenset(token for run in names for token in run) - shown - runs - summary
    return frozenset(token for token in guessed if book.is_word(token) or not stands_for((token,)))


def _acts(found: Sequence[Word], i: int, book: Lexicon, *, titled: bool) -> bool:
    """Whether a strange word at the start acts ("Remazel passa a", "Remazel: ...") or goes on in capitals."""
    word = found[i]
    if titled or not word.opens or book.is_word(word.norm) or i + 1 == len(found):
        return False
    after = found[i + 1]
    if after.opens or after.apart:
        return not word.norm.endswith(_PLURALS)
    verb = any(after.norm in book.kinds[kind] for kind in ("move", "axis")) or (
        after.norm.endswith("s") and book.is_word(after.norm) and book is not lexicon("it")
    )
    return after.capital or (verb and not word.norm.endswith(_PLURALS))


def _wordy(found: Sequence[Word], i: int, book: Lexicon) -> bool:
    """Whether the word is a company named by an ordinary word: "Gap cuts", "Target lowers", "Visa profit"."""
    word = found[i]
    if not (word.opens and word.capital and word.norm in book.wordy) or i + 1 == len(found):
        return False
    after = found[i + 1]
    return not after.capital and any(after.norm in book.kinds[kind] for kind in ("move", "axis", "act"))


def _generic(found: Sequence[Word], i: int, located: Container[int]) -> bool:
    """Whether a capitalised ordinary word stands alone ("the Senate"), not in a longer name ("Home Depot")."""
    after = found[i + 1] if i + 1 < len(found) else None
    return after is None or not after.capital or after.opens or i + 1 in located


def is_titled(found: Sequence[Word]) -> bool:
    """Whether the title Capitalises Most Words, so that a capital says nothing."""
    long = [word for word in found if len(word.norm) > 3 and not word.opens]
    return len(long) >= 3 and sum(word.capital for word in long) >= 0.75 * len(long)


def traders_in(found: Sequence[Word], book: Lexicon) -> frozenset[tuple[str, str]]:
    """Who buys and who sells: ("buyverb" or "sellverb", the nearest name before the verb)."""
    norms = [word.norm for word in found]
    traders: set[tuple[str, str]] = set()
    for start, _, names in book.kinds["axis"].find(norms):
        for side in names & _TRADES:
            before = (word.norm for word in reversed(found[max(0, start - _NEAR) : start]) if word.capital)
            traders.update((side, norm) for norm in islice(before, 1))
    return frozenset(traders)


def speakers_in(found: Sequence[Word], language: str, book: Lexicon) -> frozenset[str]:
    """Who says it ("Waller sees", "..., says Waller", "Giorgetti: ..."): as written, and the place or body meant."""
    spoken: set[str] = set()
    for i, word in enumerate(found):
        if word.norm in _SAYS[language]:
            last = i + 2 >= len(found) - 1 and found[-1].capital
            spoken |= _voice(found[-1] if last and i + 1 < len(found) else found[i - 1] if i else word, book)
        elif word.opens and 0 < i < 4:
            spoken |= _voice(found[i - 1], book)
        elif language == "it" and word.norm in _PER and i + 1 < len(found):
            spoken |= _voice(found[i + 1], book)
    return frozenset(spoken)


def _voice(word: Word, book: Lexicon) -> set[str]:
    if not word.capital or book.is_word(word.norm):
        return set()
    places, bodies = book.places.at((word.norm,), 0)[1], book.institutions.at((word.norm,), 0)[1]
    return {word.norm, book.leaders.get(word.norm, word.norm), *places, *bodies}
