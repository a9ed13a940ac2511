"""A worker process; in the embedded deployment its clock runs in a thread."""

import gc
import importlib
import os
import warnings
from functools import partial
from typing import Any

from celery.beat import EmbeddedService
from celery.exceptions import SecurityWarning
from celery.signals import worker_ready
from django.conf import settings
from django.core.management import CommandParser

from briefing.celery import app
from briefing.core.work import clock, heartbeat
from briefing.core.work.data_command import DataCommand
from commentary.glossary import terms
from commentary.review import lexicon as review_lexicon
from commentary.review import weights
from news.stories import words
from news.tagging import rules

# Roles of a worker's heartbeats by queue; without a queue it has both.
ROLES = {"work": ("worker",), "urgent": ("urgent",), None: ("worker", "urgent")}


class Command(DataCommand):
    """Runs a Celery worker: threads with `memory://` when embedded, a process pool with Redis in production."""

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
        # Celery warns about running as root; the reason, pickled messages, does not apply, since they are JSON only.
        warnings.filterwarnings("ignore", category=SecurityWarning)
        for role in ROLES[queue]:
            worker_ready.connect(partial(_beat_for_ever, role=role), weak=False)
        if settings.EMBEDDED:
            worker_ready.connect(partial(_start_clock, slots=queue != "urgent"), weak=False)
        pool = pool or ("threads" if settings.EMBEDDED else "prefork")
        if queue == "work":
            os.nice(5)  # with a busy processor, pages and sign-in codes come first
        if pool == "prefork" and queue != "urgent":
            load_before_fork()
        at_once = concurrency or (2 if pool == "prefork" and queue != "urgent" else 4)
        app.worker_main(
            ["--quiet", "worker", "--pool", pool, "--concurrency", str(at_once), "--loglevel", "WARNING",
             "--without-gossip", "--without-mingle", *(["--queues", queue] if queue else []),
             "--hostname", f"{queue or 'all'}@%h"]
        )  # fmt: skip


def load_before_fork() -> None:
    """Loads what jobs need before forking, so that all children, later ones included, share it.

    Otherwise each child grew by 110 MB while working.
    """
    app.loader.import_default_modules()
    for language in ("en", "it"):
        weights.load(language)
        review_lexicon.load(language)
        words.lexicon(language)
        rules.lexicon(language)
        terms.terms(language)
    words.weights()
    if settings.LLM_API_KEY or settings.LLM_GATEWAY_API_KEY:
        importlib.import_module("openai")
    gc.collect()
    gc.freeze()  # a collection in a child would copy every page that it marks


def _beat_for_ever(sender: Any, role: str, **kwargs: Any) -> None:
    """Writes heartbeats from the worker's main process, which does not wait for the jobs."""

    heartbeat.try_to_beat(role)
    sender.timer.call_repeatedly(heartbeat.EVERY_S, heartbeat.try_to_beat, (role,))
    sender.timer.call_repeatedly(heartbeat.EVERY_S, heartbeat.notify_systemd)


def _start_clock(slots: bool, **kwargs: Any) -> None:
    # Not `worker -B`, whose beat is a child process that outlives a killed parent.
    EmbeddedService(app, thread=True, scheduler_cls=clock.Timetable if slots else clock.Ticking).start()
