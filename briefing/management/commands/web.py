"""Runs gunicorn with this project's settings."""

import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, CommandParser
from gunicorn.app import wsgiapp

from briefing.core.operations.machine_faults import StartRefused
from briefing.core.work.data_command import DataCommand
from briefing.local import address, supervisor
from briefing.local.static import prepare

PATIENCE_S = 5.0


class Command(DataCommand):
    """Runs the system checks, then replaces this process by gunicorn."""

    help = "Serves the pages with gunicorn (threads; put a proxy in front on the open internet)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--bind", default="127.0.0.1:8000")
        parser.add_argument("--workers", type=int, default=2)
        parser.add_argument("--threads", type=int, default=8)
        parser.add_argument("--access-log", action="store_true")

    def handle(
        self, *args: Any, bind: str, workers: int, threads: int, access_log: bool, **options: Any
    ) -> None:
        try:
            _refuse_busy(bind)
            prepare()
        except (ImproperlyConfigured, StartRefused) as error:
            raise CommandError(str(error)) from None
        arguments = _arguments(bind, workers, threads)
        if access_log:
            arguments += ["--access-logfile", "-"]
        os.execv(sys.executable, [sys.executable, "-m", "gunicorn", *arguments])  # noqa: S606  # nosec B606


def _refuse_busy(bind: str) -> None:
    """Raises StartRefused if the address is in use, after a wait for a server that is stopping."""
    host, _, port = bind.rpartition(":")
    if not port.isdecimal() or "/" in bind:  # a Unix socket's path
        return
    # systemd listens there and passes the socket to gunicorn.
    if os.environ.get("LISTEN_PID") == str(os.getpid()):
        return
    number = address.parse_port(port, "--bind 127.0.0.1:8001")
    remedy = "stop what uses it, or give another address with --bind"
    supervisor.refuse_busy_port(
        host.strip("[]"), number, name="the pages", remedy=remedy, patience_s=PATIENCE_S
    )


def serve_in_process(bind: str) -> None:
    """Runs gunicorn in this process, whose loaded code its workers share; a reload does not read it again."""
    sys.argv = ["gunicorn", *_arguments(bind, workers=2, threads=8)]
    wsgiapp.run()


def _arguments(bind: str, workers: int, threads: int) -> list[str]:
    logger = "JsonServerLog" if settings.LOGGING["json"] else "ServerLog"
    found = [
        "briefing.web:application", "--bind", bind,
        "--pythonpath", str(settings.BASE_DIR),  # the command may be called from any folder
        "--worker-class", "briefing.core.web.web_worker.SharingWorker",
        "--workers", str(workers), "--threads", str(threads),
        "--keep-alive", "5", "--timeout", "60", "--graceful-timeout", "25",
        # sendfile's writes would have no total deadline.
        "--no-sendfile",
        # Only TRUSTED_PROXIES decides whose addresses and scheme are trusted. Gunicorn would trust any peer
        # on 127.0.0.1 for SCRIPT_NAME, PATH_INFO and the scheme, proxies that forward a client's headers
        # included.
        "--forwarded-allow-ips", "", "--forwarder-headers", "",
        # The control socket would let any process of this user stop the server.
        "--no-control-socket", "--log-level", "warning",
        "--logger-class", f"briefing.core.operations.access_log.{logger}",
    ]  # fmt: skip
    if settings.METRICS_ENABLED:
        found += ["--env", f"PROMETHEUS_MULTIPROC_DIR={_empty_folder(bind)}"]
    return found


def _empty_folder(bind: str) -> Path:
    """Returns an empty folder for the counters that this server's processes share."""
    folder = settings.DATA_DIR / "metrics" / re.sub(r"[^\w.-]", "_", bind)
    shutil.rmtree(folder, ignore_errors=True)
    try:
        folder.mkdir(parents=True, mode=0o700)
    except OSError as error:
        text = f"{folder} cannot be made ({error.strerror}): give DATA_DIR a folder, or set METRICS_ENABLED=false."
        raise CommandError(text) from None
    return folder
