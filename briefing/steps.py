"""Progress on standard error: a bar in a terminal, a plain line now and then elsewhere."""

import time
from types import TracebackType
from typing import Self

from django.core.management.base import OutputWrapper
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

EVERY = 2.0  # seconds between plain lines


class Steps:
    """Counts the steps of a command while it is entered; `total` None as long as nobody knows how many there are."""

    def __init__(self, stderr: OutputWrapper, label: str, total: int | None = None) -> None:
        self.stderr, self.label, self.total = stderr, label, total
        self.done = 0
        self.said = time.monotonic()
        self.bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
            disable=not stderr.isatty(),
        )
        self.task = self.bar.add_task(label, total=total)

    def __enter__(self) -> Self:
        self.bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.bar.stop()

    def advance(self) -> None:
        self.done += 1
        self.bar.advance(self.task)
        if self.bar.disable and time.monotonic() - self.said >= EVERY:
            self.said = time.monotonic()
            of = f" of {self.total}" if self.total else ""
            self.stderr.write(f"{self.label}: {self.done}{of}", style_func=str)
