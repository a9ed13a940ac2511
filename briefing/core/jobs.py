"""Work is rows with leases: enqueue, claim, run, finish.

Promises: a row is unique by (kind, key), so what is asked for twice happens once; a row is claimed by one
conditional update; a worker that dies loses its lease and the row is done by another; only the owner of the
lease ends the row. What a handler writes must bear being done twice: handlers rest on unique keys. Each kind has
a total time, after which its handler is interrupted and the row is tried again like after a failure.
"""

import logging
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from django.db import connections
from django.db.models import F, Q
from django.utils import timezone
from structlog.contextvars import bound_contextvars

from briefing.core.leases import CLAIM, TimeUp, acquire, hold_lease, new_owner, owned
from briefing.core.logs import error_line
from briefing.core.machine_faults import full_disk, is_full_disk
from briefing.core.models import Job
from briefing.core.origin import MixedData

Handler = Callable[[Job], str | None]
Queue = Literal["work", "urgent"]
MAX_ATTEMPTS = 5
AT_ONCE = 20  # rows that one tick wakes of a queue
USUALLY_WITHIN = timedelta(minutes=5)
# A kind that this process does not know is a newer version's while processes are replaced: for so long.
UNKNOWN_AGAIN = timedelta(minutes=1)
UNKNOWN_AT_MOST = timedelta(days=1)
log = logging.getLogger(__name__)


class Permanent(Exception):
    """Raised by a handler when trying again cannot help: the row fails for good at once."""


class Foreseen(Exception):
    """Raised by a handler for a failure that its text says all of: it is logged on one line, without a traceback."""


class NotYet(Exception):
    """Raised by a handler when what it works on is not there yet: it is asked again soon, and that is no fault."""


@dataclass(frozen=True)
class JobKind:
    """Who does the jobs of a kind, how long one attempt may take in all, and in whose queue they wait."""

    handler: Handler
    within: timedelta
    queue: Queue


KINDS: dict[str, JobKind] = {}


def handles(
    kind: str, *, within: timedelta = USUALLY_WITHIN, queue: Queue = "work"
) -> Callable[[Handler], Handler]:
    """Registers the function that does jobs of this kind. It returns a line on what it did.

    `urgent` is what a person waits for: its worker does nothing else.
    """

    def register(handler: Handler) -> Handler:
        KINDS[kind] = JobKind(handler, within, queue)
        return handler

    return register


@handles(CLAIM)
def _abandoned(job: Job) -> str:
    """A claim comes here only when its holder died: its name is free."""
    return "its holder died"


def within(name: str) -> timedelta:
    """The total time of one attempt at a kind of job."""
    kind = KINDS.get(name)
    return kind.within if kind else USUALLY_WITHIN


def enqueue(
    kind: str, key: str, *, payload: dict[str, Any] | None = None, not_before: datetime | None = None
) -> bool:
    """Asks for a piece of work; False when it was asked for before."""
    _row, created = Job.objects.get_or_create(
        kind=kind, key=key, defaults={"payload": payload or {}, "not_before": not_before or timezone.now()}
    )
    return created


def wake(now: datetime, queue: Queue | None = None) -> list[Job]:
    """Due rows of the queue to send a message for; each is named again only after half a minute of silence."""
    quiet = Q(woken_at__isnull=True) | Q(woken_at__lte=now - timedelta(seconds=30))
    rows = Job.objects.due(now).filter(quiet).order_by("not_before").only("pk", "kind")
    urgent = [name for name, kind in KINDS.items() if kind.queue == "urgent"]
    if queue is not None:
        rows = rows.filter(kind__in=urgent) if queue == "urgent" else rows.exclude(kind__in=urgent)
    return [row for row in rows[:AT_ONCE] if Job.objects.filter(quiet, pk=row.pk).update(woken_at=now)]


