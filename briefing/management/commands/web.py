"""The web process: gunicorn with this project's settings."""

import os
import sys
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandParser


class Command(BaseCommand):
    """Replaces itself by gunicorn, once the system checks have passed."""

    help = "Serves the pages with gunicorn (threads; put a proxy in front on the open internet)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--bind", default="127.0.0.1:8000")
        parser.add_argument("--workers", type=int, default=2)
        parser.add_argument("--threads", type=int, default=8)
        parser.add_argument("--access-log", action="store_true")

    def handle(
        self, *args: Any, bind: str, workers: int, threads: int, access_log: bool, **options: Any
    ) -> None:
        argv = [
            sys.executable, "-m", "gunicorn", "briefing.wsgi:application", "--bind", bind,
            "--pythonpath", str(settings.BASE_DIR),  # the command may be called from any folder
            "--worker-class", "gthread", "--workers", str(workers), "--threads", str(threads),
            "--keep-alive", "5", "--timeout", "60", "--graceful-timeout", "25",
            # The control socket would be a remote stop switch for whoever is this user.
            "--no-control-socket", "--log-level", "warning", "--logger-class", "briefing.core.access_log.ServerLog",
        ]  # fmt: skip
        if access_log:
            argv += ["--access-logfile", "-"]
        os.execv(sys.executable, argv)  # noqa: S606  # nosec B606  # our own command line
