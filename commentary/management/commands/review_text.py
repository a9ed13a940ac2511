"""`manage.py review_text`: reviews JSON lines from standard input with the deterministic stages only."""

import json
import sys
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from briefing.core.work.progress import Steps
from commentary.review.review import review
from commentary.review.verdict import Verdict, failed


class Command(BaseCommand):
    help = "Reviews texts: reads JSON lines, writes a verdict with its findings for each."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--jsonl", action="store_true", required=True, help="read and write JSON lines")

    def handle(self, *args: Any, **options: Any) -> None:
        """Reads lines {"id", "lang", "kind", "tone", "style", "text"} and writes verdicts in the same order."""
        bad = []
        began, texts, refused = time.monotonic(), 0, 0
        with Steps(self.stderr, "texts reviewed", output=self.stdout) as steps:
            for number, line in enumerate(sys.stdin.buffer, start=1):
                if not line.strip():
                    continue
                known, verdict, complaint = _reviewed(line)
                if known is None:
                    bad.append(number)
                    self.stderr.write(f"line {number}: {complaint}")
                    continue
                self.stdout.write(_written(known, verdict))
                steps.advance()
                texts, refused = texts + 1, refused + (not verdict.passed)
        took = time.monotonic() - began
        self.stderr.write(f"{texts} texts reviewed, {refused} refused ({took:.1f} s)", style_func=str)
        if bad:
            raise CommandError(f"not reviewed: line {', '.join(map(str, bad))}")


def _reviewed(line: bytes) -> tuple[Any, Verdict, str]:
    """Returns (id, verdict, error); the id is None for an invalid line."""
    try:
        entry = json.loads(line.decode("utf-8", errors="strict"))
    except (ValueError, RecursionError) as error:
        return None, failed("C34.any.input", ""), f"not a line of JSON ({type(error).__name__})"
    if not isinstance(entry, dict) or not isinstance(entry.get("id"), str | int):
        return None, failed("C34.any.input", ""), "needs an object with an id"
    verdict = review(
        entry.get("text", ""), lang=entry.get("lang", ""), kind=entry.get("kind", ""),
        style=entry.get("style"),
    )  # fmt: skip
    return entry["id"], verdict, ""


def _written(known: str | int, verdict: Verdict) -> str:
    findings = [{"rule": finding.rule, "excerpt": finding.excerpt} for finding in verdict.findings]
    answer = {"id": known, "verdict": "pass" if verdict.passed else "fail", "findings": findings}
    return json.dumps(answer, ensure_ascii=False).encode("utf-8", errors="replace").decode("utf-8")
