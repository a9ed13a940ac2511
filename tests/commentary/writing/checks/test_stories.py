"""Sentences on headlines: with the publisher, in other words, and with nothing that the headline does not tell."""

import pytest

from tests.commentary.tables import checked, findings, refused_in_both, table

RIGHT = [
    (["s1"], "Ministers ask to be heard on the offer for Tessmark, according to {s1.publisher}.", "Sull’offerta per Tessmark i ministri chiedono voce, secondo {s1.publisher}."),
    (["s2"], "Near Kalmira {s2.n1} tankers came under fire from drones, according to {s2.publisher}.", "Presso Kalmira {s2.n1} petroliere sono finite sotto il tiro di droni, secondo {s2.publisher}."),
    (["s3"], "Fares are not to go up at Marlow, according to {s3.publisher}.", "Da Marlow le tariffe non aumentano, secondo {s3.publisher}."),
]  # fmt: skip
TAIL, CODA = ", according to {s2.publisher}.", ", secondo {s2.publisher}."
WRONG = {
    "no publisher": (["s2"], "Near Kalmira tankers came under fire.", "Presso Kalmira petroliere sotto tiro."),
    "another publisher": (["s2"], "Near Kalmira tankers came under fire, according to {s1.publisher}.", "Presso Kalmira petroliere sotto tiro, secondo {s1.publisher}."),
    "another source": (["s2"], "Near Kalmira tankers came under fire, according to sources; {s2.publisher}.", "Presso Kalmira petroliere sotto tiro, secondo fonti; {s2.publisher}."),
    "another story": (["s2"], "Wheat is short in a far valley" + TAIL, "Manca grano in una valle lontana" + CODA),
    "no story": ([], "Banks collapse.", "Le banche crollano."),
    "a story that was not given": (["s9"], "Banks collapse, according to {s9.publisher}.", "Crollano le banche, secondo {s9.publisher}."),
    "the headline's words": (["s2"], "Drones hit tankers at the Kalmira strait, owners told their crews to wait at anchor" + TAIL, "Owners told their crews to wait at anchor" + CODA),
    "a figure of the tables": (["s2", "us10"], "Tankers came under fire at Kalmira and {us10.name} fell" + TAIL, "Petroliere sotto tiro a Kalmira e {us10.name} è sceso" + CODA),
    "a market that it does not tell of": (["s2"], "The euro fell when tankers came under fire at Kalmira" + TAIL, "L’euro è sceso con le petroliere sotto tiro a Kalmira" + CODA),
    "shares": (["s1"], "Shares tumbled on the Tessmark offer, according to {s1.publisher}.", "Azioni in picchiata per l’offerta su Tessmark, secondo {s1.publisher}."),
    "a refusal": (["s2"], "Owners refuse to sail past Kalmira" + TAIL, "Gli armatori rifiutano di passare per Kalmira" + CODA),
    "a cancellation": (["s2"], "Sailings past Kalmira are called off" + TAIL, "Annullati i passaggi per Kalmira" + CODA),
    "a negation": (["s2"], "Nobody fired on tankers at Kalmira" + TAIL, "Nessuno ha sparato alle petroliere a Kalmira" + CODA),
    "a negation lost": (["s3"], "Marlow is to raise its fares, according to {s3.publisher}.", "Marlow aumenta le tariffe, secondo {s3.publisher}."),
    "a number of one's own": (["s2"], "Dozens of tankers came under fire at Kalmira" + TAIL, "Decine di petroliere sotto tiro a Kalmira" + CODA),
    "a scale of one's own": (["s2"], "Near Kalmira {s2.n1} million tankers came under fire" + TAIL, "Presso Kalmira {s2.n1} milioni di petroliere sotto tiro" + CODA),
    "a unit of one's own": (["s2"], "Near Kalmira {s2.n1} tonnes came under fire" + TAIL, "Presso Kalmira {s2.n1} tonnellate sotto tiro" + CODA),
    "a currency of one's own": (["s2"], "Near Kalmira €{s2.n1} came under fire" + TAIL, "Presso Kalmira €{s2.n1} sotto tiro" + CODA),
    "publishers for ships": (["s2"], "Near Kalmira {s2.publishers} tankers came under fire" + TAIL, "Presso Kalmira {s2.publishers} petroliere sotto tiro" + CODA),
    "yesterday": (["s2"], "Tankers came under fire at Kalmira yesterday" + TAIL, "Ieri petroliere sotto tiro a Kalmira" + CODA),
    "a weekday": (["s2"], "Tankers came under fire at Kalmira on Friday" + TAIL, "Venerdì petroliere sotto tiro a Kalmira" + CODA),
    "a month": (["s2"], "Tankers came under fire at Kalmira in May" + TAIL, "In maggio petroliere sotto tiro a Kalmira" + CODA),
    "a body": (["s2"], "NATO tankers came under fire at Kalmira" + TAIL, "Petroliere della NATO sotto tiro a Kalmira" + CODA),
    "a person": (["s2"], "Tankers came under fire at Kalmira, Powell told crews" + TAIL, "Petroliere sotto tiro a Kalmira, Powell agli equipaggi" + CODA),
    "a quotation": (["s2"], "Near Kalmira tankers “will never sail again”" + TAIL, "Presso Kalmira le petroliere «mai più in mare»" + CODA),
    "advice": (["s2"], "Buy now: tankers came under fire at Kalmira" + TAIL, "Conviene comprare: petroliere sotto tiro a Kalmira" + CODA),
    "an address": (["s2"], "See kalmira.example for the tankers" + TAIL, "Vedi kalmira.example sulle petroliere" + CODA),
    "markup": (["s2"], "<b>Tankers</b> came under fire at Kalmira" + TAIL, "<b>Petroliere</b> sotto tiro a Kalmira" + CODA),
    "another's number": (["s1", "s2"], "{s1.n1} tankers came under fire at Kalmira" + TAIL[:-1] + ", and ministers ask for talks on Tessmark, according to {s1.publisher}.", "{s1.n1} petroliere sotto tiro a Kalmira" + CODA[:-1] + ", e i ministri chiedono colloqui su Tessmark, secondo {s1.publisher}."),
    "each other's publisher": (["s1", "s2"], "Near Kalmira {s2.n1} tankers came under fire, according to {s1.publisher}, and ministers ask for talks on Tessmark" + TAIL, "Presso Kalmira {s2.n1} petroliere sotto tiro, secondo {s1.publisher}, e i ministri chiedono colloqui su Tessmark" + CODA),
    "a second sentence": (["s2"], "Tankers came under fire. Crews told {s2.publisher}.", "Petroliere sotto tiro a Kalmira. Equipaggi a {s2.publisher}."),
}  # fmt: skip


