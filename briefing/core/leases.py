"""Who may do a piece of work: a lease on its row, renewed while the work lasts; and the end of work whose time is over.

A job's row carries the lease of its attempt. What is done outside a job too, by hand at the same time, is
claimed by a name: a row of the kind LEASE stands for as long as the block runs.
"""

import ctypes
import logging
import os
import random
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from time import monotonic

from django.db import connections
from django.db.models import F, Q
from django.utils import timezone

from briefing.core.models import Job, Jobs

LEASE = timedelta(seconds=60)
# The kind of a row that claims a name.
CLAIM = "lease"
# Longer than a text takes: three attempts with two calls each and a translation, at a minute a call.
USUALLY_WITHIN = timedelta(minutes=20)
RENEW_EVERY_S = 15.0
# What a handler has to come to its end after it was interrupted, before its process is ended.
GRACE = timedelta(seconds=30)
log = logging.getLogger(__name__)


class TimeUp(BaseException):
    """Raised in a handler whose total time is over; no Exception, so that no loop over many takes it for one fault."""


def process_name() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"


def new_owner() -> str:
    """A name for one attempt: this process, this thread, and by chance."""
    return f"{process_name()}:{threading.get_ident()}:{random.getrandbits(32):08x}"


def acquire(rows: Jobs, owner: str) -> bool:
    """Leases the row to the owner by one conditional update; False when `rows` no longer has it."""
    until = timezone.now() + LEASE
    return bool(
        rows.update(state=Job.State.RUNNING, owner=owner, lease_until=until, attempts=F("attempts") + 1)
    )


def renew(job: Job) -> bool:
    """False when the lease is another's now. In a transaction nobody else gets it before that ends."""
    return bool(owned(job).update(lease_until=timezone.now() + LEASE))


def owned(job: Job) -> Jobs:
    """The row, as long as its lease is still this attempt's."""
    return Job.objects.filter(pk=job.pk, owner=job.owner, state=Job.State.RUNNING)


@contextmanager
def claimed(name: str, within: timedelta = USUALLY_WITHIN) -> Iterator[Job | None]:
    """The claim's row for the one that got it, None for all others while the block runs, `within` at most.

    A claim whose holder died can be taken as soon as its lease ran out.
    """
    row = _claim(name)
    if row is None:
        yield None
        return
    try:
        with hold_lease(row, within):
            yield row
    finally:
        owned(row).delete()


def _claim(name: str) -> Job | None:
    owner, until = new_owner(), timezone.now() + LEASE
    row, created = Job.objects.get_or_create(
        kind=CLAIM, key=name, defaults={"state": Job.State.RUNNING, "owner": owner, "lease_until": until}
    )
    # A worker ends the row of a holder that died, like that of any job.
    free = ~Q(state=Job.State.RUNNING) | Q(lease_until__lte=timezone.now())
    if not created and not acquire(Job.objects.filter(free, pk=row.pk), owner):
        return None
    row.owner = owner
    return row


@contextmanager
def hold_lease(job: Job, within: timedelta, *, expendable: bool = False) -> Iterator[None]:
    """Holds the lease of `job` for the block, `within` at most; then TimeUp is raised in the block.

    The raise waits for a call into C that does not return. An `expendable` process (a worker's) is ended when
    the block goes on for half a minute after it; elsewhere the lease runs out, and another does the work.
    """
    watch = _Watch(job, within.total_seconds(), expendable=expendable)
    threading.Thread(target=watch.run, name=f"lease-{job.pk}", daemon=True).start()
    try:
        yield
    finally:
        try:
            watch.stop()
        except TimeUp:  # at the last moment
            watch.stopped.set()
            raise


class _Watch:
    def __init__(self, job: Job, seconds: float, *, expendable: bool) -> None:
        self.job, self.expendable = job, expendable
        self.ends = monotonic() + seconds
        self.thread = threading.get_ident()
        self.stopped = threading.Event()
        self.lock = threading.Lock()

    def stop(self) -> None:
        with self.lock:
            self.stopped.set()

    def run(self) -> None:
        try:
            if self._renew_until(self.ends):
                return
            self._interrupt()
            if not self._renew_until(self.ends + GRACE.total_seconds()) and self.expendable:
                log.critical("%s does not end: its process is ended", self.job.kind)
                os.kill(os.getpid(), signal.SIGKILL)
        finally:
            connections.close_all()  # this thread's own, which end with it

    def _renew_until(self, moment: float) -> bool:
        """True as soon as the work is over, False when the moment came first."""
        while (left := moment - monotonic()) > 0:
            if self.stopped.wait(min(left, RENEW_EVERY_S)):
                return True
            try:
                renew(self.job)
            except Exception:
                log.warning("lease of %s could not be renewed", self.job.kind)
        return self.stopped.is_set()

    def _interrupt(self) -> None:
        with self.lock:  # so that it cannot reach a thread that is past this job
            if not self.stopped.is_set():
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(self.thread), ctypes.py_object(TimeUp)
                )
