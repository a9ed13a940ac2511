"""Titles by rules: subject, verb and value, in the past where they have a date."""

from dataclasses import replace

import pytest

from commentary.language.draft import SlotDraft, SlotSentence
from commentary.language.rendering import render
from commentary.rules.sentences import SentenceBuilder
from commentary.rules.titles import title_of
from tests.commentary.figures import figure
from tests.commentary.rules.test_sentences import BRENT, GDP, HYS, INDP, UK, US10
from tests.commentary.tables import one

TITLES = {
    "released": (UK, {}, "UK inflation rises to 4.1%", "Regno Unito, l’inflazione sale al 4,1%"),
    "unchanged": (UK, {"prev": 4.1}, "UK inflation unchanged at 4.1%", "Regno Unito, l’inflazione resta al 4,1%"),
    "edged": (UK, {"usual_move": 0.4}, "UK inflation rises to 4.1%", "Regno Unito, l’inflazione sale al 4,1%"),
    "moved": (BRENT, {}, "Brent falls 3.2% to $71.20", "Brent in calo del 3,2% a 71,20 dollari"),
    "small": (BRENT, {"prev": 71.1}, "Brent little changed at $71.20", "Brent poco mosso a 71,20 dollari"),
    "spread": (HYS, {}, "US high-yield spread widens to 292 basis points", "Spread high yield Usa in rialzo a 292 punti base"),
    "averaged": (replace(US10, key="SPRD", unit="pp", period="2026-10", prev_period="2026-09", date="2026-10-31", frequency="M", value=0.79, prev=0.75), {}, "BTP-Bund spread averaged 79 basis points in October", "Spread Btp-Bund, media di 79 punti base a ottobre"),
    "extreme": (UK, {"extreme": "highest", "extreme_since": "2015-03"}, "UK inflation rises to 4.1%, highest since March 2015", "Regno Unito, l’inflazione sale al 4,1%: massimo da marzo 2015"),
    "record": (UK, {"extreme": "highest", "all_time": ("highest",)}, "UK inflation rises to record 4.1%", "Regno Unito, inflazione al record del 4,1%"),
    "end of the stored history": (UK, {"extreme": "highest"}, "UK inflation rises to 4.1%, highest since at least 1990", "Regno Unito, l’inflazione sale al 4,1%: massimo almeno dal 1990"),
    "end of the stored history of a price": (BRENT, {"extreme": "lowest"}, "Brent falls to $71.20, lowest since at least 1990", "Brent a 71,20 dollari: minimo almeno dal 1990"),
    "no growth": (INDP, {"value": 0.0, "prev": -0.1}, "Euro-area output flat year on year", "Area euro, produzione stazionaria su base annua"),
    "reached": (US10, {"value": 5.0, "prev": 4.95}, "US 10-year yield reaches 5%", "Treasury decennale, il rendimento raggiunge il 5%"),
    "crossed": (US10, {"value": 4.94, "prev": 5.0}, "US 10-year yield falls below 5%", "Treasury decennale, rendimento sotto il 5%"),
    "growth": (GDP, {"value": 0.3, "prev": 0.1}, "Euro-area economy grows 0.3%", "Area euro, il Pil cresce dello 0,3%"),
    "revised": (UK, {"new": False, "revised_from": 4.2, "revised_period": "2026-10"}, "UK inflation revised down to 4.1%", "Regno Unito, inflazione rivista al ribasso al 4,1%"),
    "level": (UK, {"prev": None, "prev_period": ""}, "UK inflation stands at 4.1%", "Regno Unito, l’inflazione è al 4,1%"),
    "held": (figure("FEDU", value=4.5, prev=4.5, decided="2026-11-19", new=True), {}, "Fed holds rates at 4.50%", "La Fed lascia i tassi al 4,50%"),
    "cut": (figure("ECBD", value=2.0, prev=2.25, new=True), {}, "ECB cuts rates to 2.00%", "La Bce taglia i tassi al 2,00%"),
}  # fmt: skip


@pytest.mark.parametrize(("row", "changes", "english", "italian"), TITLES.values(), ids=TITLES)
def test_the_first_sentence_says_more_than_the_title(row, changes, english, italian):
    slots, id = one(row, **changes), row.id
    told = {field for _id, field in SentenceBuilder(slots).fact(id).slots("en")}
    titled = {field for _id, field in SlotSentence("", (), title_of(slots, id)).slots("en")}
    assert told - titled - {"name"}


@pytest.mark.parametrize(("row", "changes", "english", "italian"), TITLES.values(), ids=TITLES)
def test_a_title_has_subject_verb_and_value(row, changes, english, italian):
    slots = one(row, **changes)
    draft = SlotDraft(title_of(slots, row.id), ())
    found = tuple(
        render(draft, slots, language).title.replace("\N{NO-BREAK SPACE}", " ") for language in ("en", "it")
    )
    assert found == (english, italian)


def test_the_title_of_a_late_figure_has_its_day_and_is_in_the_past():
    for age, english, italian in (
        (1, "Brent falls 3.2% to $71.20", "Brent in calo del 3,2% a 71,20 dollari"),
        (2, "Brent fell 3.2% to $71.20 on 20 November", "Brent in calo del 3,2% a 71,20 dollari il 20 novembre"),
    ):  # fmt: skip
        slots = one(BRENT, age=age)
        draft = SlotDraft(title_of(slots, "brnt"), ())
        titles = [render(draft, slots, language).title for language in ("en", "it")]
        assert [title.replace("\N{NO-BREAK SPACE}", " ") for title in titles] == [english, italian]
