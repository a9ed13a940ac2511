"""The worker process. In the embedded shape the clock runs inside it, as a thread."""

import warnings
from typing import Any

from celery.beat import EmbeddedService
from celery.exceptions import SecurityWarning
from celery.signals import worker_ready
from django.conf import settings
from django.core.management import BaseCommand, CommandParser

from briefing.celery import app


class Command(BaseCommand):
    """Runs Celery: threads over `memory://` here, a process pool over Redis in production."""

    help = "Does the background work; with REDIS_URL several of them may run."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--concurrency", type=int, default=4 if settings.EMBEDDED else 2)
        parser.add_argument("--pool", choices=("threads", "prefork"), default="")

    def handle(self, *args: Any, concurrency: int, pool: str, **options: Any) -> None:
        # Celery warns about root on every start; the message format is JSON only, so its reason is gone.
        warnings.filterwarnings("ignore", category=SecurityWarning)
        if settings.EMBEDDED:
            worker_ready.connect(_start_clock, weak=False)
        pool = pool or ("threads" if settings.EMBEDDED else "prefork")
        app.worker_main(
            ["--quiet", "worker", "--pool", pool, "--concurrency", str(concurrency), "--loglevel", "WARNING",
             "--without-gossip", "--without-mingle"]
        )  # fmt: skip


def _start_clock(**kwargs: Any) -> None:
    # Not `worker -B`: its beat is a child process that outlives a killed parent.
    EmbeddedService(app, thread=True, scheduler_cls=settings.CELERY_BEAT_SCHEDULER).start()
