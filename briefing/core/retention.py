"""What is kept only for a time is deleted daily; each app names what is its own (decision 4.8)."""

from collections.abc import Callable
from datetime import datetime

Purge = Callable[[datetime], int]
PURGES: dict[str, Purge] = {}


def purges(name: str) -> Callable[[Purge], Purge]:
    """Registers a function that deletes what is past its time and returns how many rows that were."""

    def register(purge: Purge) -> Purge:
        PURGES[name] = purge
        return purge

    return register


def purge_all(now: datetime) -> dict[str, int]:
    """Rows deleted, by name."""
    return {name: purge(now) for name, purge in sorted(PURGES.items())}
