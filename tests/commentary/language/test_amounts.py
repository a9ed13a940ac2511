"""Values and sizes of moves as texts print them."""

import pytest

from commentary.language import amounts
from tests.commentary.figures import figure


def shown(amount):
    return tuple(amount.text(language).replace("\N{NO-BREAK SPACE}", " ") for language in amounts.LANGUAGES)


VALUES = [
    ("US10", {"unit": "%", "decimals": 2}, 5.0, ("5.00%", "5,00%")),
    ("CPIE", {"unit": "%", "decimals": 1}, 3.0, ("3.0%", "3,0%")),
    ("GDPE", {"unit": "%", "decimals": 1}, -0.1, ("minus 0.1%", "−0,1%")),
    ("SPRD", {"unit": "pp", "decimals": 2}, 1.09, ("109 basis points", "109 punti base")),
    ("BRNT", {"unit": "USD", "decimals": 2}, 73.12, ("$73.12", "73,12 dollari")),
    ("GOLD", {"unit": "USD", "decimals": 1}, 3869.67, ("$3,870", "3.870 dollari")),
    ("GOLD", {"unit": "USD", "decimals": 1}, 999.96, ("$1,000", "1.000 dollari")),
    ("WTI", {"unit": "USD", "decimals": 2}, -37.63, ("minus $37.63", "−37,63 dollari")),
    ("BTC", {"unit": "USD", "decimals": 0}, 95518.4, ("$95,518", "95.518 dollari")),
    ("RRP", {"unit": "USD bn", "decimals": 1}, 127.7, ("$127.7 billion", "127,7 miliardi di dollari")),
    ("EURU", {"unit": "USD", "decimals": 4}, 1.1844, ("$1.1844", "1,1844 dollari")),
    ("EURG", {"unit": "GBP", "decimals": 4}, 0.8388, ("83.88 pence", "0,8388 sterline")),
    ("EURJ", {"unit": "JPY", "decimals": 2}, 176.43, ("176.43 yen", "176,43 yen")),
    ("EURF", {"unit": "CHF", "decimals": 4}, 0.974, ("0.9740 Swiss francs", "0,9740 franchi svizzeri")),
    ("EURC", {"unit": "CNY", "decimals": 4}, 8.2686, ("8.2686 yuan", "8,2686 yuan")),
    ("NFCI", {"unit": "index", "decimals": 2}, -0.06, ("minus 0.06", "−0,06")),
]  # fmt: skip


@pytest.mark.parametrize(("key", "fields", "value", "printed"), VALUES, ids=[each[0] for each in VALUES])
def test_a_value_has_the_unit_of_its_row(key, fields, value, printed):
    assert shown(amounts.value(value, figure(key, value=value, **fields), "INTERMEDIATE")) == printed


SIZES = [
    ("US10", {}, "INTERMEDIATE", 0.06, ("6 basis points", "6 punti base")),
    ("US10", {}, "INTERMEDIATE", 0.01, ("1 basis point", "1 punto base")),
    ("US10", {}, "NOVICE", 0.06, ("0.06 percentage point", "0,06 punti percentuali")),
    ("CPIE", {"decimals": 1}, "INTERMEDIATE", 0.1, ("0.1 percentage point", "0,1 punti percentuali")),
    ("CPIE", {"decimals": 1}, "NOVICE", 1.5, ("1.5 percentage points", "1,5 punti percentuali")),
    ("BRNT", {"unit": "USD", "measure": "percent"}, "NOVICE", -2.64, ("2.6%", "2,6%")),
    ("RRP", {"unit": "USD bn", "decimals": 1}, "NOVICE", 1.7, ("$1.7 billion", "1,7 miliardi di dollari")),
    ("ESI", {"unit": "index", "decimals": 1}, "NOVICE", 0.6, ("0.6 points", "0,6 punti")),
]  # fmt: skip


@pytest.mark.parametrize(("key", "fields", "tone", "size", "printed"), SIZES)
def test_a_size_has_no_sign_and_its_tones_measure(key, fields, tone, size, printed):
    assert shown(amounts.size(size, figure(key, **fields), tone)) == printed


def test_a_size_that_would_print_as_zero_has_more_decimals():
    assert shown(amounts.size(0.04, figure("BRNT", unit="USD", measure="percent"), "NOVICE")) == (
        "0.04%",
        "0,04%",
    )


def test_a_move_is_the_difference_of_the_printed_values():
    assert amounts.move_of(figure(value=4.126, prev=4.084, decimals=2)) == 0.05


def test_a_move_between_values_that_print_alike_is_none():
    assert amounts.move_of(figure(value=4.124, prev=4.121, decimals=2)) == 0.0


def test_without_a_reading_before_there_is_no_move():
    assert amounts.move_of(figure(prev=None, prev_period="")) is None


def test_a_barrel_follows_a_first_mention_alone():
    amount = amounts.value(71.2, figure("BRNT", unit="USD"), "NOVICE")
    assert (amount.suffix("en"), amount.suffix("it")) == (" a barrel", " al barile")


@pytest.mark.parametrize(
    ("tone", "printed"),
    [
        ("NOVICE", ("0.25 percentage point", "0,25 punti percentuali")),
        ("INTERMEDIATE", ("25 basis points", "25 punti base")),
    ],
)
def test_a_gap_is_that_of_the_printed_values(tone, printed):
    assert shown(amounts.gap(figure("US10", value=4.94), figure("GB10", value=4.69), tone)) == printed


def test_a_gap_has_the_decimals_of_the_finer_row():
    monthly, daily = figure("CPIE", value=5.0, decimals=1), figure("US10", value=4.69)
    assert shown(amounts.gap(monthly, daily, "NOVICE")) == ("0.31 percentage point", "0,31 punti percentuali")
