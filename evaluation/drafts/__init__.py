"""How many of a good model's drafts the check accepts, and how many wrong ones it refuses.

Call `main(argv)`: without options it measures the sets of `sets/` and writes the table of `docs/commentary.md`.
`--export FOLDER --days N --end DATE` writes prompts to FOLDER/prompts and their facts to FOLDER/facts, `--check
ANSWERS --facts FOLDER` prints a JSON line a sentence of answers (or of single sentences), `--mutate ANSWERS --facts
FOLDER` makes wrong figures of right answers and says how many would have been published. `--retry FOLDER --answers
ANSWERS --facts FOLDER` writes the second prompt of each refused answer, `--score ANSWERS [--again ANSWERS] --facts
FOLDER` says how many pass at first and after the retry, and how much the rules write. ANSWERS is a file with an
object a line; for these two also a folder with one JSON file for each task, named by its number.
"""

import importlib
import tempfile
from argparse import ArgumentParser
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from evaluation.words import configure

DAYS = 4


def main(argv: Sequence[str]) -> int:
    """0 when done."""
    parser = ArgumentParser(prog="python -m evaluation drafts", description=main.__doc__)
    parser.add_argument(
        "--export", type=Path, metavar="FOLDER", help="write prompts and facts of past weekdays"
    )
    parser.add_argument("--days", type=int, default=DAYS, help="how many weekdays")
    parser.add_argument("--end", type=date.fromisoformat, metavar="DATE", help="the last weekday")
    parser.add_argument("--check", type=Path, metavar="ANSWERS", help="check answers, a JSON object a line")
    parser.add_argument("--mutate", type=Path, metavar="ANSWERS", help="make wrong figures of right answers")
    parser.add_argument("--count", type=int, default=2000, help="how many of them")
    parser.add_argument("--facts", type=Path, metavar="FOLDER", help="where <task>.facts.json are")
    parser.add_argument(
        "--retry", type=Path, metavar="FOLDER", help="write the second prompts of refused answers"
    )
    parser.add_argument("--answers", type=Path, help="the answers to be asked for again")
    parser.add_argument("--score", type=Path, metavar="ANSWERS", help="measure whole texts")
    parser.add_argument("--again", type=Path, metavar="ANSWERS", help="the answers to the second prompts")
    asked = parser.parse_args(argv)
    if (asked.check or asked.mutate or asked.retry or asked.score) and not asked.facts:
        parser.error("--check, --mutate, --retry and --score need --facts FOLDER")
    if asked.retry and not asked.answers:
        parser.error("--retry needs --answers ANSWERS")
    with tempfile.TemporaryDirectory(prefix="drafts-") as folder:
        configure(folder)
        # Django must be set up before the models are imported.
        command = importlib.import_module("evaluation.drafts.command")
        if asked.export:
            command.export(asked.export, days=asked.days, end=asked.end)
        elif asked.check:
            command.check(asked.check, asked.facts)
        elif asked.retry or asked.score:
            attempts = importlib.import_module("evaluation.drafts.attempts")
            if asked.retry:
                attempts.retry(attempts.read(asked.answers), asked.facts, asked.retry)
            else:
                again = attempts.read(asked.again) if asked.again else []
                attempts.score(attempts.read(asked.score), again, asked.facts)
        elif asked.mutate:
            command.mutate(asked.mutate, asked.facts, count=asked.count)
        else:
            importlib.import_module("evaluation.drafts.measures").measure(Path(folder))
    return 0
