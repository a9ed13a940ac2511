"""Fetches from the sources in parallel: each has its own workers, so that a slow one does not delay the others."""

import logging
import threading
import time
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from queue import Empty, Queue

from indicators.sources import (
    Observation,
    SourceError,
    Unchanged,
    parsing,
    pause_s,
    remedies,
    source_for,
    split,
)
from indicators.sources.parsing import Validators, is_unfinished

# After this many failed connections in a row a source is skipped until the next refresh.
SILENT_AFTER = 3
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class FetchRequest:
    """A symbol to fetch from the day `since`. `frequency` is D, W, M, Q or A, None if unknown.

    `early`: the series has figures of unfinished periods. `known`: the validators (ETag, Last-Modified) of the last
    response. `fetched_at`: when it was last fetched, None if never.
    """

    symbol: str
    frequency: str | None
    since: date
    early: bool = False
    known: Validators = field(default_factory=dict, compare=False)
    fetched_at: datetime | None = field(default=None, compare=False)


@dataclass(frozen=True)
class FetchResult:
    """The outcome of a request: observations, an error message (or both, for a partial result), or `unchanged`.

    `reached`: whether the host responded; None if no request was sent.
    """

    request: FetchRequest
    observations: Sequence[Observation] = ()
    error: str = ""
    unchanged: bool = False
    reached: bool | None = None
    validators: Validators = field(default_factory=dict, compare=False)


class _SourceQueue:
    """The requests of one source, its failed connections in a row, and whether it refuses this installation."""

    def __init__(self, requests: list[FetchRequest]) -> None:
        self.waiting = deque(requests)
        self.silent = 0
        self.refused = False

    def take(self) -> FetchRequest | None:
        try:
            return self.waiting.popleft()
        except IndexError:
            return None


def fetch_all(requests: Sequence[FetchRequest], *, time_limit_s: float) -> Iterator[FetchResult]:
    """Yields one result per request as they arrive; a request still open at the time limit yields an error.

    Workers only fetch: they do not use the database, and the caller stores the results.
    """
    lines: dict[str, list[FetchRequest]] = defaultdict(list)
    for request in requests:
        lines[request.symbol.partition(":")[0]].append(request)
    answers: Queue[FetchResult] = Queue()
    for prefix, own in lines.items():
        line = _SourceQueue(own)
        for number in range(min(len(own), source_for(prefix).PARALLEL)):
            threading.Thread(
                target=_work, args=(prefix, line, answers), name=f"{prefix}-{number}", daemon=True
            ).start()
    missing = {request.symbol: request for request in requests}
    until = time.monotonic() + time_limit_s
    while missing:
        try:
            result = answers.get(timeout=max(0.0, until - time.monotonic()))
        except Empty:
            break
        if missing.pop(result.request.symbol, None):
            yield result
    for request in missing.values():
        yield FetchResult(request, error=f"No answer within {time_limit_s:g} seconds. {remedies.AGAIN}.")


def _work(prefix: str, line: _SourceQueue, answers: "Queue[FetchResult]") -> None:
    pause = 0.0
    while request := line.take():
        if line.silent >= SILENT_AFTER:
            text = f"Not asked: {prefix} did not answer {SILENT_AFTER} times in a row. {remedies.UNREACHED}"
            answers.put(FetchResult(request, error=text))
            continue
        if line.refused:
            text = f"Not asked: {prefix} has refused this run. {remedies.REFUSED}"
            answers.put(FetchResult(request, error=text))
            continue
        time.sleep(pause)
        pause = pause_s(prefix)
        result, refused = _fetch(request)
        line.silent = 0 if result.reached else line.silent + 1
        line.refused = line.refused or refused
        answers.put(result)


def _fetch(request: FetchRequest) -> tuple[FetchResult, bool]:
    """The result, and whether the source refuses all requests."""
    _, identifier = split(request.symbol)
    talk = parsing.Conversation(sent=request.known)
    parsing.conversation.set(talk)
    try:
        found = source_for(request.symbol).fetch(identifier, since=request.since, frequency=request.frequency)
    except Unchanged:
        return FetchResult(request, unchanged=True, validators=request.known, reached=True), False
    except SourceError as error:
        kept, text = _finished_periods(request, error.partial), remedies.with_remedy(error)
        return FetchResult(request, kept, text, reached=not parsing.is_unreached(error)), error.refused
    except Exception as error:
        # An unexpected response must fail this symbol only, not the whole refresh.
        log.exception("source failed: %s", request.symbol)
        return FetchResult(request, error=remedies.unexpected(error), reached=True), False
    if shown := _finished_periods(request, found):
        return FetchResult(request, shown, validators=talk.validators, reached=True), False
    text = f"No observations since {request.since.isoformat()}. {remedies.ENDED}"
    return FetchResult(request, error=text, reached=True), False


def _finished_periods(request: FetchRequest, found: Sequence[Observation]) -> Sequence[Observation]:
    """Drops periods that have not ended, unless the series publishes such figures."""
    if request.early:
        return found
    return [each for each in found if not is_unfinished(each, parsing.today())]
