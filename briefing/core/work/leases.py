"""Leases on job rows: renewed while the work runs, which is interrupted when its time is over.

A job's row has the lease of its attempt. Work that also runs outside of jobs, started by hand at the same
time, is claimed by name: a row of kind CLAIM exists while the block runs.
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
USUALLY_WITHIN = timedelta(minutes=20)
RENEW_EVERY_S = 15.0
# Time that an interrupted handler has to clean up before its process is killed.
GRACE = timedelta(seconds=30)
log = logging.getLogger(__name__)


class TimeUp(BaseException):
    """Raised in a handler whose time is over; a BaseException, so that `except Exception` does not swallow it."""


def process_name() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"


def new_owner() -> str:
    """Returns a name unique to one attempt: host, process, thread and random bits."""
    return f"{process_name()}:{threading.get_ident()}:{random.getrandbits(32):08x}"


def acquire(rows: Jobs, owner: str) -> bool:
    """Leases the row to the owner by one conditional update; returns False if `rows` no longer contains it."""
    until = timezone.now() + LEASE
    return bool(
        rows.update(state=Job.State.RUNNING, owner=owner, lease_until=until, attempts=F("attempts") + 1)
    )


def renew(job: Job) -> bool:
    """Extends the lease; returns False if it was lost. In a transaction it cannot be lost before the commit."""
    return bool(owned(job).update(lease_until=timezone.now() + LEASE))


def owned(job: Job) -> Jobs:
    """Returns a query for the row that matches only while this attempt owns its lease."""
    return Job.objects.filter(pk=job.pk, owner=job.owner, state=Job.State.RUNNING)


@contextmanager
def claimed(name: str, within: timedelta = USUALLY_WITHIN) -> Iterator[Job | None]:
    """Yields the claim's row, or None if another process has it; lasts for the block, at most `within`.

    A dead process's claim can be acquired when its lease has expired.
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
    # A worker finishes a dead process's row, as it does for any job.
    free = ~Q(state=Job.State.RUNNING) | Q(lease_until__lte=timezone.now())
    if not created and not acquire(Job.objects.filter(free, pk=row.pk), owner):
        return None
    row.owner = owner
    return row


@contextmanager
def hold_lease(job: Job, within: timedelta, *, expendable: bool = False) -> Iterator[None]:
    """Holds the job's lease for the block, at most `within`; then TimeUp is raised in the block.

    A C call that does not return delays the exception. An `expendable` process (a worker) is killed if the
    block continues for another half minute; otherwise the lease expires and another process does the work.
    """
    watch = _Watch(job, within.total_seconds(), expendable=expendable)
    threading.Thread(target=watch.run, name=f"lease-{job.pk}", daemon=True).start()
    try:
        yield
    finally:
        try:
            watch.stop()
        except TimeUp:  # raised between the end of the block and the stop
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
            connections.close_all()  # this thread's connections, which end with it

    def _renew_until(self, moment: float) -> bool:
        """Renews the lease until the work ends (True) or the given time comes (False)."""
        while (left := moment - monotonic()) > 0:
            if self.stopped.wait(min(left, RENEW_EVERY_S)):
                return True
            try:
                renew(self.job)
            except Exception:
                log.warning("lease of %s could not be renewed", self.job.kind)
        return self.stopped.is_set()

    def _interrupt(self) -> None:
        with self.lock:  # the lock prevents interrupting a thread that has finished this job
            if not self.stopped.is_set():
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(self.thread), ctypes.py_object(TimeUp)
                )
