"""A job queue in the database: enqueue, claim, run, finish.

A row is unique by (kind, key), so a job requested twice runs once. A row is claimed by one conditional
update; a dead worker's lease expires and another worker runs the row; only the lease's owner finishes it.
Handlers must be idempotent, which unique keys ensure. Each kind has a total time, after which its handler is
interrupted and the row is retried as after a failure.
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

from briefing.core.models import Job
from briefing.core.operations.logs import error_line
from briefing.core.operations.machine_faults import full_disk, is_full_disk
from briefing.core.origin import MixedData
from briefing.core.work.leases import CLAIM, TimeUp, acquire, hold_lease, new_owner, owned

Handler = Callable[[Job], str | None]
Queue = Literal["work", "urgent"]
MAX_ATTEMPTS = 5
AT_ONCE = 20  # rows per queue that one tick wakes
USUALLY_WITHIN = timedelta(minutes=5)
# During a deployment a newer version may enqueue kinds that this process does not have yet.
UNKNOWN_AGAIN = timedelta(minutes=1)
UNKNOWN_AT_MOST = timedelta(days=1)
log = logging.getLogger(__name__)


class Foreseen(Exception):
    """Raised by a handler for an expected failure: logged on one line, without a traceback.

    `permanent`: a retry cannot help, so the job fails without further attempts.
    """

    permanent = False


class NotYet(Exception):
    """Raised by a handler when its input is not available yet: the job is retried soon, and this is no failure."""


@dataclass(frozen=True)
class JobKind:
    handler: Handler
    within: timedelta
    queue: Queue


KINDS: dict[str, JobKind] = {}


def handles(
    kind: str, *, within: timedelta = USUALLY_WITHIN, queue: Queue = "work"
) -> Callable[[Handler], Handler]:
    """Registers the handler of a kind of job; it returns a line that describes the outcome.

    The `urgent` queue is for jobs that a reader waits for; its worker runs no others.
    """

    def register(handler: Handler) -> Handler:
        KINDS[kind] = JobKind(handler, within, queue)
        return handler

    return register


@handles(CLAIM)
def _abandoned(job: Job) -> str:
    """Finishes the claim of a dead process, so that its name can be claimed again."""
    return "its holder died"


def within(name: str) -> timedelta:
    kind = KINDS.get(name)
    return kind.within if kind else USUALLY_WITHIN


def longest_within() -> timedelta:
    return max((kind.within for kind in KINDS.values()), default=USUALLY_WITHIN)


def enqueue(
    kind: str, key: str, *, payload: dict[str, Any] | None = None, not_before: datetime | None = None
) -> bool:
    """Creates the job unless its key exists; returns whether it was created."""
    _row, created = Job.objects.get_or_create(
        kind=kind, key=key, defaults={"payload": payload or {}, "not_before": not_before or timezone.now()}
    )
    return created


def wake(now: datetime, queue: Queue) -> list[Job]:
    """Returns due rows of the queue to send messages for, each at most once in half a minute."""
    quiet = Q(woken_at__isnull=True) | Q(woken_at__lte=now - timedelta(seconds=30))
    rows = Job.objects.due(now).filter(quiet).order_by("not_before").only("pk", "kind")
    urgent = [name for name, kind in KINDS.items() if kind.queue == "urgent"]
    rows = rows.filter(kind__in=urgent) if queue == "urgent" else rows.exclude(kind__in=urgent)
    return [row for row in rows[:AT_ONCE] if Job.objects.filter(quiet, pk=row.pk).update(woken_at=now)]


def run(pk: int, *, expendable: bool = False) -> bool:
    """Claims and runs the row; returns False if it cannot be claimed (done, leased or not yet due).

    `expendable`: this process may be killed if the handler cannot be interrupted.
    """
    now = timezone.now()
    if not acquire(Job.objects.due(now).filter(pk=pk), new_owner()):
        return False
    job = Job.objects.get(pk=pk)
    kind = KINDS.get(job.kind)
    if kind is None:
        _release(job, now)
    elif job.attempts > MAX_ATTEMPTS:
        # The row's last worker died without an outcome: a row that kills workers must not be retried forever.
        _finish(job, Job.State.DEAD, job.outcome or "the worker died each time")
    else:
        with bound_contextvars(job_id=job.pk, kind=job.kind, attempt=job.attempts):
            _do(job, kind, expendable=expendable)
    return True


def _do(job: Job, kind: JobKind, *, expendable: bool) -> None:
    try:
        with hold_lease(job, kind.within, expendable=expendable):
            outcome = kind.handler(job)
    except MixedData as error:
        _finish(job, Job.State.DEAD, str(error))
    except NotYet as reason:
        _wait(job, str(reason))
    except TimeUp:
        connections.close_all()  # the interruption may have hit the middle of a query
        _retry(job, f"not done within {kind.within}")
    except Foreseen as error:
        if error.permanent:
            log.error("job failed: %s: %s", job.kind, error)
            _finish(job, Job.State.DEAD, str(error))
        else:
            _retry(job, str(error))
    except Exception as error:
        _retry(job, error_line(error))
    else:
        _finish(job, Job.State.DONE, outcome or "")


def _release(job: Job, now: datetime) -> None:
    """Releases a job of an unknown kind for a worker that has a handler; after a day the job fails."""
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
    """Returns an exponential delay from 30 s to an hour, the upper half random, so that retries spread out."""
    ceiling = min(3600.0, 30.0 * 2 ** (attempts - 1))
    return timedelta(seconds=random.uniform(ceiling / 2, ceiling))


def release_leases_of_the_dead() -> int:
    """Ends all leases when the embedded deployment starts, since no other process can be running."""
    return Job.objects.filter(state=Job.State.RUNNING).update(lease_until=timezone.now())


def purge(now: datetime) -> int:
    """Deletes finished rows after 14 days and failed ones after 90."""
    old = Job.objects.filter(
        Q(state__in=(Job.State.DONE, Job.State.SKIPPED), finished_at__lt=now - timedelta(days=14))
        | Q(state=Job.State.DEAD, finished_at__lt=now - timedelta(days=90))
    )
    return int(old.delete()[0])
