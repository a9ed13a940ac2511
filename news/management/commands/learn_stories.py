"""manage.py learn_stories [FILE…]: learns anew how alike two headlines of one story are, from labelled sets."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from briefing.steps import Steps
from news.story_rarity import FOLDER
from news.story_words import LANGUAGES

NEVER = "_kept"  # how the names of files end that are measured by and never learned from


class Command(BaseCommand):
    help = "Learns how alike two headlines of one story are from files of labelled headlines, and writes the weights."

    def add_arguments(self, parser: ArgumentParser) -> None:
        data = Path(settings.BASE_DIR) / "tests/news/data"
        parser.add_argument(
            "files", nargs="*", type=Path, default=sorted(data.glob("stories_*.jsonl")),
            help="All of the labelled sets unless named; those that end in _kept are left out.",
        )  # fmt: skip
        parser.add_argument(
            "--to", type=Path, default=FOLDER, help="The folder; the service's own unless named."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        # Inside a function: it needs a development dependency that the service runs without.
        try:
            from news import story_learning
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] not in {"numpy", "scipy", "sklearn"}:
                raise
            raise CommandError(
                "scikit-learn is not installed: it comes with the development requirements (requirements-dev.txt)."
            ) from None
        sets = [
            [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
            for path in options["files"]
            if not path.stem.endswith(NEVER)
        ]
        languages = [lang for lang in LANGUAGES if any(row["lang"] == lang for rows in sets for row in rows)]
        steps_each = len(sets) + story_learning.TREES
        with Steps(self.stderr, "Steps", len(languages) * steps_each) as steps:
            for lang in languages:
                try:
                    known, trees = story_learning.learn_all(sets, lang, options["to"], tell=steps.advance)
                except ValueError as error:
                    raise CommandError(f"{lang}: {error}.") from error
                self.stdout.write(f"{lang}: {trees} trees from {known} pairs of {len(sets)} sets")
