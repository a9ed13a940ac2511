"""A process-local cache in which one thread computes a missing value and the others wait for it."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Generic, TypeVar

Value = TypeVar("Value")


class SingleFlightCache(Generic[Value]):
    """The most recently used values: at most `size`, each for `seconds`."""

    def __init__(self, size: int, seconds: float) -> None:
        self.size, self.seconds = size, seconds
        self._held: OrderedDict[Hashable, tuple[float, Future[Value]]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Returns the cached value, or computes it in the first thread that requests it.

        Other threads wait for that one and get its value or its exception, which is not cached. `make` must
        not request the same key.
        """
        mine: Future[Value] = Future()
        theirs = self._first(key, mine)
        if theirs is not mine:
            return theirs.result()
        try:
            mine.set_result(make())
        except BaseException as error:
            self.clear(key)
            mine.set_exception(error)
            raise
        return mine.result()

    def _first(self, key: Hashable, mine: "Future[Value]") -> "Future[Value]":
        """Returns the future that is stored or in progress; stores `mine` if there is none."""
        now = time.time()
        with self._lock:
            since, found = self._held.get(key, (now, mine))
            if not 0 <= now - since <= self.seconds:  # also discards values when the clock is set back
                since, found = now, mine
            self._held[key] = since, found
            self._held.move_to_end(key)
            if len(self._held) > self.size:
                self._held.popitem(last=False)
        return found

    def clear(self, *keys: Hashable) -> None:
        """Removes the given keys, or all without arguments."""
        with self._lock:
            for key in keys or tuple(self._held):
                self._held.pop(key, None)
