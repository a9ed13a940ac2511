"""A command that moved out of the service into `evaluation/`: the old name answers for one release."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class TrainsElsewhere(BaseCommand):
    """Runs `python -m evaluation <part> --train` in a process of its own: the service imports nothing of it."""

    part = ""
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        command = ["-m", "evaluation", self.part, "--train"]
        self.stderr.write(
            f"This is now `python {' '.join(command)}`; the old name goes with the next release."
        )
        if not (Path(settings.BASE_DIR) / "evaluation").is_dir():
            raise CommandError("The folder evaluation/ is not here: train in a checkout of the repository.")
        if subprocess.run([sys.executable, *command], cwd=settings.BASE_DIR, check=False).returncode:  # noqa: S603  # nosec B603  # our own command line
            raise CommandError("The training failed; what it said stands above.")
