"""Companies by any of their names."""

import pytest

from news.story_aliases import aliases, sectors_in, stands_for
from news.story_contradictions import contradiction
from news.story_facts import facts
from news.story_names import strangers


@pytest.mark.parametrize(
    ("lang", "title", "firm"),
    [
        ("en", "Wegovy maker to cut 500 jobs", "novo_nordisk"),
        ("en", "NVDA guides higher", "nvidia"),
        ("it", "Emissione per l'istituto di Piazza Meda", "bancobpm"),
        ("it", "Il ceo del Leone lascia", "generali"),
    ],
)
def test_companies_are_known_by_their_other_names(lang: str, title: str, firm: str) -> None:
    assert facts(title, "", lang=lang).firms == {firm}


@pytest.mark.parametrize(
    "title", ["The leone of the savanna", "Target of the raid is known", "An intesa with all"]
)
def test_ordinary_words_are_no_companies(title: str) -> None:
    assert facts(title, "", lang="en").firms == frozenset()


def test_a_person_is_known_by_the_firm_and_a_firm_by_its_trade() -> None:
    person = facts("Orcel raises the stake again", "", lang="en")
    firm = facts("UniCredit raises the stake again", "", lang="en")
    trade = facts("Italian lender raises the stake again", "", lang="en")
    assert strangers(person, firm) == [] == strangers(firm, person)
    assert strangers(firm, trade) == []


def test_two_people_of_one_bank_are_two() -> None:
    one = facts("BoE's Mann sees no room for a cut", "", lang="en")
    other = facts("BoE's Greene sees no room for a cut", "", lang="en")
    assert contradiction(one, other) != ""


def test_the_tables_hang_together() -> None:
    known = set(aliases().firms.values())
    assert set(aliases().trades) <= known
    assert sectors_in(["a", "carmaker"]) and not sectors_in(["a", "tree"])
    assert stands_for(("nobody",)) == frozenset() == stands_for(())
