"""Sample yields and short rates in one place, so that spreads agree across sources."""

from datetime import date
from statistics import fmean

from briefing.demo.world import business_days, corners, level, table, value

BEND = 2.5  # years after which half of the curve's slope is reached


def us(years: float, day: date) -> float:
    """Returns the US par yield for a maturity in years, between the short rate and the ten-year yield and beyond."""
    expected = level(corners(table("policy")["FOMC"]), day)  # markets price a decision in before its day
    short = expected - 0.1 + value("us_expected", day)
    ten = value("us10", day)
    share = (_slope(years) - _slope(0.25)) / (_slope(10) - _slope(0.25))
    return round(short + share * (ten - short), 2)


def us_real(years: float, day: date) -> float:
    return round(us(years, day) - value("T10YIE", day), 2)


def europe(country: str, day: date, *, decimals: int = 2) -> float:
    """Returns a euro country's ten-year yield; the euro area's for other countries."""
    over = 0.0 if country == "DE" else value(f"over_{country if country in ('FR', 'IT') else 'EA'}", day)
    return round(value("de10", day) + over, decimals)


def europe_month(country: str, end: date) -> float:
    """Returns the monthly mean, as convergence statistics have it."""
    days = business_days(end.replace(day=1), end)
    return round(fmean(europe(country, day, decimals=4) for day in days), 2)


def _slope(years: float) -> float:
    return years / (years + BEND)
