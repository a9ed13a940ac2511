"""manage.py learn_review [FILE…]: learns the weights of the review's likeness anew from texts in JSON lines."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand

from commentary.review.learning import learn, write
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
        texts = [
            json.loads(line)
            for path in options["files"]
            if not path.stem.endswith(NEVER)
            for line in path.read_text(encoding="utf-8").splitlines()
        ]
        for lang in LANGUAGES:
            weights = learn(texts, lang)
            write(weights, options["to"] / f"likeness_{lang}.json")
            self.stdout.write(f"{lang}: {len(weights['refused'])} features of {len(texts)} texts")
