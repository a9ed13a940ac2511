"""manage.py learn_stories [FILE…]: learns anew how alike two headlines of one story are, from labelled sets."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from briefing.core.progress import Steps
from news.story_rarity import FOLDER
from news.story_words import LANGUAGES

NEEDED = ("family", "story", "lang", "title", "summary", "publisher", "published_at")
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
        paths = [path for path in options["files"] if not path.stem.endswith(NEVER)]
        if not paths:
            raise CommandError(f"No sets to learn from: files that end in {NEVER} are left out.")
        if not options["to"].is_dir():
            raise CommandError(f"{options['to']} is no folder.")
        sets = [list(_rows(path)) for path in paths]
        languages = [lang for lang in LANGUAGES if any(row["lang"] == lang for rows in sets for row in rows)]
        learned = {}
        with Steps(self.stderr, "Steps", len(languages) * (len(sets) + story_learning.TREES)) as steps:
            for lang in languages:
                try:
                    learned[lang] = story_learning.learn_all(sets, lang, tell=steps.advance)
                except ValueError as error:
                    raise CommandError(f"{lang}: {error}.") from error
        for lang, weights in learned.items():
            story_learning.write(weights, lang, options["to"])
            trees = len(weights.trees["trees"])
            self.stdout.write(f"{lang}: {trees} trees from {weights.pairs} pairs of {len(sets)} sets")


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    """The labelled headlines of a file; CommandError names the first line that is none."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise CommandError(f"{path} cannot be read: {error}") from None
    for number, line in enumerate(lines, start=1):
        try:
            row = json.loads(line)
            fits = all(isinstance(row[name], str) for name in NEEDED)
            fits = fits and datetime.fromisoformat(row["published_at"]).tzinfo is not None
        except (ValueError, TypeError, LookupError, RecursionError):
            fits = False
        if not fits:
            raise CommandError(
                f"{path.name}, line {number}: needs an object with {', '.join(NEEDED)} as text;"
                " published_at as 2026-11-18T12:00:00Z."
            )
        yield row
