"""The sample world's figures: each is computed from `world.toml`, its name and its day.

The same day always gives the same figure, a new day adds one, and nothing is stored. The noise is value noise
in octaves (K. Perlin, "An Image Synthesizer", 1985): slow waves with small ripples.
"""

import math
import tomllib
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, lru_cache
from pathlib import Path
from statistics import fmean
from typing import Any
from zlib import crc32

FILE = Path(__file__).with_name("world.toml")
FIRST_DAY = date(2011, 1, 1)
EPOCH = date(2026, 1, 1)
# A wave's length in days and its share.
OCTAVES = ((2200, 0.47), (700, 0.26), (200, 0.13), (60, 0.07), (17, 0.045), (4, 0.03), (1, 0.015))
RIPPLES = 17  # waves of up to this length are multiplied by `rough`
SETTINGS = {"path", "log", "base", "noise", "rough", "decimals", "out", "stops"}
Corners = tuple[tuple[int, ...], tuple[float, ...]]  # ordinals of days, levels


@dataclass(frozen=True)
class SampleSeries:
    """A line of the table. `loads` has, by factor, how strongly and how many days later the series follows it."""

    name: str
    path: Corners
    loads: Mapping[str, tuple[float, int]]
    log: bool = False
    base: float = 1.0
    noise: float = 0.0
    rough: float = 1.0
    decimals: int | None = None
    out: str = ""
    stops: date | None = None

    def at(self, day: date) -> float:
        """Returns the unrounded value; with `log` the logarithm of its ratio to the base."""
        found = level(self.path, day)
        if self.log:
            found = math.log(found / self.base)
        for factor, (times, later) in self.loads.items():
            found += times * _factor(factor, day - timedelta(days=later))
        return found + self.noise * _wander(self.name, day, self.rough)


@cache
def table(part: str) -> dict[str, Any]:
    with FILE.open("rb") as file:
        return dict(tomllib.load(file)[part])


def value(name: str, day: date) -> float:
    """Returns a series' figure for a day with its published decimals; raises KeyError for an unknown name."""
    line = series(name)
    raw = math.exp(line.at(day)) if line.log else line.at(day)
    return raw if line.decimals is None else round(raw, line.decimals)


def grown(name: str, base: float, end: date) -> float:
    """Returns an index, near `base` in 2011, whose yearly changes are the series `name`, in per cent."""
    index = base
    while end.year > FIRST_DAY.year:
        index *= 1 + value(name, end) / 100
        end = a_year_before(end)
    return index * (1 + 0.002 * end.month)


def a_year_before(end: date) -> date:
    """Returns the last day of the same month a year earlier."""
    after = end + timedelta(days=1)
    return after.replace(year=after.year - 1) - timedelta(days=1)


def mean_of_month(name: str, end: date) -> float:
    return fmean(value(name, day) for day in business_days(end.replace(day=1), end))


@cache
def series(name: str) -> SampleSeries:
    return _line(name, table("series")[name])


@lru_cache(maxsize=65_536)
def _factor(name: str, day: date) -> float:
    return _factor_line(name).at(day)


@cache
def _factor_line(name: str) -> SampleSeries:
    return _line(name, table("factors")[name])


def _line(name: str, row: Mapping[str, Any]) -> SampleSeries:
    loads = {
        factor: (load[0], load[1]) if isinstance(load, list) else (load, 0)
        for factor, load in row.items()
        if factor not in SETTINGS
    }
    return SampleSeries(
        name, corners(row["path"]), loads, **{key: row[key] for key in SETTINGS & set(row) - {"path"}}
    )


@cache
def corners(path: str) -> Corners:
    """Parses "2011:3.4, 2012-07:1.6" into days and levels; a year or a month means its first day."""
    points = [point.strip().rpartition(":") for point in path.split(",")]
    days = [date.fromisoformat((text + "-01-01")[:10]) for text, _colon, _level in points]
    return tuple(day.toordinal() for day in days), tuple(float(text) for *_rest, text in points)


def level(path: Corners, day: date) -> float:
    """Interpolates linearly between corners; constant before the first and after the last."""
    days, levels = path
    place = day.toordinal()
    after = bisect_right(days, place)
    if after in (0, len(days)):
        return levels[min(after, len(days) - 1)]
    part = (place - days[after - 1]) / (days[after] - days[after - 1])
    return levels[after - 1] * (1 - part) + levels[after] * part


def _wander(name: str, day: date, rough: float) -> float:
    """Returns noise around 0, mostly within ±0.5."""
    seed, place = crc32(name.encode()), (day - EPOCH).days
    return sum(
        share * (rough if length <= RIPPLES else 1) * _noise(seed ^ length, place / length)
        for length, share in OCTAVES
    )


def _noise(seed: int, place: float) -> float:
    """Returns a number between -1 and 1, smooth in `place`: eased between whole places."""
    whole = math.floor(place)
    part = place - whole
    ease = part * part * (3 - 2 * part)
    return _at(seed, whole) * (1 - ease) + _at(seed, whole + 1) * ease


@lru_cache(maxsize=20_000)
def _at(seed: int, place: int) -> float:
    """Returns a fixed number between -1 and 1 for each place (splitmix64's mixing steps, public domain)."""
    state = (seed * 0x9E3779B97F4A7C15 + place * 0xD1B54A32D192ED03) & (2**64 - 1)
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & (2**64 - 1)
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & (2**64 - 1)
    return (state ^ (state >> 31)) / 2**63 - 1


def holiday(day: date) -> bool:
    """Whether no market has figures that day, so that samples have gaps like real series."""
    return (day.month, day.day) in {(1, 1), (5, 1), (12, 25), (12, 26)}


def weekdays(start: date, end: date) -> Iterator[date]:
    """Yields Monday to Friday from `start` to `end`, holidays included."""
    day = start
    while day <= end:
        if day.weekday() < 5:
            yield day
        day += timedelta(days=1)


def business_days(start: date, end: date) -> Iterator[date]:
    return (day for day in weekdays(start, end) if not holiday(day))


def month_ends(start: date, end: date, *, every: int = 1) -> Iterator[date]:
    """Yields the last days of months (`every` 3: quarters, 12: years) that ended by `end`, from `start`'s on."""
    month = (start.year * 12 + start.month - 1) // every * every
    while True:
        month += every
        day = date(month // 12, month % 12 + 1, 1) - timedelta(days=1)
        if day > end:
            return
        yield day
