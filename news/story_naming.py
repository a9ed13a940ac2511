"""Whom a headline names, and who speaks in it."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from news.story_words import Lexicon, Phrases, Word

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
_PER = frozenset(["per", "secondo"])


def names_in(
    found: Sequence[Word], book: Lexicon, *, known: AbstractSet[int], located: AbstractSet[int]
) -> tuple[tuple[str, ...], ...]:
    """Runs of capitalised words that are no ordinary words: companies, people, towns, products."""
    titled = _is_titled(found)
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
            or weak
            or _wordy(found, i, book)
            or (opener and word.norm not in book.stop)
            or (sure and not (ordinary and len(word.norm) < 3))
        )
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


def _wordy(found: Sequence[Word], i: int, book: Lexicon) -> bool:
    """Whether the word is a company named by an ordinary word: "Gap cuts", "Target lowers", "Visa profit"."""
    word = found[i]
    if not (word.opens and word.capital and word.norm in book.wordy) or i + 1 == len(found):
        return False
    after = found[i + 1]
    return not after.capital and any(after.norm in book.kinds[kind] for kind in ("move", "axis", "act"))


def _generic(found: Sequence[Word], i: int, located: AbstractSet[int]) -> bool:
    """Whether a capitalised ordinary word stands alone ("the Senate"), not in a longer name ("Home Depot")."""
    after = found[i + 1] if i + 1 < len(found) else None
    return after is None or not after.capital or after.opens or i + 1 in located


def _is_titled(found: Sequence[Word]) -> bool:
    """Whether the title Capitalises Most Words, so that a capital says nothing."""
    long = [word for word in found if len(word.norm) > 3 and not word.opens]
    return len(long) >= 3 and sum(word.capital for word in long) >= 0.75 * len(long)


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
