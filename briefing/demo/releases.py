"""When made-up figures come out: as long after their period as their bands say, so that calendars and figures agree."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from briefing.demo.figures import month_ends

EVERY = {"M": 1, "Q": 3}
WEEKDAYS = {"W3": 2, "W5": 4}  # a week that ends on Wednesday, on Friday


@dataclass(frozen=True)
class SampleRelease:
    """The figures of the period that ends on `end` come out on `day`; `number` counts the periods."""

    end: date
    day: date
    number: int


def releases(frequency: str, lag: int, *, first: date, last: date) -> Iterator[SampleRelease]:
    """Those whose day lies between two days, both included, oldest first."""
    start, until = first - timedelta(days=lag), last - timedelta(days=lag)
    if frequency in WEEKDAYS:
        start += timedelta(days=(WEEKDAYS[frequency] - start.weekday()) % 7)
        ends = [start + timedelta(days=n) for n in range(0, (until - start).days + 1, 7)]
    else:
        ends = [day for day in month_ends(start, until, every=EVERY[frequency]) if day >= start]
    for end in ends:
        yield SampleRelease(end, end + timedelta(days=lag), end.year * 12 + end.month)
