"""Prints the texts of past weekdays that the rules write from the sample sources."""

from datetime import date

from commentary.facts.snapshot import EVERYTHING
from evaluation.words.rebuilding import END, TONES, DayTexts, Texts, editions

LANGUAGES = {"en": "English", "it": "Italian"}


def run(*, edition: date | None, leads: int, end: date | None) -> None:
    """Prints all texts of one day, or the leads and logs of several weekdays."""
    if edition:
        print_edition(editions(1, end=edition)[0])
        return
    for one in editions(leads, end=end or END):
        print_leads(one)


def _reads(edition: DayTexts, tone: str) -> list[tuple[str, Texts]]:
    return [(scope, texts) for (scope, own), texts in edition.reads.items() if own == tone]


def print_edition(edition: DayTexts) -> None:
    print(f"# {edition.day:%A} {edition.day}")
    for tone in TONES:
        for language, name in LANGUAGES.items():
            print(f"\n## {tone}, {name}")
            for scope, texts in [*_reads(edition, tone), ("log", edition.logs[tone])]:
                print(f"\n[{scope}] {texts[language].whole}")


def print_leads(edition: DayTexts) -> None:
    print(f"\n# {edition.day:%A} {edition.day}")
    for tone in TONES:
        for language, name in LANGUAGES.items():
            print(f"\n## {tone}, {name}")
            print(f"\n[lead] {edition.reads[EVERYTHING, tone][language].whole}")
            print(f"\n[log] {edition.logs[tone][language].whole}")
