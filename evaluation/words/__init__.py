"""Prints the texts that the rules write for rebuilt weekdays of sample figures.

`--edition DATE` prints all texts of a day, `--leads N` the leads and logs of the last N weekdays, each in both
languages and tones.
"""

from argparse import ArgumentParser
from collections.abc import Sequence
from datetime import date

from commentary.facts.snapshot import EVERYTHING
from evaluation.words.rebuilding import END, TONES, DayTexts, Texts, editions

LEADS = 10
LANGUAGES = {"en": "English", "it": "Italian"}


def main(argv: Sequence[str]) -> int:
    """Prints the texts that the rules write for past weekdays of sample figures."""
    parser = ArgumentParser(prog="python -m evaluation words", description=main.__doc__)
    parser.add_argument("--edition", type=date.fromisoformat, metavar="DATE", help="print one whole edition")
    parser.add_argument(
        "--leads", type=int, default=LEADS, metavar="N", help="print the leads and logs of N weekdays"
    )
    parser.add_argument(
        "--end", type=date.fromisoformat, metavar="DATE", default=END, help="the last weekday"
    )
    options = parser.parse_args(argv)
    if options.edition:
        _print_edition(editions(1, end=options.edition)[0])
        return 0
    for edition in editions(options.leads, end=options.end):
        _print_leads(edition)
    return 0


def _print_edition(edition: DayTexts) -> None:
    print(f"# {edition.day:%A} {edition.day}")
    for tone in TONES:
        reads: list[tuple[str, Texts]] = [
            (scope, texts) for (scope, own), texts in edition.reads.items() if own == tone
        ]
        for language, name in LANGUAGES.items():
            print(f"\n## {tone}, {name}")
            for scope, texts in [*reads, ("log", edition.logs[tone])]:
                print(f"\n[{scope}] {texts[language].whole}")


def _print_leads(edition: DayTexts) -> None:
    print(f"\n# {edition.day:%A} {edition.day}")
    for tone in TONES:
        for language, name in LANGUAGES.items():
            print(f"\n## {tone}, {name}")
            print(f"\n[lead] {edition.reads[EVERYTHING, tone][language].whole}")
            print(f"\n[log] {edition.logs[tone][language].whole}")
