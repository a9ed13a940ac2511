"""Asks the sources side by side: each has workers of its own, so that a slow one holds up none of the others."""

import logging
import threading
import time
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
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

# After so many connections in a row that came to nothing, a source is paused until the next refresh.
SILENT_AFTER = 3
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Ask:
    """What to fetch: a symbol from a day on. `frequency` is D, W, M, Q or A, None where it is not known.

    `early`: the series has figures of periods that have not ended. `known`: what the last answer was told apart by.
    """

    symbol: str
    frequency: str | None
    since: date
    early: bool = False
    known: Validators = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class SourceAnswer:
    """What came of an `Ask`: observations, an error as a sentence (or both, of an answer that is not whole), or
    the word that nothing has changed. `reached`: whether anybody was there; None where it was not asked."""

    ask: Ask
    observations: Sequence[Observation] = ()
    error: str = ""
    unchanged: bool = False
    reached: bool | None = None
    validators: Validators = field(default_factory=dict, compare=False)


class _Line:
    """The asks of one source, how many of its connections failed in a row, and whether it turned us away."""

    def __init__(self, asks: list[Ask]) -> None:
        self.waiting = deque(asks)
        self.silent = 0
        self.refused = False

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
        yield SourceAnswer(ask, error=f"No answer within {time_limit_s:g} seconds. {remedies.AGAIN}.")


def _work(prefix: str, line: _Line, answers: "Queue[SourceAnswer]") -> None:
    pause = 0.0
    while ask := line.take():
        if line.silent >= SILENT_AFTER:
            text = f"Not asked: {prefix} did not answer {SILENT_AFTER} times in a row. {remedies.UNREACHED}"
            answers.put(SourceAnswer(ask, error=text))
            continue
        if line.refused:
            text = f"Not asked: {prefix} has refused this run. {remedies.REFUSED}"
            answers.put(SourceAnswer(ask, error=text))
            continue
        time.sleep(pause)
        pause = pause_s(prefix)
        answer, heard, refused = _fetch(ask)
        answer = replace(answer, reached=heard)
        line.silent = 0 if heard else line.silent + 1
        line.refused = line.refused or refused
        answers.put(answer)


def _fetch(ask: Ask) -> tuple[SourceAnswer, bool, bool]:
    """The answer, whether anybody was there at all, and whether the source refuses whatever it is asked."""
    _, identifier = split(ask.symbol)
    talk = parsing.Conversation(known=ask.known)
    parsing.conversation.set(talk)
    try:
        found = source_for(ask.symbol).fetch(identifier, since=ask.since, frequency=ask.frequency)
    except Unchanged:
        return SourceAnswer(ask, unchanged=True, validators=ask.known), True, False
    except SourceError as error:
        heard = not parsing.is_unreached(error)
        return SourceAnswer(ask, _shown(ask, error.kept), remedies.with_remedy(error)), heard, error.refused
    except Exception as error:
        # A shape that its module did not foresee is an error on this row, not the end of the refresh.
        log.exception("source failed: %s", ask.symbol)
        text = f"The answer could not be read ({type(error).__name__}: {error}). {remedies.PROGRAM}"
        return SourceAnswer(ask, error=text), True, False
    if shown := _shown(ask, found):
        return SourceAnswer(ask, shown, validators=talk.validators), True, False
    text = f"No observations since {ask.since.isoformat()}. {remedies.ENDED}"
    return SourceAnswer(ask, error=text), True, False


def _shown(ask: Ask, found: Sequence[Observation]) -> Sequence[Observation]:
    """Without a period that has not ended, unless the series has figures of such ones."""
    if ask.early:
        return found
    return [each for each in found if not is_unfinished(each, parsing.today())]
