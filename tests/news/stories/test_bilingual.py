"""Contradictions and measures of pairs in two languages."""

import pytest

from news.stories.bilingual import contradiction, measures, probability
from news.stories.facts import HeadlineFacts, facts


def pair(english: str, italian: str) -> tuple[HeadlineFacts, HeadlineFacts]:
    return facts(english, "", lang="en"), facts(italian, "", lang="it")


@pytest.mark.parametrize(
    ("measure", "english", "italian"),
    [
        (
            "shared figure of three digits",
            "Norvane recalls 215,000 hybrids",
            "Norvane richiama 215mila ibride",
        ),
        ("shared name", "Norvane cuts posts", "Esuberi alla Norvane"),
        ("shared place", "UK borrowing falls", "Londra, cala il fabbisogno"),
        ("shared thing", "Fed minutes show split", "Fed, i verbali mostrano divisioni"),
        ("shared metric", "Retail sales rise", "Vendite al dettaglio in aumento"),
        ("shared move", "Exports rise", "Export in aumento"),
        ("moves clash", "Exports rise", "Export in calo"),
        ("strange names", "Norvane cuts posts", "Esuberi in Germania"),
        ("other things", "Airline cancels flights", "Sciopero dei treni"),
    ],
)
def test_measures_see(measure: str, english: str, italian: str) -> None:
    first, second = pair(english, italian)
    assert measures(first, second)[measure] > 0
    assert measures(first, second) == measures(second, first)


@pytest.mark.parametrize(
    ("reason", "english", "italian"),
    [
        ("figures", "UK inflation at 2.1%", "Regno Unito, inflazione al 2,4%"),
        ("places", "Spanish inflation slows", "Francia, l'inflazione rallenta"),
        ("periods", "Sales fell in August", "Vendite in calo a luglio"),
        ("", "UK borrowing at £15.9 billion", "Londra, fabbisogno a 15,9 miliardi di sterline"),
        ("", "Tokyo approves 17 trillion yen stimulus", "Giappone, stimoli da 17mila miliardi di yen"),
    ],
)
def test_contradiction_says_what_rules_a_pair_out(reason: str, english: str, italian: str) -> None:
    assert contradiction(*pair(english, italian)) == reason


def test_one_story_is_likelier_than_two_of_a_country() -> None:
    english = "Swiss economy grows 0.3% in third quarter"
    same = pair(english, "Svizzera, Pil in crescita dello 0,3% nel terzo trimestre")
    assert probability(*same) > 0.9
    assert probability(*pair(english, "Svizzera, vendite di orologi in aumento")) < 0.3
