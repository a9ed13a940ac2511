"""Model calls that a reader waits for: few at once in a process, so that slow answers leave threads for pages."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

AT_ONCE = 2
# An answer takes some seconds; a caller who comes back after these finds a slot more often than not.
RETRY_AFTER_S = 15


class Busy(Exception):
    """As many calls as this process makes at once are under way."""


class Slots:
    """`acquire` never waits: a thread that waits for a slot would be one more that is held."""

    def __init__(self, size: int) -> None:
        self._free = threading.BoundedSemaphore(size)

    @contextmanager
    def acquire(self) -> Iterator[None]:
        """Raises Busy where none is free."""
        if not self._free.acquire(blocking=False):
            raise Busy
        try:
            yield
        finally:
            self._free.release()


readers = Slots(AT_ONCE)
