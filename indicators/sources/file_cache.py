"""Caches files that hold several series, so that one fetch serves every row; no network."""

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Generic, TypeVar
from weakref import WeakSet

from django.utils import timezone

from indicators.sources import SourceError

FileT = TypeVar("FileT")
# A failure is cached for all rows of one refresh; the next refresh tries again.
FAILED = timedelta(minutes=20)
_caches: "WeakSet[FileCache[object]]" = WeakSet()


class FileCache(Generic[FileT]):
    """Caches fetched files by name for a given time, and failures for the rest of the refresh."""

    def __init__(self) -> None:
        self._asking = threading.Lock()
        self._kept: dict[str, tuple[datetime, FileT | SourceError]] = {}
        _caches.add(self)  # type: ignore[arg-type]

    def get(self, name: str, fetch: Callable[[], FileT], *, keep: timedelta) -> FileT:
        """The file of that name; concurrent callers wait for one fetch. Raises the cached SourceError."""
        with self._asking:
            now = timezone.now()
            self._kept = {key: each for key, each in self._kept.items() if each[0] > now}
            if name not in self._kept:
                found = _fetched(fetch)
                until = now + (FAILED if isinstance(found, SourceError) else keep)
                self._kept[name] = (until, found)
            file = self._kept[name][1]
        if isinstance(file, SourceError):
            raise file
        return file

    def clear(self) -> None:
        with self._asking:
            self._kept.clear()


def forget() -> None:
    """Clears all caches."""
    for each in list(_caches):
        each.clear()


def _fetched(fetch: Callable[[], FileT]) -> FileT | SourceError:
    try:
        return fetch()
    except SourceError as error:
        return error
