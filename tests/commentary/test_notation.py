import pytest

from commentary.facts.notation import count, in_unit, number, period_text
from tests.commentary.figures import AS_OF, figure


@pytest.mark.parametrize(
    ("value", "decimals", "english", "italian"),
    [
        (1234.5, 1, "1,234.5", "1.234,5"),
        (-0.84, 2, "−0.84", "−0,84"),
        (-0.001, 2, "0.00", "0,00"),
        (1e12, 0, "1,000,000,000,000", "1.000.000.000.000"),
        (2.0, 0, "2", "2"),
    ],
)
def test_number_is_written_as_the_language_writes_it(value, decimals, english, italian):
    assert (number(value, decimals, "en"), number(value, decimals, "it")) == (english, italian)


@pytest.mark.parametrize(
    ("unit", "value", "english", "italian"),
    [
        ("%", 2.1, "2.1%", "2,1%"),
        ("pp", 0.8, "0.8\xa0percentage points", "0,8\xa0punti percentuali"),
        ("index", 15.2, "15.2", "15,2"),
        ("ratio", 1.9, "1.9", "1,9"),
        ("USD", -72.4, "−$72.4", "−72,4\xa0dollari"),
        ("GBP", 0.9, "£0.9", "0,9\xa0sterline"),
        ("EUR", 3.0, "€3.0", "3,0\xa0euro"),
        ("USD bn", 6400.0, "$6,400.0\xa0billion", "6.400,0\xa0miliardi di dollari"),
    ],
)
def test_in_unit_names_the_unit(unit, value, english, italian):
    row = figure(unit=unit, decimals=1, value=value)
    assert (in_unit(value, row, "en"), in_unit(value, row, "it")) == (english, italian)


def test_in_unit_one_point_is_singular():
    row = figure(unit="pp", decimals=0)
    assert (in_unit(1.0, row, "en"), in_unit(1.0, row, "it")) == (
        "1\xa0percentage point",
        "1\xa0punto percentuale",
    )


@pytest.mark.parametrize(
    ("label", "day", "english", "italian"),
    [
        ("2026-11-20", "2026-11-20", "20 November", "20 novembre"),
        ("2025-08-01", "2025-08-01", "1 August 2025", "1º agosto 2025"),
        ("2026-W46", "2026-11-15", "15 November", "15 novembre"),
        ("2026-10", "2026-10-31", "October 2026", "ottobre 2026"),
        ("2026-Q3", "2026-09-30", "the third quarter of 2026", "terzo trimestre del 2026"),
        ("2026-S1", "2026-06-30", "the first half of 2026", "primo semestre del 2026"),
        ("2025", "2025-12-31", "2025", "2025"),
    ],
)
def test_period_text_reads_every_kind_of_label(label, day, english, italian):
    assert (period_text(label, day, AS_OF, "en"), period_text(label, day, AS_OF, "it")) == (english, italian)


def test_period_text_is_english_for_a_language_that_is_not_written_yet():
    assert period_text("2026-10", "2026-10-31", AS_OF, "fr") == "October 2026"


@pytest.mark.parametrize(
    ("amount", "opening", "english", "italian"),
    [
        (1, False, "one", "uno"),
        (12, False, "twelve", "dodici"),
        (13, False, "13", "13"),
        (21, True, "Twenty-one", "Ventuno"),
        (38, True, "Thirty-eight", "Trentotto"),
        (43, True, "Forty-three", "Quarantatré"),
        (100, True, "100", "100"),
    ],
)
def test_count_is_a_word_where_it_is_short(amount, opening, english, italian):
    assert (count(amount, "en", opening=opening), count(amount, "it", opening=opening)) == (english, italian)
