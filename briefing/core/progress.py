"""Progress on standard error: a bar in a terminal, a plain line now and then elsewhere."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from django.core.management.base import OutputWrapper
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

EVERY = 2.0  # seconds between plain lines


@contextmanager
def working(stderr: OutputWrapper, label: str) -> Iterator[None]:
    """Shows that a command is at work whose steps cannot be counted: a spinner, or one plain line."""
    if stderr.isatty():
        with Console(stderr=True).status(f"{label} …"):
            yield
    else:
        stderr.write(f"{label} …", style_func=str)
        yield


class Steps:
    """Counts the steps of a command while it is entered; `total` None as long as nobody knows how many there are.

    `beside`: where the command writes lines of its own meanwhile; to a terminal, they are progress enough.
    """

    def __init__(
        self,
        stderr: OutputWrapper,
        label: str,
        total: int | None = None,
        *,
        beside: OutputWrapper | None = None,
    ) -> None:
        self.stderr, self.label, self.total = stderr, label, total
        self.plain = not stderr.isatty()
        self.done = 0
        self.said = time.monotonic()
        self.bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
            # Lines that a command writes to the same terminal meanwhile would tear the bar.
            disable=not stderr.isatty() or bool(beside and beside.isatty()),
        )
        self.task = self.bar.add_task(label, total=total)

    def __enter__(self) -> Self:
        self.bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.bar.stop()

    def advance(self, count: int = 1) -> None:
        self.at(self.done + count)

    def at(self, done: int) -> None:
        """So many steps are done in all."""
        self.done = done
        self.bar.update(self.task, completed=done)
        if self.plain and time.monotonic() - self.said >= EVERY:
            self.said = time.monotonic()
            of = f" of {self.total}" if self.total else ""
            self.stderr.write(f"{self.label}: {self.done}{of}", style_func=str)
