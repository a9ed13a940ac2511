"""manage.py learn_review [FILE…]: learns the weights of the review's likeness anew from texts in JSON lines."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from briefing.core.progress import Steps
from commentary.review.likeness import FOLDER
from commentary.review.review import LANGUAGES

NEVER = ("figures", "_kept")  # how the names of files end that are measured by and never learnt from


class Command(BaseCommand):
    help = "Learns how much a sentence reads like a violation from files of texts, and writes the weights."

    def add_arguments(self, parser: ArgumentParser) -> None:
        data = Path(settings.BASE_DIR) / "tests/commentary/review/data"
        parser.add_argument(
            "files", nargs="*", type=Path, default=sorted(data.glob("*.jsonl")),
            help="All of the review's tests unless named; those that end in _kept or figures are left out.",
        )  # fmt: skip
        parser.add_argument("--to", type=Path, default=FOLDER)

    def handle(self, *args: Any, **options: Any) -> None:
        # Inside a function: it needs a development dependency that the service runs without.
        try:
            from commentary.review.learning import STEPS, learn, write
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] not in {"numpy", "scipy", "sklearn"}:
                raise
            raise CommandError(
                "scikit-learn is not installed: it comes with the development requirements (requirements-dev.txt)."
            ) from None
        texts = [
            json.loads(line)
            for path in options["files"]
            if not path.stem.endswith(NEVER)
            for line in path.read_text(encoding="utf-8").splitlines()
        ]
        languages = [lang for lang in LANGUAGES if any(row["lang"] == lang for row in texts)]
        try:
            with Steps(self.stderr, "Steps", len(languages) * STEPS) as steps:
                found = {lang: learn(texts, lang, tell=steps.advance) for lang in languages}
        except ValueError as error:
            raise CommandError(f"{error}.") from error
        for lang, weights in found.items():
            write(weights, options["to"] / f"likeness_{lang}.json")
            known = sum(row["lang"] == lang for row in texts)
            self.stdout.write(f"{lang}: {len(weights['refused'])} features of {known} texts")
