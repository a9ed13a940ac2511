"""Resolution of a pie's line to a listing, step by step."""

import random

import pytest

from portfolio.instruments import choose, fold_name, resolve, symbol_of


def listing(ticker, name, currency, *, short=None, isin="", kind="STOCK"):
    base = ticker.removesuffix("_EQ").removesuffix("_US").rstrip("abcdefghijklmnopqrstuvwxyz1")
    return {
        "ticker": ticker,
        "shortName": short or base,
        "name": name,
        "currencyCode": currency,
        "isin": isin,
        "type": kind,
    }


BAE = listing("BAl_EQ", "BAE Systems", "GBX", short="BA.", isin="GB0002634946")
BOEING = listing("BA_US_EQ", "Boeing", "USD", isin="US0970231058")
BOEING_DE = listing("BCOd_EQ", "Boeing", "EUR", short="BCO", isin="US0970231058")
TESCO = listing("TSCOl_EQ", "Tesco", "GBX", isin="GB00BLGZ9862")
TRACTOR = listing("TSCO_US_EQ", "Tractor Supply", "USD", isin="US8923561067")
META = listing("FB_US_EQ", "Meta Platforms", "USD", short="META", isin="US30303M1027")
VUSA_L = listing("VUSAl_EQ", "Vanguard S&P 500 (Dist)", "GBP", isin="IE00B3XXRP09", kind="ETF")
VUSA_D = listing("VUSAd_EQ", "Vanguard S&P 500 (Dist)", "EUR", isin="IE00B3XXRP09", kind="ETF")
AIRBUS_P = listing("AIRp_EQ", "Airbus", "EUR", isin="NL0000235190")
AIRBUS_D = listing("AIRd_EQ", "Airbus", "EUR", isin="NL0000235190")
ALL = [BAE, BOEING, BOEING_DE, TESCO, TRACTOR, META, VUSA_L, VUSA_D, AIRBUS_P, AIRBUS_D]


@pytest.mark.parametrize(
    ("slice", "name", "symbol"),
    [
        ("BA", "Boeing", "BA"),
        ("BA", "BAE Systems", "BA.L"),
        ("BA.", "BAE SYSTEMS PLC", "BA.L"),
        ("BA", "The Boeing Company", "BA"),
        ("TSCO", "Tractor Supply", "TSCO"),
        ("TSCO", "Tesco", "TSCO.L"),
        ("META", "Meta Platforms", "META"),
        ("VUSA", "Vanguard S&P 500 (Dist)", "VUSA.L"),
        ("vusa", "vanguard s&p 500 dist", "VUSA.L"),
        ("VUSA", "", "VUSA.L"),
        ("VUSA", None, "VUSA.L"),
        ("VUSA", "Another wording", "VUSA.L"),
        ("VUSAd_EQ", None, "VUSA.DE"),
        ("FB", "Meta Platforms", None),
        ("NONE", "Nothing", None),
        ("", "", None),
    ],
)
def test_resolve_takes_ticker_and_name_then_currency(slice, name, symbol):
    assert resolve(slice, name, ALL) == symbol


@pytest.mark.parametrize(("slice", "name"), [("BA", None), ("BA", ""), ("TSCO", "Something else")])
def test_resolve_does_not_choose_between_companies(slice, name):
    assert choose(slice, name, ALL).reason == "several companies share this ticker"
    assert resolve(slice, name, ALL) is None


@pytest.mark.parametrize(
    ("slice", "name", "isin", "symbol"),
    [
        ("BA", None, "US0970231058", "BA"),
        ("BA", "BAE Systems", "us0970231058 ", "BA"),
        ("ZZZ", None, "US0970231058", "BCO.DE"),
        ("BA", "Boeing", "XX0000000000", "BA"),
        ("VUSA", None, "XX0000000000", None),
        ("AIR", None, "NL0000235190", "AIR.DE"),
    ],
)
def test_resolve_trusts_the_isin_above_the_name(slice, name, isin, symbol):
    assert resolve(slice, name, ALL, isin=isin) == symbol


@pytest.mark.parametrize(
    ("currencies", "chosen"),
    [
        (("USD", "EUR", "GBP", "GBX"), "GBX"),
        (("USD", "EUR", "GBP"), "GBP"),
        (("USD", "EUR"), "EUR"),
        (("USD", "CHF"), "USD"),
        (("CHF", "SEK"), "CHF"),
    ],
)
def test_choose_follows_the_order_of_currencies(currencies, chosen):
    rows = [listing(f"ABC{at}l_EQ", "Abc", code, short="ABC") for at, code in enumerate(currencies)]
    found = choose("ABC", "Abc", rows)
    assert found.instrument["currencyCode"] == chosen


