"""A worker process. In the embedded shape a clock runs inside it, as a thread."""

import logging
import warnings
from functools import partial
from typing import Any

from celery.beat import EmbeddedService
from celery.exceptions import SecurityWarning
from celery.signals import worker_ready
from django.conf import settings
from django.core.management import BaseCommand, CommandParser
from django.db import close_old_connections

from briefing.celery import app
from briefing.core import clock, heartbeat

BEAT_EVERY_S = 10.0
log = logging.getLogger(__name__)


class Command(BaseCommand):
    """Runs Celery: threads over `memory://` here, a process pool over Redis in production."""

    help = "Does the background work of one queue, or of both; with REDIS_URL several of them may run."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--queue",
            choices=("work", "urgent"),
            help="urgent: what a person waits for (sign-in codes, receipts); work: the rest; empty: both",
        )
        parser.add_argument("--concurrency", type=int, help="default: 4; 2 for a process pool of work")
        parser.add_argument("--pool", choices=("threads", "prefork"), default="")

    def handle(
        self, *args: Any, queue: str | None, concurrency: int | None, pool: str, **options: Any
    ) -> None:
        # Celery warns about root on every start; the message format is JSON only, so its reason is gone.
        warnings.filterwarnings("ignore", category=SecurityWarning)
        beating = partial(_beat_for_ever, role="urgent" if queue == "urgent" else "worker")
        worker_ready.connect(beating, weak=False)
        if settings.EMBEDDED:
            worker_ready.connect(partial(_start_clock, slots=queue != "urgent"), weak=False)
        pool = pool or ("threads" if settings.EMBEDDED else "prefork")
        at_once = concurrency or (2 if pool == "prefork" and queue != "urgent" else 4)
        app.worker_main(
            ["--quiet", "worker", "--pool", pool, "--concurrency", str(at_once), "--loglevel", "WARNING",
             "--without-gossip", "--without-mingle", *(["--queues", queue] if queue else []),
             "--hostname", f"{queue or 'all'}@%h"]
        )  # fmt: skip


def _beat_for_ever(sender: Any, role: str, **kwargs: Any) -> None:
    """From the worker's own process: the jobs run in others, or in threads that it does not wait for."""

    def beat() -> None:
        try:
            close_old_connections()
            heartbeat.beat(role)
        except Exception:
            log.warning("the heartbeat of %s could not be written", role)

    beat()
    sender.timer.call_repeatedly(BEAT_EVERY_S, beat)


def _start_clock(slots: bool, **kwargs: Any) -> None:
    # Not `worker -B`: its beat is a child process that outlives a killed parent.
    EmbeddedService(app, thread=True, scheduler_cls=clock.Timetable if slots else clock.Ticking).start()