@pytest.mark.parametrize(("about", "en", "it"), RIGHT)
def test_a_headline_in_other_words_passes_the_rules_of_stories(about, en, it):
    found = checked("story", about, en, it)
    assert not [
        each for side in found.findings.values() for each in side if each.rule.startswith("draft.")
    ], findings(found)


@pytest.mark.parametrize(("about", "en", "it"), WRONG.values(), ids=WRONG)
def test_what_the_headline_does_not_tell_is_refused_in_both_languages(about, en, it):
    assert refused_in_both(checked("story", about, en, it))


def rules_of(about, en, it, **headline):
    slots = table(stories=({"publisher": "Reuters", **headline},))
    found = checked("story", about, en, it, slots=slots)
    return [each.rule for side in found.findings.values() for each in side if each.rule.startswith("draft.")]


def test_a_refusal_that_the_headline_reports_may_be_stated():
    assert not rules_of(
        ["s1"],
        "Pilots turn down the pay offer of Aldair, according to {s1.publisher}.",
        "I piloti respingono l’offerta di Aldair, secondo {s1.publisher}.",
        title="Pilots reject Aldair pay offer",
    )


def test_a_strike_called_off_must_be_stated_as_such():
    assert "draft.deed" in rules_of(
        ["s1"],
        "A strike at Aldair starts, according to {s1.publisher}.",
        "Parte lo sciopero in Aldair, secondo {s1.publisher}.",
        title="Aldair strike called off",
    )


