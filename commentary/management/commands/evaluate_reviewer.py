"""`manage.py evaluate_reviewer`: measures the configured model as reviewer on labelled texts."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from briefing.core.outside.llm import configured_providers
from briefing.core.work.progress import Steps
from commentary.writing import reviewer_score


class Command(BaseCommand):
    help = "Measures the configured model as LLM reviewer on a set of 100 texts; costs 100 calls."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--limit", type=int, default=0, help="only so many texts, spread over the set")

    def handle(self, *args: Any, **options: Any) -> None:
        if not configured_providers():
            raise CommandError("No model is configured: set LLM_API_KEY and LLM_MODEL.")
        rows = reviewer_score.texts()
        if options["limit"] > 0:
            rows = rows[:: max(1, len(rows) // options["limit"])][: options["limit"]]
        score = reviewer_score.Score()
        with Steps(self.stderr, "Texts", len(rows)) as steps:
            for _reviewed in reviewer_score.measure(rows, score, now=timezone.now()):
                steps.advance()
        for row in score.wrong:
            self.stdout.write(f"{row['id']} (expected {row['expected']} {row['rule']}): {row['text']}")
        self.stdout.write(f"{len(rows)} texts: {score}.")
