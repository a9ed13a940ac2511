"""Kinds of prices, output and activity, stages of a matter: which of them never make one story."""

from itertools import combinations

import pytest

from news.story_contradictions import contradiction
from news.story_facts import facts

_KINDS = {
    "en": (
        "consumer inflation", "core inflation", "factory-gate inflation", "services inflation", "harmonised inflation",
        "house price inflation", "import prices", "wage growth", "food inflation", "rent inflation", "retail sales",
        "industrial output", "services output", "manufacturing PMI", "services PMI", "composite PMI", "construction PMI",
    ),
    "it": (
        "inflazione", "inflazione di fondo", "inflazione alla produzione", "inflazione nei servizi", "inflazione armonizzata",
        "prezzi delle case", "prezzi all'importazione", "crescita dei salari", "inflazione alimentare", "vendite al dettaglio",
        "produzione industriale", "fatturato dei servizi", "Pmi manifatturiero", "Pmi servizi", "Pmi composito",
    ),
}  # fmt: skip
_FRAMES = {"en": "Britain's {} at 3.6% in October", "it": "Regno Unito, {} al 3,6% a ottobre"}


def reason(one: str, other: str, lang: str = "en") -> str:
    found = contradiction(facts(one, "", lang=lang), facts(other, "", lang=lang))
    assert found == contradiction(facts(other, "", lang=lang), facts(one, "", lang=lang))
    return found


@pytest.mark.parametrize("lang", ["en", "it"])
def test_contradiction_parts_each_kind_of_index_from_each_other(lang: str) -> None:
    frame = _FRAMES[lang]
    joined = [
        (one, other)
        for one, other in combinations(_KINDS[lang], 2)
        if reason(frame.format(one), frame.format(other), lang) != "concepts"
    ]
    assert joined == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("US producer prices rise 0.3% in September", "US wholesale prices climb 0.3% in September"),
        ("Factory-gate inflation in Norway picks up to 3.6%", "Norway's producer prices up 3.6%"),
        ("Norway's underlying inflation eases to 2.8%", "Core inflation in Norway eases to 2.8%"),
        ("Japan's key inflation gauge picks up to 2.7%", "Japanese consumer prices rise 2.7%"),
        ("UK economy slows to 0.1% growth in third quarter", "UK economy grows by 0.1% in third quarter"),
        ("Orvella loses lawsuit over Harlan patents", "Orvella loses court case over Harlan patents"),
    ],
)
def test_contradiction_lets_other_words_for_one_matter_stand(one: str, other: str) -> None:
    assert reason(one, other) == ""


@pytest.mark.parametrize(
    ("lang", "one", "other"),
    [
        ("en", "Euro zone flash PMI at 52.6", "Euro zone final PMI at 52.6"),
        ("en", "Harlan invests $2 billion in Leeds site", "Harlan buys Orvella for $2 billion"),
        ("en", "Harlan to invest $2 billion", "Harlan wins $2 billion contract"),
        ("en", "Harlan wins $2 billion contract from Tessaly", "Orvella loses Tessaly contract to Harlan"),
        ("en", "Court orders Harlan mine closed", "Harlan halts arbitration over mine"),
        ("en", "Senate fails again to end shutdown", "Shutdown ends after 43 days"),
        ("en", "Keller names finance minister", "Voters elect Keller president"),
        ("en", "Harlan refunds begin", "FTC trial against Harlan begins"),
        ("en", "Harlan will not raise its bid for Orvella", "Harlan withdraws bid for Orvella"),
        ("en", "Japanese core inflation at 2.8%", "Tokyo core inflation at 2.8%"),
        ("it", "Valdoria, firmata l'intesa con i sindacati", "Valdoria annuncia 300 esuberi"),
        ("it", "Valdoria, niente licenziamenti", "Valdoria, 300 esuberi"),
        ("it", "Dazi, la Corte suprema esamina il ricorso", "Dazi, Valdoria ricorre alla Corte suprema"),
        ("it", "Valdoria non rilancerà su Remazel", "Valdoria ritira l'offerta su Remazel"),
        ("it", "Valdoria, piano da 9 miliardi di investimenti", "Valdoria, ordine da 9 miliardi"),
        ("it", "Il governo cerca il successore di Rossi alla Consob", "Consob, Rossi chiede regole sulle cripto"),
    ],
)  # fmt: skip
def test_contradiction_parts_outcomes_and_matters(lang: str, one: str, other: str) -> None:
    assert reason(one, other, lang) != ""