def test_a_denial_of_the_summary_alone_may_be_left_out():
    headline = {"title": "280 posts to go at Marlow", "summary": "Nobody will be dismissed, the firm says."}
    assert not rules_of(
        ["s1"],
        "At Marlow {s1.n1} posts are to go, according to {s1.publisher}.",
        "Da Marlow {s1.n1} posti in meno, secondo {s1.publisher}.",
        **headline,
    )


def test_what_stays_and_what_is_higher_in_the_summary_may_both_stand():
    headline = {
        "title": "Euro area inflation stays at 1.8% in April",
        "summary": "In Italy prices are 1.2% higher than a year ago.",
    }
    assert not rules_of(
        ["s1"],
        "Inflation in the area held at {s1.n1}, according to {s1.publisher}; in Italy prices rose {s1.n2} in a year.",
        "L’inflazione nell’area è rimasta a {s1.n1}, secondo {s1.publisher}; in Italia i prezzi sono saliti di {s1.n2} in un anno.",
        **headline,
    )


def test_a_month_and_a_year_that_the_summary_compares_may_both_stand():
    headline = {
        "title": "Loans up 2.0% on the year in August",
        "summary": "A month before the rate was 2.0%, Istat says.",
    }
    assert not rules_of(
        ["s1"],
        "Loans grew {s1.n1} in the year to August, as they had a month before, according to {s1.publisher}.",
        "I prestiti sono cresciuti di {s1.n1} in un anno ad agosto, come un mese prima, secondo {s1.publisher}.",
        **headline,
    )


def test_a_strike_that_goes_on_is_not_called_off():
    assert "draft.deed" in rules_of(
        ["s1"],
        "The strike at Aldair is called off, according to {s1.publisher}.",
        "Lo sciopero in Aldair è revocato, secondo {s1.publisher}.",
        title="Aldair crews strike over pay",
    )


@pytest.mark.parametrize(
    ("title", "en", "it"),
    [
        ("Aldair wages rise", "Wages at Aldair went down", "In Aldair i salari sono scesi"),
        # "sal*", Italian for rising, was found in "sales", so that the headline seemed to say both.
        ("Shops’ sales fall", "Shops’ sales rose", "Le vendite dei negozi sono salite"),
    ],
)
def test_the_opposite_of_a_headline_is_refused(title, en, it):
    found = rules_of(
        ["s1"], f"{en}, according to {{s1.publisher}}.", f"{it}, secondo {{s1.publisher}}.", title=title
    )
    assert found.count("draft.deed") == 2


@pytest.mark.parametrize(
    ("title", "en", "it"),
    [
        ("Aldair exports rise", "A rise in Aldair’s exports", "Un calo delle esportazioni di Aldair"),
        (
            "Aldair wage growth slows",
            "Wage growth in Aldair slowed",
            "In Aldair la crescita dei salari è salita",
        ),
    ],
)
def test_the_opposite_of_the_other_language_is_refused(title, en, it):
    found = rules_of(
        ["s1"], f"{en}, according to {{s1.publisher}}.", f"{it}, secondo {{s1.publisher}}.", title=title
    )
    assert "draft.languages" in found


def test_a_workforce_may_be_told_as_jobs():
    assert not rules_of(
        ["s1"],
        "Aldair is cutting jobs, according to {s1.publisher}.",
        "Aldair taglia posti di lavoro, secondo {s1.publisher}.",
        title="Aldair reduces its workforce",
    )


def test_a_cause_word_is_no_cause_list_in_a_story():
    """ "Accompany", "sold" and "State" were refused as cause, advice and a name."""
    assert not rules_of(
        ["s1"],
        "Navies accompany ships past Kalmira, according to {s1.publisher}.",
        "Le marine accompagneranno le navi a Kalmira, secondo {s1.publisher}.",
        title="Warships to escort vessels through Kalmira strait",
    )
    assert not rules_of(
        ["s1"],
        "Government notes were sold, according to {s1.publisher}.",
        "Venduti titoli dello Stato, secondo {s1.publisher}.",
        title="Collocati titoli di Stato dal Tesoro",
    )
