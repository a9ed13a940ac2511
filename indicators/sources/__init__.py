"""Where figures come from: one module a prefix, each with one function from identifier to observations.

A module of this package that names a `PREFIX` is a source; nothing else registers it.
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
    """One published figure. `day` is the END of the period that `period` names, so 2026-Q2 is 2026-06-30.

    `period` is `2026-11-20`, `2026-W05`, `2026-09`, `2026-Q3`, `2026-S1` or `2025`; `value` is in the
    source's own unit. `currency` is the quote's own code (pence as the source writes them), where it says so.
    """

    period: str
    day: date
    value: float
    currency: str = field(default="", compare=False)


class SourceError(Exception):
    """A source did not give figures that can be trusted. The text is a sentence a person can act on.

    `permanent`: the same request will fail tomorrow too (a code that is gone, a filter that is not
    complete), so the configuration has to change. `status`: the HTTP status, where that was the trouble.
    `refused`: the source turns this installation away, whatever it is asked. `partial`: one unbroken stretch of good
    figures, oldest first, of an answer that is not whole. `detail`: the publisher's own reason (`reasons.quoted`).
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
    """The source says (304) that its answer is still the one that was stored last."""


@dataclass(frozen=True)
class Hours:
    """When a source has something new: local times ("16:20") on weekdays, some minutes after it publishes."""

    zone: str
    times: tuple[str, ...]


DEFAULT_HOURS = Hours("UTC", ("07:20", "10:20", "14:20", "18:20", "21:20"))


class Fetch(Protocol):
    """`identifier` is what follows the prefix; `frequency` is D, W, M, Q or A where the caller knows it.

    Gives observations from `since` to today, oldest first, one a day at most; raises SourceError.
    """

    def __call__(
        self, identifier: str, *, since: date, frequency: str | None = None
    ) -> list[Observation]: ...


class Source(Protocol):
    """What a module of this package offers; `enabled()` may be left out when it is always on, `HOURS` (of type `Hours`)
    where nothing is known of when it publishes, and `HOLES` where what it leaves out is withdrawn."""

    PREFIX: str
    ADDRESSES: dict[str, str]  # by PREFIX, and by another name where the source has a second one
    PARALLEL: int  # requests at once that the source bears
    PAUSE_S: float  # rest between two requests of one worker
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
    """`EUSTAT:une_rt_m?geo=IT` gives the prefix and the identifier."""
    prefix, colon, identifier = symbol.partition(":")
    if not (colon and identifier):
        raise SourceError(f"{symbol!r} is not PREFIX:identifier.", permanent=True)
    return prefix, identifier


def source_for(symbol: str) -> Source:
    """The module that answers for a symbol or a bare prefix."""
    prefix = symbol.partition(":")[0]
    try:
        return sources()[prefix]
    except KeyError:
        known = ", ".join(sorted(sources()))
        raise SourceError(
            f"No source has the prefix {prefix!r}; known are {known}.", permanent=True
        ) from None


def enabled(prefix: str) -> bool:
    """Whether this installation may ask the source: its key or its switch is set, or all is sample data."""
    source = source_for(prefix)
    if settings.SAMPLE_DATA:
        return True
    switch: Callable[[], bool] | None = vars(source).get("enabled")
    return switch() if switch else True


def addresses() -> dict[str, str]:
    """The public addresses of all sources by name; `SOURCE_<name>_BASE_URL` sets another one."""
    return {name: address for source in sources().values() for name, address in source.ADDRESSES.items()}


def base_url(name: str, public: str = "") -> str:
    """The address that requests start with: the one set, else the sample server's, else the public one."""
    if other := settings.SOURCE_BASE_URLS.get(name):
        return str(other).rstrip("/")
    if settings.SAMPLE_DATA:
        return f"{settings.SAMPLE_SOURCES_URL}/{name.lower()}"
    return public or addresses()[name]


def hours_of(prefix: str) -> Hours:
    """When the source is asked."""
    found: Hours = vars(source_for(prefix)).get("HOURS", DEFAULT_HOURS)
    return found


def has_holes(prefix: str) -> bool:
    """Whether a day that the source leaves out of an answer may still be good: it is filled in again later."""
    return bool(vars(source_for(prefix)).get("HOLES", False))


def pause_s(prefix: str) -> float:
    """The rest between two requests; none on our own sample server."""
    return 0.0 if settings.SAMPLE_DATA else source_for(prefix).PAUSE_S
