"""`manage.py learn_review`: the old name of `python -m evaluation review --train`."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

TRAIN = ("-m", "evaluation", "review", "--train")


class Command(BaseCommand):
    help = "The old name of `python -m evaluation review --train`, which goes on answering for one release."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Runs it in a process of its own, since the service imports nothing of `evaluation`."""
        self.stderr.write("learn_review is now `python -m evaluation review --train`.")
        if not (Path(settings.BASE_DIR) / "evaluation").is_dir():
            raise CommandError("The folder evaluation/ is not here: train in a checkout of the repository.")
        if subprocess.run([sys.executable, *TRAIN], cwd=settings.BASE_DIR, check=False).returncode:  # noqa: S603 - fixed
            raise CommandError("The training failed; what it said stands above.")
