"""Asks the sources side by side: each has workers of its own, so that a slow one holds up none of the others."""

import logging
import threading
import time
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from queue import Empty, Queue

from indicators.sources import Observation, SourceError, Unchanged, parsing, pause_s, source_for, split
from indicators.sources.parsing import Validators, is_unfinished

# After so many connections in a row that came to nothing, a source is paused until the next refresh.
SILENT_AFTER = 3
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class FetchRequest:
    """What to fetch: a symbol from a day on. `frequency` is D, W, M, Q or A, None where it is not known.

    `early`: the series has figures of periods that have not ended. `known`: what the last answer was told apart by.
    """

    symbol: str
    frequency: str | None
    since: date
    early: bool = False
    known: Validators = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class FetchResult:
    """What came of a `FetchRequest`: observations, an error as a sentence (or both, of an answer that is not whole), or
    the word that nothing has changed. `reached`: whether anybody was there; None where it was not asked."""

    request: FetchRequest
    observations: Sequence[Observation] = ()
    error: str = ""
    unchanged: bool = False
    reached: bool | None = None
    validators: Validators = field(default_factory=dict, compare=False)


class _SourceQueue:
    """The asks of one source, how many of its connections failed in a row, and whether it turned us away."""

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
    """Answers as they come, one for each ask; what is not there in time becomes an error.

    Workers only fetch: they touch no database, and the caller's thread gets all there is to store.
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
        yield FetchResult(request, error=f"No answer within {time_limit_s:g} seconds.")


def _work(prefix: str, line: _SourceQueue, answers: "Queue[FetchResult]") -> None:
    pause = 0.0
    while request := line.take():
        if line.silent >= SILENT_AFTER:
            answers.put(
                FetchResult(
                    request, error=f"Not asked: {prefix} did not answer {SILENT_AFTER} times in a row."
                )
            )
            continue
        if line.refused:
            answers.put(FetchResult(request, error=f"Not asked: {prefix} refuses this installation."))
            continue
        time.sleep(pause)
        pause = pause_s(prefix)
        result, answered, refused = _fetch(request)
        result = replace(result, reached=answered)
        line.silent = 0 if answered else line.silent + 1
        line.refused = line.refused or refused
        answers.put(result)


def _fetch(request: FetchRequest) -> tuple[FetchResult, bool, bool]:
    """The answer, whether anybody was there at all, and whether the source refuses whatever it is asked."""
    _, identifier = split(request.symbol)
    talk = parsing.Conversation(sent=request.known)
    parsing.conversation.set(talk)
    try:
        found = source_for(request.symbol).fetch(identifier, since=request.since, frequency=request.frequency)
    except Unchanged:
        return FetchResult(request, unchanged=True, validators=request.known), True, False
    except SourceError as error:
        answered = not parsing.is_unreached(error)
        return (
            FetchResult(request, _finished_periods(request, error.partial), str(error)),
            answered,
            error.refused,
        )
    except Exception as error:
        # A shape that its module did not foresee is an error on this row, not the end of the refresh.
        log.exception("source failed: %s", request.symbol)
        text = f"The answer could not be read ({type(error).__name__}: {error})."
        return FetchResult(request, error=text), True, False
    if shown := _finished_periods(request, found):
        return FetchResult(request, shown, validators=talk.validators), True, False
    return FetchResult(request, error=f"No observations since {request.since.isoformat()}."), True, False


def _finished_periods(request: FetchRequest, found: Sequence[Observation]) -> Sequence[Observation]:
    """Without a period that has not ended, unless the series has figures of such ones."""
    if request.early:
        return found
    return [each for each in found if not is_unfinished(each, parsing.today())]
