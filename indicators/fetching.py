"""Asks the sources side by side: each has workers of its own, so that a slow one holds up none of the others."""

import logging
import threading
import time
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from queue import Empty, Queue

from briefing.core.http import WebError
from indicators.sources import Observation, SourceError, pause_s, source_for, split

# After so many connections in a row that came to nothing, a source is paused until the next refresh.
SILENT_AFTER = 3
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Ask:
    """What to fetch: a symbol from a day on. `frequency` is D, W, M, Q or A, None where it is not known."""

    symbol: str
    frequency: str | None
    since: date


@dataclass(frozen=True)
class SourceAnswer:
    """What came of an `Ask`: observations, or an error as a sentence."""

    ask: Ask
    observations: Sequence[Observation] = ()
    error: str = ""


class _Line:
    """The asks of one source, and how many of its connections failed in a row."""

    def __init__(self, asks: list[Ask]) -> None:
        self.waiting = deque(asks)
        self.silent = 0

    def take(self) -> Ask | None:
        try:
            return self.waiting.popleft()
        except IndexError:
            return None


def fetch_all(asks: Sequence[Ask], *, time_limit_s: float) -> Iterator[SourceAnswer]:
    """Answers as they come, one for each ask; what is not there in time becomes an error.

    Workers only fetch: they touch no database, and the caller's thread gets all there is to store.
    """
    lines: dict[str, list[Ask]] = defaultdict(list)
    for ask in asks:
        lines[ask.symbol.partition(":")[0]].append(ask)
    answers: Queue[SourceAnswer] = Queue()
    for prefix, own in lines.items():
        line = _Line(own)
        for number in range(min(len(own), source_for(prefix).PARALLEL)):
            threading.Thread(
                target=_work, args=(prefix, line, answers), name=f"{prefix}-{number}", daemon=True
            ).start()
    missing = {ask.symbol: ask for ask in asks}
    until = time.monotonic() + time_limit_s
    while missing:
        try:
            answer = answers.get(timeout=max(0.0, until - time.monotonic()))
        except Empty:
            break
        if missing.pop(answer.ask.symbol, None):
            yield answer
    for ask in missing.values():
        yield SourceAnswer(ask, error=f"No answer within {time_limit_s:g} seconds.")


def _work(prefix: str, line: _Line, answers: "Queue[SourceAnswer]") -> None:
    pause = 0.0
    while ask := line.take():
        if line.silent >= SILENT_AFTER:
            answers.put(
                SourceAnswer(ask, error=f"Not asked: {prefix} did not answer {SILENT_AFTER} times in a row.")
            )
            continue
        time.sleep(pause)
        pause = pause_s(prefix)
        answer, heard = _fetch(ask)
        line.silent = 0 if heard else line.silent + 1
        answers.put(answer)


def _fetch(ask: Ask) -> tuple[SourceAnswer, bool]:
    """The answer, and whether anybody was there at all."""
    _, identifier = split(ask.symbol)
    try:
        found = source_for(ask.symbol).fetch(identifier, since=ask.since, frequency=ask.frequency)
    except SourceError as error:
        cause = error.__cause__
        silent = isinstance(cause, WebError) and cause.code in ("connect", "deadline")
        return SourceAnswer(ask, error=str(error)), not silent
    except Exception as error:
        # A shape that its module did not foresee is an error on this row, not the end of the refresh.
        log.exception("source failed: %s", ask.symbol)
        return SourceAnswer(
            ask, error=f"The answer could not be read ({type(error).__name__}: {error})."
        ), True
    if not found:
        return SourceAnswer(ask, error=f"No observations since {ask.since.isoformat()}."), True
    return SourceAnswer(ask, observations=found), True
