"""The suffix table and its rules."""

import random
import string

import pytest

from portfolio.instruments import provider_ticker
from portfolio.venues import currency_code, map_ticker, short_form


@pytest.mark.parametrize(
    ("ticker", "currency", "symbol"),
    [
        ("AAPL_US_EQ", "USD", "AAPL"),
        ("VUSAl_EQ", "GBP", "VUSA.L"),
        ("TSCOl_EQ", "GBX", "TSCO.L"),
        ("TSCOl_EQ", "GBp", "TSCO.L"),
        ("IGLNl_EQ", "USD", "IGLN.L"),
        ("XYZl_EQ", "EUR", "XYZ.L"),
        ("SAPd_EQ", "EUR", "SAP.DE"),
        ("RY_CA_EQ", "CAD", "RY.TO"),
        ("RY_CA_EQ", "USD", "RY.TO"),
        ("MCp_EQ", "EUR", "MC.PA"),
        ("SANe_EQ", "EUR", "SAN.MC"),
        ("NESNs_EQ", "CHF", "NESN.SW"),
        ("NESNs_EQ", "EUR", "NESN.SW"),
        ("ABI_BE_EQ", "EUR", "ABI.BR"),
        ("UCB_BB_EQ", "EUR", "UCB.BR"),
        ("ASMLa_EQ", "EUR", "ASML.AS"),
        ("OMV_AT_EQ", "EUR", "OMV.VI"),
        ("EDP_PT_EQ", "EUR", "EDP.LS"),
        ("QIA_DE_EQ", "EUR", "QIA.DE"),
        ("IVGm_EQ", "EUR", "IVG.MI"),
        ("3MSTm_EQ", "EUR", "3MST.MI"),
        ("BMWd1_EQ", "EUR", "BMW.DE"),
        ("ABCl1_EQ", "GBX", "ABC.L"),
        ("ABCa1_EQ", "EUR", "ABC.AS"),
        ("TTE_FR_EQ", "EUR", "TTE.PA"),
    ],
)
def test_provider_ticker_follows_the_table(ticker, currency, symbol):
    assert (provider_ticker(ticker), provider_ticker(ticker, currency=currency)) == (symbol, symbol)


@pytest.mark.parametrize(
    "ticker",
    ["ABC_UK_EQ", "ABC_GB_EQ", "ABC_LN_EQ", "ABCo_EQ", "ABC_AU_EQ", "ABCes_EQ", "ABCpl_EQ", "ABCql_EQ", "ABCpp_EQ",
     "ABC_EQ", "ABCf_EQ", "ABCg_EQ", "ABCz_EQ", "ABCn_EQ", "ABCi_EQ", "ABCh_EQ", "ABC_us_EQ", "ABCL_EQ", "ABC", "",
     "_US_EQ", "l_EQ", "_EQ", "ABC_US", "ABC_US_EQ_X", "abc_US_EQ", "ABCd12_EQ"],
)  # fmt: skip
def test_provider_ticker_never_guesses_an_unknown_code(ticker):
    assert (provider_ticker(ticker), map_ticker(ticker).symbol) == (None, None)


@pytest.mark.parametrize(
    ("ticker", "short_name", "symbol"),
    [
        ("FB_US_EQ", "META", "META"),
        ("RBSl_EQ", "NWG", "NWG.L"),
        ("SNDK1_US_EQ", "SNDK", "SNDK"),
        ("RTP_US_EQ", "JOBY", "JOBY"),
        ("BRK_A_US_EQ", "BRK/A", "BRK-A"),
        ("BRK_B_US_EQ", "BRK.B", "BRK-B"),
        ("BRK_B_US_EQ", None, "BRK-B"),
        ("BTl_EQ", "BT.A", "BT-A.L"),
        ("TECK_B_CA_EQ", "TECK.B", "TECK-B.TO"),
        ("BPl_EQ", "BP.", "BP.L"),
        ("BPl_EQ", "BP", "BP.L"),
        ("RRl_EQ", "RR.", "RR.L"),
        ("NGl_EQ", "NG/", "NG.L"),
        ("MSFT_US_EQ", "", "MSFT"),
        ("MSFT_US_EQ", "  ", "MSFT"),
        ("NOVOBd_EQ", "NOVO-B", "NOVO-B.DE"),
    ],
)
def test_provider_ticker_takes_the_base_from_the_short_name(ticker, short_name, symbol):
    assert provider_ticker(ticker, short_name=short_name) == symbol


@pytest.mark.parametrize("short_name", ["BRK B", "=1+1", "../x", "A..B", "<b>", "ÄBC", "."])
def test_provider_ticker_refuses_short_names_of_no_tickers_form(short_name):
    assert provider_ticker("ABC_US_EQ", short_name=short_name) is None


@pytest.mark.parametrize(
    ("ticker", "currency"),
    [("VIG_US_EQ", "EUR"), ("DHER_US_EQ", "EUR"), ("ABCd_EQ", "USD"), ("ABCl_EQ", "CAD"), ("ABC_CA_EQ", "EUR"),
     ("ABCs_EQ", "GBX"), ("ABCp_EQ", "GBX"), ("ABC_PT_EQ", "USD")],
)  # fmt: skip
def test_provider_ticker_stays_unmapped_when_currency_contradicts(ticker, currency):
    assert provider_ticker(ticker, currency=currency) is None
    assert (
        map_ticker(ticker, currency=currency).reason
        == f"the currency {currency} contradicts the exchange code"
    )


def test_map_ticker_gives_its_reason():
    reasons = [map_ticker("ABC_US_EQ", short_name="XYZ").reason, map_ticker("ABC_US_EQ").reason,
               map_ticker("ABCo_EQ").reason, map_ticker("ABC_US_EQ", short_name="a b").reason]  # fmt: skip
    assert reasons == ["short name", "ticker, for want of a short name", "the exchange code is unknown",
                       "the short name has no ticker's form"]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "short"),
    [("brk.b", "BRK-B"), ("BRK B", "BRK-B"), (" RR. ", "RR"), ("ＢＲＫ/A", "BRK-A"), ("", "")],
)
def test_short_form(text, short):
    assert short_form(text) == short


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("GBp", "GBX"),
        ("GBX", "GBX"),
        ("gbx", "GBX"),
        ("GBP", "GBP"),
        ("eur", "EUR"),
        ("", None),
        (None, None),
    ],
)
def test_currency_code(given, code):
    assert currency_code(given) == code


def test_provider_ticker_of_noise_is_a_ticker_or_none():
    dice = random.Random(20261121)
    letters = string.ascii_letters + string.digits + "_./- \n=é"
    for _ in range(20_000):
        text = "".join(dice.choices(letters, k=dice.randrange(8))) + dice.choice(
            ["_US_EQ", "l_EQ", "_EQ", ""]
        )
        symbol = provider_ticker(text, short_name=dice.choice([None, text[:4]]))
        assert symbol is None or set(symbol) <= set(string.ascii_uppercase + string.digits + "-.")
