"""Prometheus counters and histograms of requests and cached pages, per process; `/metrics` merges them.

The service's state is read from the database by `briefing.core.operations.status`. Labels come from bounded sets: names
of routes and pages, never a path. With METRICS_ENABLED off the library is not loaded.
"""

from functools import cache
from types import SimpleNamespace
from typing import Any

from django.conf import settings

PREFIX = "briefing"
# Seconds; the upper buckets distinguish slow pages from hanging ones.
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


@cache
def _instruments() -> Any:
    from prometheus_client import Counter, Histogram  # imported only if metrics are on, to save its memory

    return SimpleNamespace(
        requests=Counter(f"{PREFIX}_requests", "Requests by route and status.", ["route", "status"]),
        seconds=Histogram(f"{PREFIX}_request_seconds", "Time of a request.", ["route"], buckets=BUCKETS),
        pages=Counter(f"{PREFIX}_printed_pages", "Printed pages: from the cache or printed.", ["page", "result"]),
    )  # fmt: skip


def request_done(route: str, status: int, seconds: float) -> None:
    """Counts a request; `route` is a URL pattern, or a fixed word for requests without one."""
    if settings.METRICS_ENABLED:
        _instruments().requests.labels(route, str(status)).inc()
        _instruments().seconds.labels(route).observe(seconds)


def page_served(page: str, *, from_cache: bool) -> None:
    if settings.METRICS_ENABLED:
        _instruments().pages.labels(page, "kept" if from_cache else "printed").inc()


def begin() -> None:
    """Creates the instruments, so that no request waits for the library's import."""
    if settings.METRICS_ENABLED:
        _instruments()
