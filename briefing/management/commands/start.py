"""Runs the whole service on one machine with one command: sample sources, web, workers, clock."""

import importlib
import os
import signal
import sys
from functools import partial
from typing import IO, Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core import checks
from django.core.management import BaseCommand, CommandParser, call_command
from rich.console import Console

from briefing.celery import app
from briefing.core import database, origin
from briefing.core.file_permissions import restrict_all
from briefing.core.operations.machine_faults import StartRefused, machine_faults, refuse_full_disk
from briefing.core.work import jobs
from briefing.local import address, bootstrap, first_live, samples, supervisor
from briefing.local.static import collect_if_changed
from briefing.local.supervisor import Supervisor
from briefing.management.commands import web


class Command(BaseCommand):
    help = "Runs web, worker and clock on this machine, without any server beside them."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--port", default=str(address.usual_port()), help="default: BASE_URL's, else 8000"
        )
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument(
            "--purge-samples",
            action="store_true",
            help="in live mode: remove what an earlier sample mode left",
        )

    def handle(self, *args: Any, port: str, host: str, purge_samples: bool, **options: Any) -> None:
        self.console = Console(highlight=False, soft_wrap=True)
        try:
            with machine_faults():
                number = address.parse_port(port)
                lock = self._prepare(host, number, purge=purge_samples)
                self._watch(host, number)
                lock.close()
        except KeyboardInterrupt:
            raise SystemExit(130) from None
        except StartRefused as refusal:
            self.stderr.write(str(refusal))
            raise SystemExit(1) from None

    def _prepare(self, host: str, port: int, *, purge: bool) -> IO[str]:
        """Makes all checks before any process starts; returns the lock on the data folder."""
        restrict_all(settings.DATA_DIR)
        lock = supervisor.acquire_lock(settings.DATA_DIR)
        self._refuse_busy_ports(host, port)
        refuse_full_disk()
        address.believe(host, port)
        self._check()
        self._report(f"Market Briefing, {'sample' if settings.SAMPLE_DATA else 'live'} sources.")
        self._refuse_newer_database()
        call_command("migrate", verbosity=0, interactive=False)
        self._report(f"Database ready. {collect_if_changed()}")
        self._refuse_other_data(purge=purge)
        if not settings.SAMPLE_DATA:  # before signals are caught, so that Ctrl-C also ends a prompt
            first_live.introduce(self._report, settings.ENV_FILE)
        return lock

    def _refuse_newer_database(self) -> None:
        if newer := database.newer_migration():
            raise StartRefused(
                f"The database in {settings.DATA_DIR} was made by a newer version, which has {newer}: start that "
                "version, or set DATA_DIR to another folder."
            )

    def _refuse_other_data(self, *, purge: bool) -> None:
        if purge and not settings.SAMPLE_DATA and (gone := samples.purge()):
            self._report(f"Samples removed: {sum(gone.values())} rows.")
        if reason := origin.contradiction():
            more = " `make live PURGE=1` (`manage.py start --purge-samples`) does so and starts."
            raise StartRefused(reason if settings.SAMPLE_DATA else reason + more)

    def _watch(self, host: str, port: int) -> None:
        watcher = Supervisor(settings.DATA_DIR / "run", report=self._report)
        watcher.catch_signals()
        try:
            self._run(watcher, host, port)
        finally:
            self._report("Stopping …")
            watcher.stop()
            self._report(f"Stopped. The data stays in {os.path.relpath(settings.DATA_DIR)}.")

    def _check(self) -> None:
        found = [
            item for item in checks.run_checks() if item.level >= checks.WARNING and not item.is_silenced()
        ]
        errors = [item for item in found if item.level >= checks.ERROR]
        if errors:
            raise StartRefused("\n".join(f"{item.msg} {item.hint or ''}".strip() for item in errors))
        for item in found:
            self._report(f"Note: {item.msg} {item.hint or ''}".strip())

    def _refuse_busy_ports(self, host: str, port: int) -> None:
        patience_s = supervisor.patience_after_a_crash(settings.DATA_DIR / "run")
        remedy = "stop what uses it, or give another one with --port (make run PORT=8001)"
        supervisor.refuse_busy_port(host, port, name="the pages", remedy=remedy, patience_s=patience_s)
        if settings.SAMPLE_DATA:
            if _samples()[1] == port:
                raise StartRefused(
                    f"The sample sources need port {port}: give the pages another one with --port (make run PORT=8001)."
                )
            remedy = "stop what uses it, or set SAMPLE_SOURCES_URL (http://127.0.0.1:8766)"
            supervisor.refuse_busy_port(
                *_samples(), name="the sample sources", remedy=remedy, patience_s=patience_s
            )

    def _run(self, watcher: Supervisor, host: str, port: int) -> None:
        jobs.release_leases_of_the_dead()
        steps = bootstrap.missing()
        _load_for_all()
        if settings.SAMPLE_DATA:
            self._start_samples(watcher)
        watcher.start("web", partial(web.serve_in_process, f"{host}:{port}"))
        if steps and not watcher.stopping and watcher.run("fill", partial(self._fill, steps)):
            self._report("The first fill did not end well; the worker goes on with it.")
        if not watcher.stopping:
            for name, queue in (("worker", "work"), ("urgent", "urgent")):
                watcher.start(name, partial(call_command, "worker", queue=queue))
            supervisor.wait_for_port(host, port, seconds=20, stopping=lambda: watcher.stopping)
            self._report(f"\nOpen {address.of(host, port)}/  (Ctrl-C stops everything)\n")
        watcher.watch()

    def _start_samples(self, watcher: Supervisor) -> None:
        host, port = _samples()
        watcher.start("samples", partial(call_command, "sample_sources", bind=host, port=port))
        if not supervisor.wait_for_port(host, port, seconds=20, stopping=lambda: watcher.stopping):
            self._report("The sample sources did not start; figures will follow when they do.")

    def _fill(self, steps: list[bootstrap.Step]) -> None:
        """Fills an empty database with the same jobs that the clock opens later."""
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # an exit restores the terminal's cursor
        for step in steps:
            with self.console.status(step.doing):
                done = bootstrap.run(step)
            self._report(f"{step.name}: {done}")

    def _report(self, text: str) -> None:
        self.console.print(text, markup=False)


def _load_for_all() -> None:
    """Loads what several children need; the earlier checks have loaded the pages' code."""
    app.loader.import_default_modules()
    importlib.import_module("briefing.core.web.web_worker")
    supervisor.freeze_loaded_objects()


def _samples() -> tuple[str, int]:
    where = urlsplit(settings.SAMPLE_SOURCES_URL)
    return where.hostname or "127.0.0.1", where.port or 80
