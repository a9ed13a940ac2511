"""Work is rows with leases: enqueue, claim, run, finish.

Promises: a row is unique by (kind, key), so what is asked for twice happens once; a row is claimed by one
conditional update; a worker that dies loses its lease and the row is done by another; only the owner of the
lease ends the row. What a handler writes must bear being done twice: handlers rest on unique keys.
"""

import logging
import os
import random
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.db import close_old_connections
from django.db.models import F, Q
from django.utils import timezone

from briefing.core import error_text
from briefing.core.models import Job

Handler = Callable[[Job], str | None]
HANDLERS: dict[str, Handler] = {}
LEASE = timedelta(seconds=60)
RENEW_EVERY_S = 15.0
MAX_ATTEMPTS = 5
log = logging.getLogger(__name__)


class Permanent(Exception):
    """Raised by a handler when trying again cannot help: the row is given up at once."""


class NotYet(Exception):
    """Raised by a handler when what it works on is not there yet: it is asked again soon, and that is no fault."""


def handles(kind: str) -> Callable[[Handler], Handler]:
    """Registers the function that does jobs of this kind. It returns a line on what it did."""

    def register(handler: Handler) -> Handler:
        HANDLERS[kind] = handler
        return handler

    return register


def enqueue(
    kind: str, key: str, *, payload: dict[str, Any] | None = None, not_before: datetime | None = None
) -> bool:
    """Asks for a piece of work; False when it was asked for before."""
    _row, created = Job.objects.get_or_create(
        kind=kind, key=key, defaults={"payload": payload or {}, "not_before": not_before or timezone.now()}
    )
    return created


def process_name() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"


def wake(now: datetime, limit: int = 20) -> list[int]:
    """Ids of due rows to send a message for; each is named again only after half a minute of silence."""
    quiet = Q(woken_at__isnull=True) | Q(woken_at__lte=now - timedelta(seconds=30))
    ids = list(Job.objects.due(now).filter(quiet).order_by("not_before").values_list("pk", flat=True)[:limit])
    return [pk for pk in ids if Job.objects.filter(quiet, pk=pk).update(woken_at=now)]


def run(pk: int) -> bool:
    """Claims the row and does it; False when it was not to be had (done, leased, not yet due)."""
    now = timezone.now()
    owner = f"{process_name()}:{threading.get_ident()}:{random.getrandbits(32):08x}"
    claimed = (
        Job.objects.due(now)
        .filter(pk=pk)
        .update(state=Job.State.RUNNING, owner=owner, lease_until=now + LEASE, attempts=F("attempts") + 1)
    )
    if not claimed:
        return False
    job = Job.objects.get(pk=pk)
    if job.attempts > MAX_ATTEMPTS:
        # Its last owner died without a word: a row that kills its worker must not do so for ever.
        _finish(job, Job.State.DEAD, job.outcome or "the worker died each time")
        return True
    with _renewing(job):
        try:
            handler = HANDLERS.get(job.kind)
            if handler is None:
                raise Permanent(f"nothing handles {job.kind}")
            outcome = handler(job)
        except Permanent as error:
            _finish(job, Job.State.DEAD, str(error))
        except NotYet as reason:
            _wait(job, str(reason))
        except Exception as error:
            _retry_later(job, error)
        else:
            _finish(job, Job.State.DONE, outcome or "")
    return True


def _finish(job: Job, state: Job.State, outcome: str) -> None:
    Job.objects.filter(pk=job.pk, owner=job.owner, state=Job.State.RUNNING).update(
        state=state, outcome=outcome[:2000], finished_at=timezone.now(), lease_until=None
    )


def _wait(job: Job, reason: str) -> None:
    if job.attempts >= MAX_ATTEMPTS:
        _finish(job, Job.State.DONE, reason)
    else:
        _ask_again(job, reason)


def _ask_again(job: Job, said: str) -> None:
    Job.objects.filter(pk=job.pk, owner=job.owner, state=Job.State.RUNNING).update(
        state=Job.State.NEW,
        outcome=said,
        not_before=timezone.now() + backoff(job.attempts),
        woken_at=None,
        lease_until=None,
    )


def _retry_later(job: Job, error: Exception) -> None:
    log.exception("job failed: %s", job.kind)
    said = error_text.line(error)
    if job.attempts >= MAX_ATTEMPTS:
        _finish(job, Job.State.DEAD, said)
    else:
        _ask_again(job, said)


def backoff(attempts: int) -> timedelta:
    """Exponential from 30 s to an hour, the upper half of it by chance, so that failures do not march in step."""
    ceiling = min(3600.0, 30.0 * 2 ** (attempts - 1))
    return timedelta(seconds=random.uniform(ceiling / 2, ceiling))


@contextmanager
def _renewing(job: Job) -> Iterator[None]:
    """Keeps the lease alive from a thread while the handler works."""
    stopped = threading.Event()

    def renew() -> None:
        while not stopped.wait(RENEW_EVERY_S):
            try:
                Job.objects.filter(pk=job.pk, owner=job.owner, state=Job.State.RUNNING).update(
                    lease_until=timezone.now() + LEASE
                )
            except Exception:
                log.warning("lease of %s could not be renewed", job.kind)
        close_old_connections()

    thread = threading.Thread(target=renew, name=f"lease-{job.pk}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()


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
