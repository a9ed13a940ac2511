"""Known answers for shares and their concentration."""

import pytest

from portfolio.analysis.explanation import material
from portfolio.analysis.weights import TICKER, weights_of
from tests.portfolio.instruments import instrument

pytestmark = pytest.mark.django_db


def test_concentration_of_known_weights():
    found = weights_of([("AAA", 10.0), ("BBB", 40.0), ("CCC", 30.0), ("DDD", 20.0)])
    assert [each.ticker for each in found.holdings] == ["BBB", "CCC", "DDD", "AAA"]
    assert (found.count, found.heaviest) == (4, pytest.approx(100.0))
    assert found.hhi == pytest.approx(3000.0)
    assert found.effective == pytest.approx(10 / 3)


def test_five_heaviest_of_many():
    found = weights_of([(f"T{place}", 10.0) for place in range(10)])
    assert (found.heaviest, found.hhi, found.effective) == pytest.approx((50.0, 1000.0, 10.0))


def test_one_ticker_twice_is_one_holding():
    found = weights_of([("AAA", 30.0), ("BBB", 40.0), ("AAA", 30.0)])
    assert [(each.ticker, each.weight) for each in found.holdings] == [("AAA", 60.0), ("BBB", 40.0)]


def test_weights_become_shares_of_a_hundred():
    found = weights_of([("AAA", 49.5), ("BBB", 49.5)])
    assert found.all == pytest.approx((50.0, 50.0))


def test_what_is_no_ticker_keeps_its_weight_alone():
    found = weights_of([("not a ticker", 60.0), ("AAA", 40.0)])
    assert ([each.ticker for each in found.holdings], found.unnamed, found.all) == (
        ["AAA"],
        (60.0,),
        (60.0, 40.0),
    )
    assert "not a ticker" not in material(found, "en")


def test_currencies_are_those_of_the_listings_and_pence_are_pounds():
    instrument("AAAl_EQ", "AAA.L", name="Aaa plc", currency="GBX", quote_currency="GBp")
    instrument("BBBl_EQ", "BBB.L", name="Bbb plc", currency="GBP")
    instrument("CCC_US_EQ", "CCC", name="Ccc Inc", currency="USD", quote_currency="USD")
    found = weights_of([("AAA.L", 30.0), ("BBB.L", 20.0), ("CCC", 40.0), ("DDD", 10.0)])
    assert found.currencies == pytest.approx({"GBP": 50.0, "USD": 40.0})
    assert found.without_currency == pytest.approx(10.0)
    assert [each.name for each in found.holdings] == ["Ccc Inc", "Aaa plc", "Bbb plc", ""]


@pytest.mark.parametrize(
    "ticker",
    ["VUSA.L", "BRK-B", "TECK-B.TO", "0700.HK", "005930.KS", "3MST.MI", "F", "0P0000XYZ1.F", "REI-UN.TO"],
)
def test_forms_of_real_tickers(ticker):
    assert TICKER.fullmatch(ticker)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "vusa.l",
        "VUSA L",
        "VUSA.",
        ".L",
        "A.B.C",
        "IGNORED",
        "VUSAl_EQ",
        "VUSA.LOND",
        "A--B",
        "É",
        "VUSA\n",
    ],
)
def test_forms_of_other_things(text):
    assert not TICKER.fullmatch(text)


def test_listings_cost_the_same_few_queries_for_two_hundred(django_assert_max_num_queries):
    with django_assert_max_num_queries(2):
        weights_of([(f"T{place}", 0.5) for place in range(200)])
