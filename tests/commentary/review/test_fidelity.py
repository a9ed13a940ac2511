"""A translation against its original."""

import pytest

from commentary.review.fidelity import fidelity

ENGLISH = "The 10-year yield fell by 6 basis points to 4.12% on 20 November. The S&P 500 closed at 6,602.99."
ITALIAN = (
    "Il rendimento decennale è sceso di 6 punti base al 4,12% il 20 novembre. L'S&P 500 ha chiuso a 6.602,99."
)


def rules(english: str, italian: str) -> list[str]:
    return [finding.rule for finding in fidelity(english, italian).findings]


def test_a_faithful_translation_passes():
    assert fidelity(ENGLISH, ITALIAN).passed
    assert rules(ENGLISH, ITALIAN) == []


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("4,12%", "4,21%", "fidelity.number"),
        ("4,12%", "4.12%", "fidelity.number"),
        ("6 punti base", "6 punti percentuali", "fidelity.number"),
        ("6 punti base", "−6 punti base", "fidelity.number"),
        ("6.602,99", "6,60299", "fidelity.number"),
        ("20 novembre", "21 novembre", "fidelity.date"),
        ("20 novembre", "20 ottobre", "fidelity.date"),
        ("S&P 500", "Nasdaq", "fidelity.name"),
        ("è sceso", "è salito", "fidelity.direction"),
        ("punti base al", "punti base\n\nal", "fidelity.structure"),
        (" L'S&P", " The index is one of the shares that were in the market. L'S&P", "fidelity.untranslated"),
    ],
)
def test_a_change_of_meaning_is_found(old, new, rule):
    verdict = fidelity(ENGLISH, ITALIAN.replace(old, new))
    assert not verdict.passed
    assert rule in {finding.rule for finding in verdict.findings}


def test_a_lost_number_is_found():
    assert "fidelity.number" in rules(ENGLISH, ITALIAN.split(". ", maxsplit=1)[0] + ".")


@pytest.mark.parametrize(
    ("english", "italian"),
    [
        ("Reserves were $2.9 trillion.", "Le riserve erano 2,9 mila miliardi di dollari."),
        ("It sold 5 billion euros.", "Ha venduto 5 miliardi di euro."),
        ("In the third quarter of 2026", "Nel terzo trimestre del 2026"),
        ("the two-year note", "il titolo biennale"),
        ("in October 2026", "a ottobre 2026"),
    ],
)
def test_forms_that_differ_between_the_languages_agree(english, italian):
    assert rules(english, italian) == []


def test_a_lost_hedge_is_a_hint_that_does_not_block():
    verdict = fidelity("It could be measured.", "È stato misurato.")
    assert verdict.passed
    assert [finding.rule for finding in verdict.findings] == ["fidelity.hedge"]


@pytest.mark.parametrize(
    ("english", "italian", "rule"),
    [
        ("The ECB did not change its rate.", "La BCE ha cambiato il tasso.", "fidelity.negation"),
        ("Italian inflation was 1.4%.", "L'inflazione spagnola era all'1,4%.", "fidelity.place"),
        ("The US pays more than the UK.", "Il Regno Unito paga di più degli Stati Uniti.", "fidelity.order"),
        ("It fell to 101.3 from 101.9.", "È scesa a 101,9 da 101,3.", "fidelity.origin"),
        ("House prices are the highest.", "I prezzi delle case sono i più bassi.", "fidelity.extreme"),
        (
            "The euro rose for the third day in a row.",
            "L'euro è salito per il quinto giorno consecutivo.",
            "fidelity.run",
        ),
        ("The spread was little changed.", "Lo spread è crollato.", "fidelity.direction"),
        ("It may have stopped.", "Ha certamente smesso.", "fidelity.certainty"),
    ],
)
def test_a_change_of_words_is_found(english, italian, rule):
    verdict = fidelity(english, italian)
    assert not verdict.passed
    assert rule in {finding.rule for finding in verdict.findings}


def test_a_negation_said_otherwise_is_kept():
    assert fidelity("The rate did not change.", "Il tasso è rimasto fermo al livello di prima.").passed


def test_a_translation_of_half_the_length_is_found():
    assert "fidelity.length" in rules(
        "Yields fell a little and nothing else was worth a line. " * 4, "Sono scesi."
    )
