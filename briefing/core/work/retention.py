"""Daily deletion of expired data; each app registers its own (decision 4.8)."""

from collections.abc import Callable
from datetime import datetime

Purge = Callable[[datetime], int]
PURGES: dict[str, Purge] = {}


def purges(name: str) -> Callable[[Purge], Purge]:
    """Registers a function that deletes expired rows and returns their number."""

    def register(purge: Purge) -> Purge:
        PURGES[name] = purge
        return purge

    return register


def purge_all(now: datetime) -> dict[str, int]:
    return {name: purge(now) for name, purge in sorted(PURGES.items())}
