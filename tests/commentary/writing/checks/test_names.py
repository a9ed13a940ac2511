"""Nobody is named whom neither the note nor the headline names."""

import pytest

from tests.commentary.tables import checked, findings, refused_in_both, table

US = ["us10"]


@pytest.mark.parametrize(
    "name", ["Powell", "the Fed", "Germany", "the ECB", "Goldman", "gold", "Treasuries", "bitcoin"]
)
def test_a_fact_has_names_by_slots_alone(name):
    assert checked("fact", US, f"{{us10.name}}, like {name}, fell.", "{us10.name} è sceso.").findings["en"]


def test_a_body_is_no_name_at_the_head_of_a_headlines_sentence():
    assert refused_in_both(
        checked(
            "story",
            ["s2"],
            "NATO escorts tankers at Kalmira, according to {s2.publisher}.",
            "NATO accanto alle petroliere a Kalmira, secondo {s2.publisher}.",
        )
    )


@pytest.mark.parametrize(("city", "is_known"), [("Lisbona", True), ("Atene", False)])
def test_a_city_of_the_headline_may_stand_in_the_other_language(city, is_known):
    slots = table(stories=({"title": "Brasco asks for patience in Lisbon", "publisher": "ECB"},))
    found = checked(
        "story",
        ["s1"],
        "In Lisbon Brasco called for patience, according to {s1.publisher}.",
        f"A {city} Brasco ha chiesto pazienza, secondo {{s1.publisher}}.",
        slots=slots,
    )
    assert any(each.rule == "draft.name" for each in found.findings["it"]) != is_known


def test_a_headlines_own_names_may_stand():
    found = checked(
        "story",
        ["s1"],
        "Ministers ask to be heard on Kestrel Bank, according to {s1.publisher}.",
        "I ministri chiedono voce su Kestrel Bank, secondo {s1.publisher}.",
    )
    assert not any(each.rule == "draft.name" for side in found.findings.values() for each in side), findings(
        found
    )
