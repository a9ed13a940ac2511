"""The rules' explanation: correct in both languages, and passes the review for any weights."""

import random
from datetime import date

import pytest

from briefing.core.numbers import number
from commentary.review.review import review
from portfolio.analysis import rules
from portfolio.analysis.weights import Holding, PortfolioWeights

DAY = date(2026, 11, 21)
TONES = ("NOVICE", "INTERMEDIATE", "PRO")
TICKERS = [
    "ZYXQ.L",
    "QQVB",
    "BRK-B",
    "0700.HK",
    "KWYJ.DE",
    "ENI.MI",
    "3MST.MI",
    "NVDA",
    "F",
    "T",
    "A",
    "MAY.L",
    "NOW",
    "ALL",
    "SPY",
    "VUSA.L",
    "7203.T",
    "NESN.SW",
    "RACE.MI",
    "G.MI",
    "BUY",
    "SELL",
    "HOLD",
    "REI-UN.TO",
    "005930.KS",
    "2020.T",
    "CSPX.L",
    "ASML.AS",
    "SAP.DE",
    "TSLA",
]
MONEY = ("USD", "EUR", "GBP", "CHF", "JPY", "SEK", "HKD", "SGD", None)


def weights(*shares: float, currency: str | None = None, unnamed: tuple[float, ...] = ()) -> PortfolioWeights:
    named = [Holding(ticker, share, "", currency) for ticker, share in zip(TICKERS, shares, strict=False)]
    return PortfolioWeights(tuple(named), unnamed)


def at_random(rng: random.Random) -> PortfolioWeights:
    size, bend = rng.choice((1, 2, 3, 4, 5, 6, 9, 13, 29)), rng.choice((0.0, 0.3, 1.0, 3.0))
    parts = sorted((rng.paretovariate(1.2) ** bend for _ in range(size)), reverse=True)
    shares = [part / sum(parts) * 100 for part in parts]
    tickers = rng.sample(TICKERS, size)
    out = rng.randrange(size) if rng.random() < 0.3 and size > 1 else None
    named = [
        Holding(t, s, "", rng.choice(MONEY))
        for n, (t, s) in enumerate(zip(tickers, shares, strict=True))
        if n != out
    ]
    return PortfolioWeights(tuple(named), () if out is None else (shares[out],))


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("tone", TONES)
def test_whatever_the_weights_the_text_passes_the_review(lang, tone):
    rng = random.Random(f"{lang}{tone}")
    for _ in range(40):
        found = at_random(rng)
        bare = rules.compose(found, tone=tone, lang=lang, named=False)
        verdict = review("\n\n".join(bare), lang=lang, kind="portfolio", style="DRY")
        assert [(finding.rule, finding.excerpt) for finding in verdict.findings] == []
        assert rules.write(found, tone=tone, lang=lang)


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("tone", TONES)
def test_every_figure_is_right(lang, tone):
    rng = random.Random(f"figures {lang}{tone}")
    for _ in range(40):
        found = at_random(rng)
        text = "\n\n".join(rules.compose(found, tone=tone, lang=lang, named=False))
        assert f"{number(found.all[0], 1, lang)}%" in text or found.count == 1
        if found.count > 5 and found.all[0] - found.all[-1] >= 0.05:
            assert f"{number(sum(found.all[:5]), 1, lang)}%" in text
        if tone != "NOVICE" and found.count > 1:
            assert number(sum(share**2 for share in found.all), 0, lang) in text
            assert number(10_000 / sum(share**2 for share in found.all), 1, lang) in text


def test_english():
    found = PortfolioWeights(
        (Holding("ZYXQ.L", 40.0, "", "GBP"), Holding("QQVB", 25.0, "", "USD"), Holding("KWYJ.DE", 15.0, "", "EUR"),
         Holding("WVUT", 10.0), Holding("BRK-B", 6.0, "", "USD"), Holding("0700.HK", 4.0))
    )  # fmt: skip
    assert rules.compose(found, tone="INTERMEDIATE", lang="en", named=True) == (
        "The heaviest of the six positions are ZYXQ.L (40.0% of the value), QQVB (25.0%) and KWYJ.DE (15.0%). "
        "The five heaviest account for 96.0% of the value.",
        "The Herfindahl-Hirschman index, the sum of the squared weights, is 2,602 on a scale up to 10,000. "
        "That corresponds to 3.8\N{NO-BREAK SPACE}positions of equal size.",
        "By the currency of the listing, pounds sterling account for 40.0% of the value, US dollars for 31.0% and euros "
        "for 15.0%. The currency is not known for 14.0% of the value. The currency of a listing is the one in which its "
        "price is quoted; it does not say in which currencies a company earns.",
    )


def test_italian():
    found = PortfolioWeights(
        tuple(Holding(t, s, "", "EUR") for t, s in (("ENI.MI", 80.0), ("G.MI", 11.0), ("RACE.MI", 9.0)))
    )
    assert rules.compose(found, tone="NOVICE", lang="it", named=True) == (
        "Le tre posizioni sono ENI.MI (80,0% del valore), G.MI (11,0%) e RACE.MI (9,0%).",
        "La concentrazione descrive quanto un valore è distribuito in modo disuguale. Misurata con i quadrati dei pesi, "
        "è uguale a quella di 1,5\N{NO-BREAK SPACE}posizioni della stessa grandezza.",
        "Le quotazioni in euro rappresentano il 100,0% del valore. La valuta di quotazione è quella in cui è espresso il "
        "prezzo; non dice in quali valute una società ottiene i suoi ricavi.",
    )


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (weights(100.0), "ZYXQ.L is the only position, so it accounts for 100% of the value."),
        (weights(60.0, 40.0), "The two positions are ZYXQ.L (60.0% of the value) and QQVB (40.0%)."),
        (weights(25.0, 25.0, 25.0, 25.0), "Each of the four positions accounts for 25.0% of the value."),
        (
            weights(30.0, 10.0, unnamed=(60.0,)),
            "The heaviest of the three positions accounts for 60.0% of the value.",
        ),
        (weights(unnamed=(100.0,)), "There is one position, so it accounts for 100% of the value."),
    ],
)
def test_short_lists(found, said):
    assert rules.compose(found, tone="NOVICE", lang="en", named=True)[0] == said


def test_ticker_that_is_a_word_of_advice_is_not_named():
    found = PortfolioWeights((Holding("BUY", 50.0), Holding("MUST", 30.0), Holding("SELL", 20.0)))
    said = rules.write(found, tone="NOVICE", lang="en")
    assert review("\n\n".join(said), lang="en", kind="portfolio").passed
