"""Publication times of sample figures, shared by calendars, figures and headlines: working days at an hour."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache, lru_cache
from zoneinfo import ZoneInfo

from briefing.demo import world
from briefing.demo.world import FIRST_DAY, business_days, holiday, month_ends
from indicators import trading_hours
from indicators.agenda.decisions import banks

EVERY = {"M": 1, "Q": 3, "A": 12}
WEEKDAYS = {"W3": 2, "W5": 4}  # a week that ends on Wednesday, on Friday
AFTERNOON = time(15)  # of releases without a published hour
MEETING_EVERY = {"SNB": timedelta(days=91)}  # before and after the known days
SIX_WEEKS = timedelta(days=42)
# By zone or its continent: the exchange whose holidays have no publications.
MARKETS = {"Europe/London": "XLON", "Asia/Hong_Kong": "XHKG", "Asia/Shanghai": "XSHG", "America": "XNYS",
           "Europe": "XFRA", "Asia": "XTKS"}  # fmt: skip
# Days without bond trading and office work although shares are traded; the zone differs from the exchange's.
FEDERAL = {"America/Chicago", "America/Detroit"}
ITALIAN = {(1, 6), (4, 25), (6, 2), (8, 15), (11, 1), (12, 8)}
LONGEST = timedelta(days=180)  # from a period's end to its figures


@cache
def _closed(zone: str) -> frozenset[date]:
    mic = MARKETS.get(zone) or MARKETS.get(zone.partition("/")[0])
    return next((one.closed for one in trading_hours.load().exchanges if one.mic == mic), frozenset())


def is_session(zone: str, day: date) -> bool:
    """Whether the zone's exchange trades; years outside of its calendar have only the common holidays."""
    return day.weekday() < 5 and not holiday(day) and not _is_feast(zone, day) and day not in _closed(zone)


def _is_feast(zone: str, day: date) -> bool:
    if zone == "Europe/Rome":
        return (day.month, day.day) in ITALIAN
    columbus_day = day.month == 10 and day.weekday() == 0 and 8 <= day.day <= 14
    return zone in FEDERAL and (columbus_day or (day.month, day.day) == (11, 11))


def sessions(zone: str, first: date, last: date) -> list[date]:
    return [day for day in business_days(first, last) if is_session(zone, day)]


@dataclass(frozen=True)
class Schedule:
    """A release's frequency and time: see `[releases]` in world.toml."""

    every: str
    lag: int
    weekday: int | None
    at: time | None
    zone: ZoneInfo

    def day(self, end: date) -> date:
        """Returns the publication day of the period that ends on `end`."""
        day = end + timedelta(days=self.lag)
        if self.every == "D":
            return day
        if self.weekday is not None:
            day += timedelta(days=(self.weekday - day.weekday()) % 7)
        while not is_session(self.zone.key, day):
            day += timedelta(days=1 if self.weekday is None else 7)
        return day

    def moment(self, end: date) -> datetime:
        local = datetime.combine(self.day(end), self.at or AFTERNOON, self.zone)
        return local.astimezone(UTC)


@dataclass(frozen=True)
class SampleRelease:
    """The publication of a period's figures: its `end`, the `moment`, and the period's `number`."""

    end: date
    day: date
    moment: datetime
    number: int


@cache
def schedule(name: str) -> Schedule:
    row = world.table("releases")[name]
    at = time.fromisoformat(row["at"]) if "at" in row else None
    return Schedule(row["every"], row.get("lag", 0), row.get("weekday"), at, ZoneInfo(row["zone"]))


def releases(name: str, first: date, last: date) -> Iterator[SampleRelease]:
    plan = schedule(name)
    for end in _ends(plan.every, first - LONGEST, last + timedelta(days=7)):
        if first <= (day := plan.day(end)) <= last:
            yield SampleRelease(end, day, plan.moment(end), end.year * 12 + end.month)


@lru_cache(maxsize=512)
def last_out(name: str, now: datetime) -> date:
    """Returns the end of the latest period whose figures are published at that time."""
    plan = schedule(name)
    ends = _ends(plan.every, now.date() - LONGEST - timedelta(days=100), now.date() + timedelta(days=7))
    return max(end for end in ends if plan.moment(end) <= now)


def ends(release: str, now: datetime, start: date = FIRST_DAY, stops: date | None = None) -> list[date]:
    """Returns the ends of all published periods; for a daily release the sessions."""
    every, last = schedule(release).every, last_out(release, now)
    span = max(start, FIRST_DAY), min(last, stops) if stops else last
    return sessions(schedule(release).zone.key, *span) if every == "D" else list(_ends(every, *span))


def ends_of(series: str, now: datetime, start: date = FIRST_DAY) -> list[date]:
    line = world.series(series)
    return ends(line.out, now, start, line.stops)


def every_day(release: str, now: datetime, start: date) -> list[date]:
    """Returns each day with figures of a daily release, weekends included."""
    return list(_ends("D", start, last_out(release, now)))


def _ends(every: str, first: date, last: date) -> Iterator[date]:
    if every in EVERY:
        yield from month_ends(first, last, every=EVERY[every])
        return
    step = 1 if every == "D" else 7
    day = first + timedelta(days=(WEEKDAYS[every] - first.weekday()) % 7 if step == 7 else 0)
    while day <= last:
        yield day
        day += timedelta(days=step)


@lru_cache(maxsize=512)
def decisions(bank: str, first: date, last: date) -> list[date]:
    """Returns a bank's decision days between two days; before and after the known ones at its usual interval."""
    days, pace = banks()[bank].days, MEETING_EVERY.get(bank, SIX_WEEKS)
    while days[0] > first:
        days.insert(0, days[0] - pace)
    while days[-1] < last:
        days.append(days[-1] + pace)
    return [day for day in days if first <= day <= last]


def policy(bank: str, day: date) -> float:
    """Returns a bank's rate on a day, in quarters of a point, as set on the decision day before."""
    meetings = decisions(bank, date(day.year - 1, 6, 1), date(day.year, 12, 31))
    return decided(bank, max(one for one in meetings if one < day))


@lru_cache(maxsize=4096)
def decided(bank: str, day: date) -> float:
    return round(world.level(world.corners(world.table("policy")[bank]), day) * 4) / 4
