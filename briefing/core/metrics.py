"""Counters and durations of requests and of printed pages, kept by each process and put together by `/metrics`.

The state of the service is not here: `briefing.core.status` reads it from the database. Labels come from bounded sets:
names of routes and pages, never a path. With METRICS_ENABLED off nothing is counted and the library is not loaded.
"""

from functools import cache
from types import SimpleNamespace
from typing import Any

from django.conf import settings

PREFIX = "briefing"
# Seconds; the upper ones tell a slow page from a hanging one.
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


@cache
def _instruments() -> Any:
    from prometheus_client import Counter, Histogram  # only who asks for it pays its memory

    return SimpleNamespace(
        requests=Counter(f"{PREFIX}_requests", "Requests by route and status.", ["route", "status"]),
        seconds=Histogram(f"{PREFIX}_request_seconds", "Time of a request.", ["route"], buckets=BUCKETS),
        pages=Counter(f"{PREFIX}_printed_pages", "Printed pages: from the cache or printed.", ["page", "result"]),
    )  # fmt: skip


def request_done(route: str, status: int, seconds: float) -> None:
    """`route` is a pattern of the URL configuration, or a word for what has none."""
    if settings.METRICS_ENABLED:
        _instruments().requests.labels(route, str(status)).inc()
        _instruments().seconds.labels(route).observe(seconds)


def page_served(page: str, *, from_cache: bool) -> None:
    if settings.METRICS_ENABLED:
        _instruments().pages.labels(page, "kept" if from_cache else "printed").inc()


def begin() -> None:
    """Makes the instruments, so that a request does not wait for the library."""
    if settings.METRICS_ENABLED:
        _instruments()
