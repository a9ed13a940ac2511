"""Groups headlines from standard input into stories, with the code that ingestion uses."""

import json
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from briefing.core.work.progress import Steps
from news.stories.clusters import STEPS, StoryItem, group


class Command(BaseCommand):
    help = "Reads headlines as JSON lines on standard input and writes the story of each."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--jsonl", action="store_true", help="JSON lines in, JSON lines out (the only form)."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        began = time.monotonic()
        rows = list(_rows(sys.stdin.buffer))
        # Uses the position as the id, so that a repeated id still gets its own output line.
        items = [_item(place, row) for place, row in enumerate(rows)]
        with Steps(self.stderr, "headlines read and compared", total=STEPS * len(items)) as steps:
            places = group(items, step=steps.advance)
        for place, row in enumerate(rows):
            story = rows[int(str(places[place]))]["id"]
            self.stdout.write(json.dumps({"id": row["id"], "story": story}, ensure_ascii=False))
        stories = len(set(places.values()))
        took = time.monotonic() - began
        self.stderr.write(f"{len(rows)} headlines in {stories} stories ({took:.1f} s)", style_func=str)


def _rows(lines: Iterable[bytes]) -> Iterable[dict[str, Any]]:
    """Yields the objects of the lines; raises CommandError for a line that is not an object with an id."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line.decode("utf-8-sig"))
        except (ValueError, RecursionError) as error:
            raise CommandError(f"line {number}: not JSON ({error})") from None
        if not isinstance(row, dict) or not isinstance(row.get("id"), (str, int)):
            raise CommandError(f'line {number}: expected an object with an "id" (text or whole number)')
        if not _is_text(str(row["id"])):
            raise CommandError(f'line {number}: the "id" has half a character (a lone surrogate)')
        row["published_at"] = _moment(row.get("published_at"), number)
        for name in ("lang", "title", "summary", "publisher"):
            if not isinstance(row.setdefault(name, ""), (str, type(None))):
                raise CommandError(f'line {number}: "{name}" must be text')
        yield row


def _is_text(value: str) -> bool:
    """Returns whether the text can be encoded: JSON may contain lone surrogates."""
    return not any("\ud800" <= letter <= "\udfff" for letter in value)


def _moment(value: object, number: int) -> datetime | None:
    if value in (None, ""):
        return None
    try:
        return datetime.fromisoformat(str(value))
    except ValueError:
        raise CommandError(
            f'line {number}: "published_at" is no ISO 8601 date and time: {value!r:.60}'
        ) from None


def _item(place: int, row: dict[str, Any]) -> StoryItem:
    lang, title, summary, publisher = (row[n] or "" for n in ("lang", "title", "summary", "publisher"))
    return StoryItem(place, lang, title, summary, publisher, row["published_at"])
