"""The sources of figures: one module per prefix, each with a function from identifier to observations.

Every module of this package with a `PREFIX` is a source; there is no other registration.
"""

import importlib
import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import Protocol, cast

from django.conf import settings
from django.utils.functional import Promise


@dataclass(frozen=True)
class Observation:
    """One published figure. `day` is the end of the period in `period`, so 2026-Q2 is 2026-06-30.

    `period` is `2026-11-20`, `2026-W05`, `2026-09`, `2026-Q3`, `2026-S1` or `2025`; `value` is in the source's unit.
    `currency` is the source's currency code (including those for pence), if it has one.
    """

    period: str
    day: date
    value: float
    currency: str = field(default="", compare=False)


class SourceError(Exception):
    """A source did not return reliable figures. The message is a sentence that the operator can act on.

    `permanent`: the same request will fail again (a discontinued code, an incomplete filter), so the configuration
    has to change. `status`: the HTTP status, if that was the cause. `refused`: the source refuses all requests of
    this installation. `partial`: one unbroken stretch of good figures, oldest first, of an incomplete result.
    `detail`: the publisher's own reason (`reasons.quoted`).
    """

    def __init__(
        self,
        sentence: str,
        *,
        permanent: bool = False,
        status: int | None = None,
        refused: bool = False,
        partial: Sequence[Observation] = (),
        detail: str = "",
    ) -> None:
        super().__init__(sentence)
        self.permanent = permanent
        self.status = status
        self.refused = refused
        self.partial = partial
        self.detail = detail


class Unchanged(SourceError):
    """The source responded 304: its data are those stored last."""


@dataclass(frozen=True)
class Hours:
    """When a source has new figures: local times ("16:20") on weekdays, some minutes after publication."""

    zone: str
    times: tuple[str, ...]


DEFAULT_HOURS = Hours("UTC", ("07:20", "10:20", "14:20", "18:20", "21:20"))


class Fetch(Protocol):
    """Fetches the observations from `since` to today, oldest first, at most one a day; raises SourceError.

    `identifier` is the symbol without its prefix; `frequency` is D, W, M, Q or A if the caller knows it.
    """

    def __call__(
        self, identifier: str, *, since: date, frequency: str | None = None
    ) -> list[Observation]: ...


class Vintages(Protocol):
    """The values published after the day `after`, by period, each with the publisher's date; raises SourceError.

    `since` is the day of the first observation of interest.
    """

    def __call__(
        self, identifier: str, *, since: date, after: date, frequency: str
    ) -> dict[str, tuple[float, date]]: ...


class Source(Protocol):
    """The interface of a module of this package.

    Optional: `enabled()` (default True), `HOURS` (default `DEFAULT_HOURS`), `HOLES`, True if days missing from a
    result must not be withdrawn, and `vintages`, if the publisher dates its values.
    """

    PREFIX: str
    ADDRESSES: dict[str, str]  # by PREFIX, and by a second name for sources with two addresses
    PARALLEL: int  # maximum number of concurrent requests
    PAUSE_S: float  # pause between two requests of one worker
    TERMS: str | Promise  # what an operator must know before the figures are shown
    fetch: Fetch


@cache
def sources() -> dict[str, Source]:
    """Every source of the package by its prefix."""
    found: dict[str, Source] = {}
    for entry in pkgutil.iter_modules(__path__):
        module = importlib.import_module(f"{__name__}.{entry.name}")
        if hasattr(module, "PREFIX"):
            source = cast(Source, module)
            found[source.PREFIX] = source
    return found


def split(symbol: str) -> tuple[str, str]:
    """Splits `EUSTAT:une_rt_m?geo=IT` into prefix and identifier."""
    prefix, colon, identifier = symbol.partition(":")
    if not (colon and identifier):
        raise SourceError(f"{symbol!r} is not PREFIX:identifier.", permanent=True)
    return prefix, identifier


def source_for(symbol: str) -> Source:
    """The module of a symbol or a bare prefix."""
    prefix = symbol.partition(":")[0]
    try:
        return sources()[prefix]
    except KeyError:
        known = ", ".join(sorted(sources()))
        raise SourceError(
            f"No source has the prefix {prefix!r}; known are {known}.", permanent=True
        ) from None


def enabled(symbol: str) -> bool:
    """Whether this installation may fetch from the source: its key or setting is set, or the data are samples."""
    source = source_for(symbol)
    if settings.SAMPLE_DATA:
        return True
    switch: Callable[[], bool] | None = vars(source).get("enabled")
    return switch() if switch else True


def addresses() -> dict[str, str]:
    """The public addresses of all sources by name; `SOURCE_<name>_BASE_URL` overrides one."""
    return {name: address for source in sources().values() for name, address in source.ADDRESSES.items()}


def base_url(name: str, public: str = "") -> str:
    """The base address of requests: the configured one, else the sample server's, else the public one."""
    if other := settings.SOURCE_BASE_URLS.get(name):
        return str(other).rstrip("/")
    if settings.SAMPLE_DATA:
        return f"{settings.SAMPLE_SOURCES_URL}/{name.lower()}"
    return public or addresses()[name]


def hours_of(symbol: str) -> Hours:
    found: Hours = vars(source_for(symbol)).get("HOURS", DEFAULT_HOURS)
    return found


def has_holes(prefix: str) -> bool:
    """Whether a day missing from a result may still be valid, because the source fills it in later."""
    return bool(vars(source_for(prefix)).get("HOLES", False))


def vintages_of(prefix: str) -> Vintages | None:
    """The source's function for the publisher's dates of its values; None if it states none."""
    found: Vintages | None = vars(source_for(prefix)).get("vintages")
    return found


def pause_s(prefix: str) -> float:
    """The pause between two requests; none for our own sample server."""
    return 0.0 if settings.SAMPLE_DATA else source_for(prefix).PAUSE_S
