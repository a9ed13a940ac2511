"""How the texts of one edition begin: each with a form of its own, and the lead as no group does."""

from commentary.facts.snapshot import EVERYTHING, Facts, RowFacts
from commentary.rules.kinds import by_news
from commentary.rules.sentences import opening
from commentary.rules.teller import Teller
from indicators.groups import load


def teller_of(facts: Facts, *, tone: str, banned: frozenset[str] = frozenset()) -> Teller:
    turn = _turn(facts.group) + (0 if tone == "NOVICE" else 3)
    return Teller(facts, tone=tone, turn=turn, banned=banned)


def openings(facts: Facts, *, tone: str) -> frozenset[tuple[str, ...]]:
    """How the reads of the groups open beside this lead, in every language."""
    groups: dict[str, list[RowFacts]] = {}
    for row in facts.rows:
        groups.setdefault(row.group, []).append(row)
    found = (
        teller_of(Facts(name, facts.as_of, tuple(rows)), tone=tone).opening(by_news(rows)[0])
        for name, rows in groups.items()
    )
    return frozenset(opening(text) for sentence in found if sentence for text in sentence.texts.values())


def _turn(group: str) -> int:
    """The place of a group among those of an edition: no two of it open with the same form."""
    names = [EVERYTHING, *(each.id for each in load().groups)]
    return names.index(group) if group in names else len(names)
