"""The list of faults, in the order in which they are tried."""

import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Seen:
    """What the two sides saw of it."""

    reader: str
    staff: str


@dataclass(frozen=True)
class Result:
    number: str
    done: str
    seen: Seen
    held: bool
    seconds: float


@dataclass(frozen=True)
class Fault:
    number: str
    done: str
    try_it: Callable[[Any], Seen]

    def result(self, shape: object) -> Result:
        began = time.monotonic()
        try:
            seen, held = self.try_it(shape), True
        except Exception as error:  # the table tells of it, and the next one is tried
            traceback.print_exc()
            seen, held = (
                Seen(f"{type(error).__name__}: {' '.join(str(error).split())[:160]}", "not asked"),
                False,
            )
        return Result(self.number, self.done, seen, held, time.monotonic() - began)


# By the shape that they are tried on: PostgreSQL and Redis, or SQLite.
PRODUCTION: list[Fault] = []
EMBEDDED: list[Fault] = []


def fault(
    number: str, done: str, on: list[Fault] = PRODUCTION
) -> Callable[[Callable[[Any], Seen]], Callable[[Any], Seen]]:
    """Registers a fault: its number in the specification (M: of issue 16's list), and what is done."""

    def register(function: Callable[[Any], Seen]) -> Callable[[Any], Seen]:
        on.append(Fault(number, done, function))
        return function

    return register
