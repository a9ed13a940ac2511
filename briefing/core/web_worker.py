"""gunicorn's threaded worker, which leaves a new connection to a process that has nothing to do."""

import time
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

# Longer than an idle process takes to wake up and accept, and shorter than anything that a reader notices.
PAUSE_S = 0.001


class SharingWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn ships no types
    """All processes listen at one socket, and the one that runs takes whatever comes before another has woken up:
    the connections that a proxy or a browser opens at once, and keeps, then all stay with one process while the others
    idle (gunicorn's issues 908, 2817, 3433). On two cores that halves what is answered.
    """

    def accept(self, listener: Any) -> None:
        quiet = len(self.keepalived_conns) + len(self.pending_conns)
        if self.nr_conns > quiet and self.cfg.workers > 1:
            time.sleep(PAUSE_S)
        super().accept(listener)
