"""Sentences as they print: articles and prepositions before slots, units at the first mention, capitals, receipts."""

import pytest

from commentary.language.draft import SlotDraft, SlotSentence
from commentary.language.rendering import UnknownSlot, render, render_sentence
from tests.commentary.tables import ROWS, WHOLE, one, sentence, table, text

ITALIAN = [
    ("{us10.name} è sceso a {us10.value} da {us10.before}.", "Il rendimento del Treasury decennale è sceso al 4,94% dal 5,00%."),
    ("{us10.name} è sceso al {us10.value} dal {us10.before}.", "Il rendimento del Treasury decennale è sceso al 4,94% dal 5,00%."),
    ("{us10.name} è sceso di {us10.move}.", "Il rendimento del Treasury decennale è sceso di 6 punti base."),
    ("{brnt.name} è salito del {brnt.move} a {brnt.value}.", "Il Brent è salito del 2,0% a 73,12 dollari al barile."),
    ("Un dato per {brnt.name}, il {brnt.on}.", "Un dato per il Brent, il 20 novembre."),
    ("La storia di {cpie.name}.", "La storia dell’inflazione nell’area euro."),
    ("{cpie.name} è salita in {cpie.on}.", "L’inflazione nell’area euro è salita a ottobre."),
    ("{gdpe.name} è calato in {gdpe.on}.", "Il Pil dell’area euro è calato nel terzo trimestre."),
    ("È contro il {cpie.year_ago} di un anno prima.", "È contro il 2,1% di un anno prima."),
    ("{cpie.name} è {cpie.value}.", "L’inflazione nell’area euro è al 3,0%."),
    ("Il livello più alto da {cpie.extreme_since}.", "Il livello più alto da marzo 2015."),
    ("Sopra il {us10.share} dei suoi valori dal {us10.since}.", "Sopra il 93% dei suoi valori dal 1990."),
    ("{sprd.name} si è allargato di {sprd.move} a {sprd.value}.", "Lo spread Btp-Bund si è allargato di 10 punti base a 109."),
    ("{sprd.name} è salito da {sprd.before} a {sprd.value}.", "Lo spread Btp-Bund è salito da 99 a 109 punti base."),
]  # fmt: skip
ENGLISH = [
    ("{us10.name} fell to {us10.value} from {us10.before}.", "The US 10-year yield fell to 4.94% from 5.00%."),
    ("{brnt.name} rose {brnt.move} to {brnt.value} on {brnt.on}.", "Brent rose 2.0% to $73.12 a barrel on 20 November."),
    ("{cpie.name} rose on {cpie.on}.", "Euro-area inflation rose in October."),
    ("{gdpe.name} shrank on {gdpe.on}.", "The euro-area economy shrank in the third quarter."),
    ("A {us10.move} move.", "A 6-basis-point move."),
    ("{sprd.name} rose from {sprd.before} to {sprd.value}.", "The BTP-Bund spread rose from 99 to 109 basis points."),
    ("The {us10.name} fell.", "The US 10-year yield fell."),
    ("a {cpie.value} rate.", "A 3.0% rate."),
    ("{us10.name} fell", "The US 10-year yield fell."),
]  # fmt: skip
NUMBERS = [
    (0.9, "allo 0,90%", "dello 0,90%"),
    (8.5, "all’8,50%", "dell’8,50%"),
    (1.3, "all’1,30%", "dell’1,30%"),
    (11.0, "all’11,00%", "dell’11,00%"),
    (4.1, "al 4,10%", "del 4,10%"),
    (88.0, "all’88,00%", "dell’88,00%"),
    (18.0, "al 18,00%", "del 18,00%"),
    (-0.1, "al −0,10%", "del −0,10%"),
]


@pytest.mark.parametrize(("template", "printed"), ITALIAN)
def test_italian_sentences(template, printed):
    assert text(template, "it") == printed


@pytest.mark.parametrize(("template", "printed"), ENGLISH)
def test_english_sentences(template, printed):
    assert text(template, "en") == printed


@pytest.mark.parametrize(("value", "to", "of"), NUMBERS)
def test_italian_prepositions_contract_with_a_percentage(value, to, of):
    slots = one(ROWS["us10"], value=value, prev=3.33)
    assert text("x al {us10.value} x della {us10.value}", "it", slots) == f"X {to} x {of}."


def test_a_barrel_stands_at_the_first_mention_alone():
    again = sentence(
        "fact", ["brnt"], "{brnt.name} stood at {brnt.value}.", "{brnt.name} era a {brnt.value}."
    )
    draft = SlotDraft(None, (again, again))
    assert render(draft, WHOLE, "en").body == "Brent stood at $73.12 a barrel. Brent stood at $73.12."


def test_a_title_has_short_names_and_no_full_stop():
    draft = SlotDraft(
        {"en": "{us10.name} falls to {us10.value}.", "it": "{us10.name} scende a {us10.value}."}, ()
    )
    assert render(draft, WHOLE, "en").title == "US 10-year yield falls to 4.94%"
    assert render(draft, WHOLE, "it").title == "Il rendimento del Treasury decennale scende al 4,94%"


def test_an_ending_sentence_closes_its_paragraph():
    parts = tuple(
        SlotSentence("fact", (), {"en": word, "it": word}, ends)
        for word, ends in (("One.", False), ("Two.", True), ("Three.", False))
    )
    assert render(SlotDraft(None, parts), WHOLE, "en").body == "One. Two.\n\nThree."


def test_each_printed_figure_has_its_receipt():
    found = render_sentence(
        sentence("fact", ["us10"], "{us10.name} fell to {us10.value} from {us10.before}.", ""), WHOLE, "en"
    )
    assert [(each["code"], each["field"], each["value"], each["period"]) for each in found.figures] == [
        ("US10", "value", 4.94, "2026-11-20"), ("US10", "before", 5.0, "2026-11-19"),
    ]  # fmt: skip


def test_an_apposition_that_ends_a_sentence_has_no_comma():
    assert text("x {us10.glossed}.", "en", table(tone="NOVICE")).endswith(".") and ",." not in text(
        "x {us10.glossed}.", "en", table(tone="NOVICE")
    )


def test_a_slot_that_is_not_offered_is_an_error():
    with pytest.raises(UnknownSlot):
        text("{us10.nothing}", "en")


def test_a_title_name_behind_a_semicolon_is_small_where_it_is_no_proper_name():
    draft = SlotDraft({"en": "{us10.head}; {brnt.head}", "it": "{us10.head}; {sprd.head}; {brnt.head}"}, ())
    assert render(draft, WHOLE, "en").title.endswith("; Brent")
    assert "; spread Btp-Bund" in render(draft, WHOLE, "it").title
    assert render(draft, WHOLE, "it").title.endswith("; Brent")
