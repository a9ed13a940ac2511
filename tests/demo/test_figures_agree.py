"""What a newspaper reader takes for granted: sample figures that agree with each other.

Each agreement is a sentence that holds on every one of sixty days.
"""

import math
from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from statistics import correlation

import pytest

from briefing.demo import curve, ecb, eustat, fred, ofr, ukstat, world
from briefing.demo.releases import decisions, policy
from briefing.demo.world import business_days, value
from tests.demo.sixty_days import (
    DAYS,
    ENDS,
    FIRST,
    LAST,
    SESSIONS,
    hicp,
    moves,
    together,
)

AGREEMENTS: dict[str, Callable[[], bool]] = {
    "Brent and US oil move together": lambda: together("DCOILBRENTEU", "DCOILWTICO") > 0.9,
    "Brent and US oil never part by more than two points in a day": lambda: all(
        abs(a - b) < 0.02 for a, b in zip(moves("DCOILBRENTEU"), moves("DCOILWTICO"), strict=True)
    ),
    "ten-year yields of America and Germany move together": lambda: together("us10", "de10", share=False) > 0.6,
    "ten-year yields of America and Britain move together": lambda: together("us10", "gb10", share=False) > 0.6,
    "expected swings rise when shares fall": lambda: together("VIXCLS", "^GSPC") < -0.6,
    "Frankfurt and Milan move together": lambda: together("^GDAXI", "FTSEMIB.MI") > 0.6,
    "Wall Street and London move together": lambda: together("^GSPC", "^FTSE") > 0.5,
    "risky bonds pay more when shares fall": lambda: together("BAMLH0A0HYM2", "^GSPC") < -0.5,
    "stress and expected swings rise together": lambda: correlation(
        moves("ofr", share=False), moves("VIXCLS", share=False)
    ) > 0.6,
    "the euro falls when the dollar rises": lambda: together("usd_per_eur", "DTWEXBGS") < -0.8,
    "euro in yen is euro in dollars times dollar in yen": lambda: all(
        abs(ecb.exchange("JPY", day) / ecb.exchange("USD", day) / value("jpy_per_usd", day) - 1) < 1e-4
        for day in SESSIONS
    ),
    "euro in yuan is euro in dollars times dollar in yuan": lambda: all(
        abs(ecb.exchange("CNY", day) / ecb.exchange("USD", day) / value("cny_per_usd", day) - 1) < 1e-4
        for day in SESSIONS
    ),
    "no currency moves by three per cent in a day": lambda: all(
        abs(math.log(ecb.exchange(code, after) / ecb.exchange(code, before))) < 0.03
        for code in ("USD", "GBP", "JPY", "CHF", "CNY")
        for before, after in pairwise(SESSIONS)
    ),
    "America's curve is the difference of its yields": lambda: all(
        abs(float(fred.figure_of("T10Y2Y", day)) - (curve.us(10, day) - curve.us(2, day))) < 0.006 for day in SESSIONS
    ),
    "a real yield is the yield less expected inflation": lambda: all(
        abs(curve.us_real(10, day) + value("T10YIE", day) - curve.us(10, day)) < 0.006 for day in SESSIONS
    ),
    "no ten-year yield is below its policy rate by more than a point": lambda: all(
        ten - short > -1
        for day in SESSIONS
        for ten, short in (
            (curve.us(10, day), policy("FOMC", day)),
            (curve.europe("DE", day), policy("ECB", day)),
            (value("gb10", day), policy("BOE", day)),
            (value("jp10", day), policy("BOJ", day)),
        )
    ),
    "Italy pays more than France, and France more than Germany": lambda: all(
        curve.europe("IT", day) > curve.europe("FR", day) > curve.europe("DE", day) for day in SESSIONS
    ),
    "a month's Italian yield lies among its days'": lambda: all(
        min(days) - 0.01 <= curve.europe_month("IT", end) <= max(days) + 0.01
        for end in ENDS
        for days in [[curve.europe("IT", day) for day in business_days(end.replace(day=1), end)]]
    ),
    "a month's gold lies among its days'": lambda: all(
        min(days) <= world.mean_of_month("GC=F", end) <= max(days)
        for end in ENDS
        for days in [[value("GC=F", day) for day in business_days(end.replace(day=1), end)]]
    ),
    "core inflation lies between goods and services": lambda: all(
        hicp("IGD_NNRG", end, geo) <= hicp("TOT_X_NRG_FOOD", end, geo) <= hicp("SERV", end, geo)
        for end in ENDS
        for geo in ("EA", "IT", "DE", "FR")
    ),
    "core inflation lies within a point of the whole": lambda: all(
        abs(hicp("TOT_X_NRG_FOOD", end, geo) - hicp("TOTAL", end, geo)) <= 1.0 for end in ENDS for geo in ("EA", "IT")
    ),
    "countries' inflation lies within two points of the area's": lambda: all(
        abs(hicp("TOTAL", end, geo) - hicp("TOTAL", end)) <= 2.0 for end in ENDS for geo in eustat.OVER
    ),
    "British services prices rise faster than core ones": lambda: all(
        ukstat.month_of("d7nn", end) >= ukstat.month_of("dko8", end) for end in ENDS
    ),
    "a policy rate changes after a decision alone": lambda: all(
        policy(bank, day) == policy(bank, day + timedelta(days=1)) or day in decisions(bank, day, day)
        for bank in ("FOMC", "ECB", "BOE", "BOJ", "SNB")
        for day in DAYS
    ),
    "the parts of the stress index sum up to it": lambda: (
        abs(sum(list(ofr.PARTS.values())[:5]) - 1) < 1e-9 and abs(sum(list(ofr.PARTS.values())[5:]) - 1) < 1e-9
    ),
    "sentiment is not high while output shrinks": lambda: all(
        value("gdp_ea", end) > 0 or value("esi_ea", end) < 100 for end in ENDS
    ),
}  # fmt: skip


@pytest.mark.parametrize("agreement", AGREEMENTS)
def test_over_sixty_days(agreement):
    assert AGREEMENTS[agreement](), agreement


def test_there_are_at_least_twenty_agreements_over_sixty_days():
    assert (len(AGREEMENTS) >= 20, (LAST - FIRST).days + 1) == (True, 60)
