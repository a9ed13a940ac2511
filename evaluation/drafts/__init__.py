"""Measures how many correct drafts the check accepts, and how many wrong ones it refuses.

Without options measures the sets of `sets/` and updates the table of docs/quality.md. `--export FOLDER --days N
--end DATE` writes prompts to FOLDER/prompts and facts to FOLDER/facts. `--check ANSWERS --facts FOLDER` prints a JSON
line per sentence. `--mutate ANSWERS --facts FOLDER` derives wrong sentences and counts those that would be published.
`--retry FOLDER --answers ANSWERS --facts FOLDER` writes the second prompt of each refused answer. `--score ANSWERS
[--again ANSWERS] --facts FOLDER` counts what passes at first and after the retry, and what the rules write. ANSWERS
is a file with a JSON object per line; for the last two also a folder with one JSON file per task, named by its number.
"""

from argparse import ArgumentParser
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from evaluation.drafts import attempts, command, measures
from evaluation.words.rebuilding import END

DAYS = 4


def main(argv: Sequence[str]) -> int:
    """Measures the check of drafts, or exports, checks, mutates or scores answers."""
    parser = ArgumentParser(prog="python -m evaluation drafts", description=main.__doc__)
    parser.add_argument(
        "--export", type=Path, metavar="FOLDER", help="write prompts and facts of past weekdays"
    )
    parser.add_argument("--days", type=int, default=DAYS, help="how many weekdays")
    parser.add_argument(
        "--end", type=date.fromisoformat, metavar="DATE", default=END, help="the last weekday"
    )
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
    options = parser.parse_args(argv)
    if (options.check or options.mutate or options.retry or options.score) and not options.facts:
        parser.error("--check, --mutate, --retry and --score need --facts FOLDER")
    if options.retry and not options.answers:
        parser.error("--retry needs --answers ANSWERS")
    if options.export:
        command.export(options.export, days=options.days, end=options.end)
    elif options.check:
        command.check(options.check, options.facts)
    elif options.retry:
        attempts.retry(attempts.read(options.answers), options.facts, options.retry)
    elif options.score:
        again = attempts.read(options.again) if options.again else []
        attempts.score(attempts.read(options.score), again, options.facts)
    elif options.mutate:
        command.mutate(options.mutate, options.facts, count=options.count)
    else:
        measures.measure()
    return 0
