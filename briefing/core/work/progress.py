"""Progress on standard error: a bar in a terminal, otherwise occasional plain lines."""

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
    """Shows activity while steps cannot be counted: a spinner in a terminal, otherwise one plain line."""
    if stderr.isatty():
        with Console(stderr=True).status(f"{label} …"):
            yield
    else:
        stderr.write(f"{label} …", style_func=str)
        yield


class Steps:
    """Counts the steps of a command; `total` is None if it is unknown.

    `output` is the stream to which the command also writes lines; in a terminal these replace the bar.
    """

    def __init__(
        self,
        stderr: OutputWrapper,
        label: str,
        total: int | None = None,
        *,
        output: OutputWrapper | None = None,
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
            # Lines that the command writes to the same terminal would break the bar.
            disable=not stderr.isatty() or bool(output and output.isatty()),
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
        self.done = done
        self.bar.update(self.task, completed=done)
        if self.plain and time.monotonic() - self.said >= EVERY:
            self.said = time.monotonic()
            of = f" of {self.total}" if self.total else ""
            self.stderr.write(f"{self.label}: {self.done}{of}", style_func=str)
