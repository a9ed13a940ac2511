"""Names in two headlines: which of them are known to the other headline, in full, by initials or abbreviated."""

from itertools import pairwise

from rapidfuzz import fuzz

from news.story_aliases import aliases, stands_for
from news.story_facts import Facts
from news.story_words import lexicon

_VOWELS = frozenset("aeiou")


def strangers(one: Facts, other: Facts) -> list[tuple[str, ...]]:
    """The names in `one` that nothing in `other` resembles."""
    pool = other.norms | other.also_norms
    return [
        name
        for name in one.names
        if not _is_known(one, name, pool, other)
        or any(_are_sisters(one, name, other, run) for run in other.names)
    ]


def _is_known(one: Facts, name: tuple[str, ...], pool: frozenset[str], other: Facts) -> bool:
    if any(token in pool for token in name):
        return True
    tokens = other.plain.split()
    if any(token.partition("_")[0] in pool or any(k.startswith(f"{token}_") for k in pool) for token in name):
        return True
    if "".join(name) in pool or name[0] in map("".join, pairwise(tokens)):
        return True
    if len(name) > 1 and "".join(token[0] for token in name) in pool:
        return True
    if len(name) == 1 and 2 <= len(name[0]) <= 5 and name[0] in _initials(other):
        return True
    if _is_meant(one, name, pool, other):
        return True
    book, places = lexicon(other.language), other.places | other.also_places
    if any(book.leaders.get(token) in places or book.alias.get(token) in pool for token in name):
        return True
    if any(_abbreviates(token, run) for token in name for run in other.names):
        return True
    return any(_near(token, known) for token in name for known in pool)


def _pool(facts: Facts) -> frozenset[str]:
    return facts.norms | facts.also_norms


def _is_meant(one: Facts, name: tuple[str, ...], pool: frozenset[str], other: Facts) -> bool:
    """Whether `other` means the name without it: the firm of a person, the person of a firm, "the drugmaker"."""
    theirs = [stands_for(run) for run in other.names]
    whom = stands_for(name)
    if whom:
        # Two people of one bank are two voices.
        return not whom.isdisjoint(pool | other.bodies) and not any(theirs)
    if any(token in whom for token in name for whom in theirs):
        return True
    trades = aliases().trades
    own = frozenset().union(*(trades.get(token, frozenset()) for token in name))
    rivals = frozenset().union(*(trades.get(firm, frozenset()) for firm in other.firms))
    return not own.isdisjoint(other.sectors - rivals) and all(
        not _pool(one).isdisjoint(run) for run in other.names
    )


def _near(one: str, other: str) -> bool:
    """Spellings of one word: "Lanka" and "Lankan", but no two short words."""
    return min(len(one), len(other)) >= 5 and one[0] == other[0] and fuzz.ratio(one, other) >= 85


def _are_sisters(one: Facts, name: tuple[str, ...], other: Facts, run: tuple[str, ...]) -> bool:
    """Whether two names begin alike or share a common word, but each has one that the other headline lacks.

    "Siemens Energy" and "Siemens Healthineers" are sisters; "Chair Powell" and "Jerome Powell" are not.
    """
    shared = set(name) & set(run)
    own, pool = one.norms | one.also_norms, other.norms | other.also_norms
    left, right = set(name) - pool, set(run) - own
    if not shared or not left or not right or any(_near(a, b) for a in left for b in right):
        return False
    return name[0] == run[0] or all(lexicon(one.language).is_word(token) for token in shared)


def _initials(facts: Facts) -> set[str]:
    """The initials of each run of two to five words of a title: how an acronym of its names may read."""
    tokens = facts.plain.split()
    return {
        "".join(token[0] for token in tokens[start : start + length])
        for length in range(2, 6)
        for start in range(len(tokens) - length + 1)
    }


def _abbreviates(token: str, run: tuple[str, ...]) -> bool:
    """ "vw" for "volkswagen", or the other way about."""
    for short, full in ((token, "".join(run)), (run[0], token)):
        if 2 <= len(short) <= 3 and len(full) >= 6 and short[0] == full[0] and _VOWELS.isdisjoint(short):
            rest = iter(full)
            if all(letter in rest for letter in short):
                return True
    return False
