"""Management command that tags lines of text by the rules, for inspection or measurement."""

import json
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from briefing.core.work.progress import Steps
from news.tagging.tag import rule_tags

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
        began, lines, bare = time.monotonic(), 0, 0
        with Steps(self.stderr, "headlines tagged", output=self.stdout) as steps:
            for row in self.tagged(sys.stdin.buffer):
                self.stdout.write(json.dumps(row, ensure_ascii=False))
                steps.advance()
                lines, bare = lines + 1, bare + (not row["tags"])
        took = time.monotonic() - began
        self.stderr.write(f"{lines} headlines tagged, {bare} without a tag ({took:.1f} s)", style_func=str)

    def tagged(self, lines: Iterable[bytes]) -> Iterable[dict[str, Any]]:
        for number, raw in enumerate(lines, start=1):
            if raw.strip():
                row = _read(raw, number)
                tags = rule_tags(row["title"], row["summary"], row["lang"])
                yield {"id": row["id"], "tags": tags}


def _read(raw: bytes, number: int) -> dict[str, Any]:
    """Parses and validates one line; CommandError gives the line number and the reason."""
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
