"""The made-up government yields, in one place so that spreads agree wherever a yield is served."""

from datetime import date

from briefing.demo.figures import Band, value

SHORT = Band(3.3, 4.7, decimals=4, rough=1.6)
STEEP = Band(-0.4, 1.1, decimals=4, rough=1.6)
REAL = Band(1.9, 2.5, decimals=4, rough=1.6)  # expected inflation, taken off for a real yield
BUND = Band(2.1, 3.1, decimals=4, rough=1.6)
OVER_BUND = {
    "DE": Band(0.0, 0.0),
    "FR": Band(0.4, 0.9, decimals=4),
    "IT": Band(0.7, 1.7, decimals=4),
    "EA": Band(0.3, 0.6, decimals=4),
}


def us(years: float, day: date) -> float:
    """The US par yield for a maturity in years: short rate plus a share of the slope that grows with it."""
    share = years / (years + 2.5)
    return round(value("us short", day, SHORT) + share * 1.6 * value("us steep", day, STEEP), 2)


def us_real(years: float, day: date) -> float:
    return round(us(years, day) - value("us breakeven", day, REAL), 2)


def europe(country: str, day: date, *, decimals: int = 2) -> float:
    """The ten-year yield of a euro country; a country that is not listed lies with the euro area."""
    over = OVER_BUND.get(country, OVER_BUND["EA"])
    return round(value("bund", day, BUND) + value(f"over bund {country}", day, over), decimals)
