"""`manage.py measure_judge`: the old name of `evaluate_reviewer`."""

from typing import Any

from commentary.management.commands import evaluate_reviewer


class Command(evaluate_reviewer.Command):
    help = "The old name of evaluate_reviewer, which goes on answering for one release."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stderr.write(
            "measure_judge is now called evaluate_reviewer; the old name goes with the next release."
        )
        super().handle(*args, **options)
