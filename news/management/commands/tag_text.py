"""Tags lines of text by the rules, to look at the rules or to measure them."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from news.tagging import rule_tags

LANGUAGES = ("en", "it")


class Command(BaseCommand):
    """Reads lines {"id", "lang", "title", "summary"} and writes {"id", "tags"}, by the rules alone."""

    help = __doc__
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--jsonl", action="store_true", required=True, help="JSON lines from standard input"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        for line in self.tagged(sys.stdin.buffer):
            self.stdout.write(line)

    def tagged(self, lines: Iterable[bytes]) -> Iterable[str]:
        for number, raw in enumerate(lines, start=1):
            if raw.strip():
                row = _read(raw, number)
                tags = rule_tags(row["title"], row["summary"], row["lang"])
                yield json.dumps({"id": row["id"], "tags": tags}, ensure_ascii=False)


def _read(raw: bytes, number: int) -> dict[str, Any]:
    """One line, checked: CommandError names the line and what is wrong with it."""
    try:
        row = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise CommandError(f"Line {number} is not JSON: {error}.") from None
    if not isinstance(row, dict) or "id" not in row:
        raise CommandError(f'Line {number} must be an object with "id", "lang", "title" and "summary".')
    if row.get("lang") not in LANGUAGES:
        raise CommandError(f'Line {number}: "lang" must be "en" or "it", not {row.get("lang")!r}.')
    if not isinstance(row.get("title"), str):
        raise CommandError(f'Line {number}: "title" must be text.')
    row["summary"] = row.get("summary") or ""
    if not isinstance(row["summary"], str):
        raise CommandError(f'Line {number}: "summary" must be text.')
    return row