def test_choose_tells_how_it_came_to_it():
    assert [
        choose("AIR", "Airbus", ALL).reason,
        choose("BA", "Boeing", ALL).reason,
        choose("Q", "", ALL).reason,
    ] == [
        "ticker and name, then currency",
        "ticker and name",
        "no such ticker",
    ]


def test_choose_is_the_same_in_any_order_of_rows():
    dice = random.Random(7)
    found = set()
    for _ in range(50):
        dice.shuffle(rows := list(ALL))
        found.add(
            (resolve("AIR", "Airbus", rows), resolve("VUSA", None, rows), resolve("BA", "Boeing", rows))
        )
    assert found == {("AIR.DE", "VUSA.L", "BA")}


def test_listings_hang_together_by_isin_or_by_name():
    rows = [listing("ABCl_EQ", "Abc plc", "USD", isin="GB1"), listing("ABCd_EQ", "ABC Holdings", "EUR", isin="GB1"),
            listing("ABCp_EQ", "abc", "EUR", isin="FR2")]  # fmt: skip
    assert resolve("ABC", None, rows) == "ABC.DE"
    assert resolve("ABC", None, [*rows, listing("ABC_US_EQ", "Xyz", "USD", isin="US3")]) is None


def test_manual_row_comes_first():
    manual = [{"ticker": "BA", "provider_ticker": "BA.MANUAL"}]
    assert resolve("BA", "Boeing", ALL, isin="US0970231058", manual=manual) == "BA.MANUAL"


def test_manual_row_without_symbol_means_no_quote():
    manual = [{"ticker": "VUSA", "provider_ticker": None}]
    assert resolve("VUSA", None, ALL, manual=manual) is None
    assert choose("VUSA", None, ALL, manual=manual).reason == "manual row"


@pytest.mark.parametrize(
    ("row", "symbol"),
    [
        ({"ticker": "BA", "name": "Boeing", "provider_ticker": "X"}, "X"),
        ({"ticker": "BA", "name": "BAE Systems", "provider_ticker": "X"}, "BA"),
        ({"ticker": "BA", "isin": "US0970231058", "provider_ticker": "X"}, "X"),
        ({"ticker": "BA", "isin": "GB0002634946", "provider_ticker": "X"}, "BA"),
        ({"ticker": "BA_US_EQ", "provider_ticker": "X"}, "X"),
        ({"ticker": "BA_US_EQ", "provider_ticker": None}, None),
        ({"ticker": "BAl_EQ", "provider_ticker": "X"}, "BA"),
        ({"ticker": "BAC", "provider_ticker": "X"}, "BA"),
        ({"slice": "BA", "symbol": "X"}, "X"),
        ({"ticker": "", "provider_ticker": "X"}, "BA"),
    ],
)
def test_manual_row_counts_only_for_what_it_names(row, symbol):
    assert resolve("BA", "Boeing", ALL, isin="US0970231058", manual=[row]) == symbol


def test_manual_row_that_says_more_wins():
    rows = [{"ticker": "BA", "provider_ticker": "A"}, {"ticker": "BA", "name": "Boeing", "provider_ticker": "B"},
            {"ticker": "BA", "provider_ticker": "C"}]  # fmt: skip
    assert resolve("BA", "Boeing", ALL, manual=rows) == "B"
    assert resolve("BA", "BAE Systems", ALL, manual=iter(rows)) == "A"


def test_irish_share_in_euros_is_left_to_a_person():
    ryanair = listing("RYAl_EQ", "Ryanair", "EUR", isin="IE00BYTBXV33")
    assert symbol_of(ryanair)[0] is None
    assert choose("RYA", "Ryanair", [ryanair]).reason.endswith("to be settled by hand")
    assert symbol_of(listing("CSPXl_EQ", "iShares", "EUR", isin="IE00B5BMR087", kind="ETF")) == (
        "CSPX.L",
        "short name",
    )


def test_contradicting_currency_leaves_the_chosen_one_unmapped():
    vienna = listing("VIG_US_EQ", "Vienna Insurance", "EUR", isin="AT0000908504")
    assert (
        choose("VIG", "Vienna Insurance", [vienna]).reason == "the currency EUR contradicts the exchange code"
    )


def test_resolve_copes_with_rows_that_lack_everything():
    bare = {"ticker": "ABCl_EQ"}
    assert resolve("ABC", "Abc", [{}, bare, {"ticker": None, "shortName": None, "isin": None}]) == "ABC.L"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Nestlé S.A.", "NESTLE SA"),
        ("AT&T", "at and t"),
        ("L'Oréal", "LOreal"),
        ("Vanguard S&P 500 (Dist)", "vanguard  s&p 500 dist"),
        ("", None),
    ],
)
def test_fold_name_makes_one_of_spellings(one, other):
    assert fold_name(one) == fold_name(other)
