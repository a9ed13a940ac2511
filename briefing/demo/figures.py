"""Made-up figures that behave like markets: each depends on its name and its day alone.

So the same date gives the same answer, a new date adds a figure, and nothing is stored. The shape is value
noise in octaves (K. Perlin, "An Image Synthesizer", 1985): slow waves with small ripples.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from zlib import crc32

FIRST_DAY = date(2011, 1, 1)
EPOCH = date(2026, 1, 1)
# Length of a wave in days and its share of the band.
OCTAVES = ((2200, 0.47), (700, 0.26), (200, 0.13), (60, 0.07), (17, 0.045), (4, 0.03), (1, 0.015))
RIPPLES = 17  # waves of this length and shorter are multiplied by `rough`


@dataclass(frozen=True)
class Band:
    """Where a series lies: `low` to `high` at the start of 2026, rising by `growth` a year (0.05 is 5 %).

    `step` rounds to that multiple (policy rates move in quarters of a point); `rough` makes days jumpier;
    `lag` is the time in days from the end of a period to its publication; after `frozen` nothing new comes.
    """

    low: float
    high: float
    decimals: int = 2
    growth: float = 0.0
    step: float = 0.0
    rough: float = 1.0
    lag: int = 1
    frozen: date | None = None

    def last_day(self, today: date) -> date:
        """The last day that a published period may end on."""
        last = today - timedelta(days=self.lag)  # a negative lag is a projection
        return min(last, self.frozen) if self.frozen else last


def value(name: str, day: date, band: Band) -> float:
    """The figure of the series `name` for `day`."""
    seed = crc32(name.encode())
    place = (day - EPOCH).days
    wave = sum(
        share * (band.rough if length <= RIPPLES else 1) * _noise(seed ^ length, place / length)
        for length, share in OCTAVES
    )
    middle, half = (band.low + band.high) / 2, (band.high - band.low) / 2
    raw = (middle + half * 2.4 * wave / (1 + 1.4 * abs(wave))) * math.exp(band.growth * place / 365.25)
    if band.step:
        raw = round(raw / band.step) * band.step
    return round(raw, band.decimals)


def _noise(seed: int, place: float) -> float:
    """Between -1 and 1, smooth in `place`: the eased way from one whole place to the next."""
    whole = math.floor(place)
    part = place - whole
    ease = part * part * (3 - 2 * part)
    return _at(seed, whole) * (1 - ease) + _at(seed, whole + 1) * ease


@lru_cache(maxsize=20_000)
def _at(seed: int, place: int) -> float:
    """A fixed number between -1 and 1 for each place (the mixing steps of splitmix64, public domain)."""
    state = (seed * 0x9E3779B97F4A7C15 + place * 0xD1B54A32D192ED03) & (2**64 - 1)
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & (2**64 - 1)
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & (2**64 - 1)
    return (state ^ (state >> 31)) / 2**63 - 1


def holiday(day: date) -> bool:
    """A day without figures on any market, so that samples have the gaps that real series have."""
    return (day.month, day.day) in {(1, 1), (5, 1), (12, 25), (12, 26)}


def weekdays(start: date, end: date) -> Iterator[date]:
    """Monday to Friday from `start` to `end`, holidays included."""
    day = start
    while day <= end:
        if day.weekday() < 5:
            yield day
        day += timedelta(days=1)


def business_days(start: date, end: date) -> Iterator[date]:
    """Monday to Friday without holidays."""
    return (day for day in weekdays(start, end) if not holiday(day))


def month_ends(start: date, end: date, *, every: int = 1) -> Iterator[date]:
    """Last days of months (`every` 3: of quarters, 12: of years) that have ended by `end`, from `start`'s on."""
    month = (start.year * 12 + start.month - 1) // every * every
    while True:
        month += every
        day = date(month // 12, month % 12 + 1, 1) - timedelta(days=1)
        if day > end:
            return
        yield day
