"""Keeps a job's lease while its handler works, and ends the handler whose time is over."""

import ctypes
import logging
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from time import monotonic

from django.db import connections
from django.utils import timezone

from briefing.core.models import Job

LEASE = timedelta(seconds=60)
RENEW_EVERY_S = 15.0
# What a handler has to come to its end after it was interrupted, before its process is ended.
GRACE = timedelta(seconds=30)
log = logging.getLogger(__name__)


class TimeUp(BaseException):
    """Raised in a handler whose total time is over; no Exception, so that no loop over many takes it for one fault."""


@contextmanager
def held(job: Job, within: timedelta, *, expendable: bool = False) -> Iterator[None]:
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
                Job.objects.filter(pk=self.job.pk, owner=self.job.owner, state=Job.State.RUNNING).update(
                    lease_until=timezone.now() + LEASE
                )
            except Exception:
                log.warning("lease of %s could not be renewed", self.job.kind)
        return self.stopped.is_set()

    def _interrupt(self) -> None:
        with self.lock:  # so that it cannot reach a thread that is past this job
            if not self.stopped.is_set():
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(self.thread), ctypes.py_object(TimeUp)
                )