def run(pk: int, *, expendable: bool = False) -> bool:
    """Claims the row and does it; False when it was not to be had (done, leased, not yet due).

    `expendable`: this process may be ended when the handler cannot be interrupted.
    """
    now = timezone.now()
    if not acquire(Job.objects.due(now).filter(pk=pk), new_owner()):
        return False
    job = Job.objects.get(pk=pk)
    kind = KINDS.get(job.kind)
    if kind is None:
        _release(job, now)
    elif job.attempts > MAX_ATTEMPTS:
        # Its last owner died without a word: a row that kills its worker must not do so for ever.
        _finish(job, Job.State.DEAD, job.outcome or "the worker died each time")
    else:
        with bound_contextvars(job_id=job.pk, kind=job.kind, attempt=job.attempts):
            _do(job, kind, expendable=expendable)
    return True


def _do(job: Job, kind: JobKind, *, expendable: bool) -> None:
    try:
        with hold_lease(job, kind.within, expendable=expendable):
            outcome = kind.handler(job)
    except (Permanent, MixedData) as error:
        _finish(job, Job.State.DEAD, str(error))
    except NotYet as reason:
        _wait(job, str(reason))
    except TimeUp:
        connections.close_all()  # it was interrupted anywhere, in the middle of a query too
        _retry(job, f"not done within {kind.within}")
    except Foreseen as error:
        _retry(job, str(error))
    except Exception as error:
        _retry(job, error_line(error))
    else:
        _finish(job, Job.State.DONE, outcome or "")


def _release(job: Job, now: datetime) -> None:
    """Leaves a job of an unknown kind to a worker that knows it; a day later nobody does."""
    outcome = f"nothing handles {job.kind}"
    if now - job.created_at > UNKNOWN_AT_MOST:
        _finish(job, Job.State.DEAD, outcome)
        return
    log.warning("a job of an unknown kind was put back: %s", job.kind)
    owned(job).update(
        state=Job.State.NEW, attempts=F("attempts") - 1, outcome=outcome, not_before=now + UNKNOWN_AGAIN,
        woken_at=None, lease_until=None,
    )  # fmt: skip


def _finish(job: Job, state: Job.State, outcome: str) -> None:
    owned(job).update(state=state, outcome=outcome[:2000], finished_at=timezone.now(), lease_until=None)


def _wait(job: Job, reason: str) -> None:
    if job.attempts >= MAX_ATTEMPTS:
        _finish(job, Job.State.DONE, reason)
    else:
        _postpone(job, reason)


def _postpone(job: Job, outcome: str) -> None:
    owned(job).update(
        state=Job.State.NEW,
        outcome=outcome,
        not_before=timezone.now() + backoff(job.attempts),
        woken_at=None,
        lease_until=None,
    )


def _retry(job: Job, outcome: str) -> None:
    error = sys.exception()
    if error and is_full_disk(error):
        log.error("job failed: %s. %s", job.kind, full_disk())
    elif isinstance(error, Foreseen):
        log.error("job failed: %s: %s", job.kind, outcome)
    else:
        log.exception("job failed: %s", job.kind)
    outcome = outcome[:2000]
    if job.attempts >= MAX_ATTEMPTS:
        _finish(job, Job.State.DEAD, outcome)
    else:
        _postpone(job, outcome)


def backoff(attempts: int) -> timedelta:
    """Exponential from 30 s to an hour, the upper half of it by chance, so that failures do not march in step."""
    ceiling = min(3600.0, 30.0 * 2 ** (attempts - 1))
    return timedelta(seconds=random.uniform(ceiling / 2, ceiling))


def release_leases_of_the_dead() -> int:
    """Embedded shape, at start: nothing else can be running, so every lease is a dead process's."""
    return Job.objects.filter(state=Job.State.RUNNING).update(lease_until=timezone.now())


def purge(now: datetime) -> int:
    """Deletes finished rows after 14 days, given-up ones after 90."""
    old = Job.objects.filter(
        Q(state__in=(Job.State.DONE, Job.State.SKIPPED), finished_at__lt=now - timedelta(days=14))
        | Q(state=Job.State.DEAD, finished_at__lt=now - timedelta(days=90))
    )
    return int(old.delete()[0])
