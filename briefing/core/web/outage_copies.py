"""Copies of the main pages for database outages, in the shared cache and in the serving process."""

import contextlib
import time
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import cache

KEPT_S = 7 * 24 * 3600
# While a process serves a page from its own memory the cache may lose the copy: it is written again so often.
AGAIN_S = 2.0
# Copies outlive a release: with another class to pickle them as, the 3 counts on.
_PREFIX = "outage.3"
_INVALIDATED = "outage_disowned_until"
# By key: the page, when it was made, and when the copy was last written. A few dozen keys: two addresses in each
# language and tone.
_held: dict[str, tuple[Any, datetime, float]] = {}


def store(key: str, page: Any, made_at: datetime) -> None:
    """Stores the copy; called for each time that the page is served, writes at most every `AGAIN_S`."""
    now = time.time()
    held, held_at, written_at = _held.get(key, (None, made_at, now))
    if held_at > made_at or (held is page and 0 <= now - written_at < AGAIN_S):
        return  # a newer copy exists, or this one was just written
    _held[key] = page, made_at, now
    cache.set(f"{_PREFIX}.{key}", page, KEPT_S)


def get(key: str) -> Any:
    """Returns the copy from the cache, else this process's; None if there is none."""
    found = cache.get(f"{_PREFIX}.{key}")
    return found if found is not None else _held.get(key, (None,))[0]


def invalidate_before(now: datetime) -> None:
    """Invalidates all copies made until now, in every process."""
    cache.set(_INVALIDATED, now, KEPT_S)
    if not settings.CACHE_URL:
        file = invalidation_file()
        whole = file.with_suffix(".new")  # a reader of the file never finds a part of it
        with contextlib.suppress(OSError):  # a full disk must not stop a withdrawal
            whole.write_text(now.isoformat())
            whole.replace(file)


def is_invalidated(made_at: datetime) -> bool:
    found: list[datetime | None] = [cache.get(_INVALIDATED)]
    if not settings.CACHE_URL and invalidation_file().exists():
        found.append(datetime.fromisoformat(invalidation_file().read_text()))
    return any(until is not None and made_at <= until for until in found)


def invalidation_file() -> Path:
    """Tells the other processes of this machine where there is no shared cache."""
    return Path(settings.DATA_DIR) / "outage-copies-invalid"


def clear() -> None:
    _held.clear()


def remove(keys: Iterable[str]) -> None:
    """Removes the keys from the cache, and all of this process's copies."""
    clear()
    cache.delete_many([f"{_PREFIX}.{key}" for key in keys])
