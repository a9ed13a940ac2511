"""A cache of one process whose entries are made by the first thread that asks."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Generic, TypeVar

Value = TypeVar("Value")


class SingleFlightCache(Generic[Value]):
    """The values that were asked for last: at most `size`, each for `seconds`."""

    def __init__(self, size: int, seconds: float) -> None:
        self.size, self.seconds = size, seconds
        self._held: OrderedDict[Hashable, tuple[float, Future[Value]]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value held under a key, or made by the first thread that asks; others wait for that one, and share its
        error, which is not held. `make` must not ask for the same key."""
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
        """What is held or being made, `mine` from now on where nothing is."""
        now = time.time()
        with self._lock:
            since, found = self._held.get(key, (now, mine))
            if not 0 <= now - since <= self.seconds:  # also when the clock is put back
                since, found = now, mine
            self._held[key] = since, found
            self._held.move_to_end(key)
            if len(self._held) > self.size:
                self._held.popitem(last=False)
        return found

    def clear(self, *keys: Hashable) -> None:
        """Lets go of these; of all without a key."""
        with self._lock:
            for key in keys or tuple(self._held):
                self._held.pop(key, None)
