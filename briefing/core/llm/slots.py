"""Limits concurrent model calls that readers wait for, so that slow answers leave threads for pages."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

AT_ONCE = 2
# An answer takes some seconds; after this time a slot is usually free.
RETRY_AFTER_S = 15


class Busy(Exception):
    pass


class Slots:
    """Slots for concurrent calls; `acquire` never blocks, since a waiting thread would be occupied too."""

    def __init__(self, size: int) -> None:
        self._free = threading.BoundedSemaphore(size)

    @contextmanager
    def acquire(self) -> Iterator[None]:
        """Raises Busy if none is free."""
        if not self._free.acquire(blocking=False):
            raise Busy
        try:
            yield
        finally:
            self._free.release()


readers = Slots(AT_ONCE)
