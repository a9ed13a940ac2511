"""What `python -m evaluation words` prints and writes."""

from datetime import date
from itertools import pairwise
from pathlib import Path

from commentary.facts.snapshot import EVERYTHING
from commentary.writing.drafts import Draft
from commentary.writing.inspection import inspect
from evaluation import tables
from evaluation.words import measuring
from evaluation.words.rebuilding import END, TONES, Edition, Texts, editions

PAGE = Path(__file__).parents[2] / "docs/commentary.md"
LANGUAGES = {"en": "English", "it": "Italian"}
HEAD = ("measure", *(f"{name}, {tone}" for name in LANGUAGES.values() for tone in TONES), "at least")


def run(*, days: int, edition: date | None, leads: int | None, end: date | None) -> None:
    """Prints what was asked for; without a wish measures and writes the table."""
    if edition:
        print_edition(editions(1, end=edition)[0])
    elif leads:
        for one in editions(leads, end=end or END):
            print_leads(one)
    else:
        found = table(editions(days, end=end or END))
        print(found)
        if PAGE.exists():
            tables.put(PAGE, "words", found)


def table(found: list[Edition]) -> str:
    """A column for each language and tone."""
    columns = [measures(found, tone, language) for language in LANGUAGES for tone in TONES]
    rows = [[name, *(column[name][0] for column in columns), columns[0][name][1]] for name in columns[0]]
    return tables.markdown(HEAD, rows)


def measures(found: list[Edition], tone: str, language: str) -> dict[str, tuple[str, str]]:
    """What was measured, and the aim, by the name of the measure."""
    return {
        **_of_leads(found, [edition.reads[EVERYTHING, tone][language] for edition in found], language),
        **_of_editions(found, tone, language),
        "texts that pass the review": (_passed(found, tone, language), "100 %"),
    }


def _of_leads(found: list[Edition], leads: list[Draft], language: str) -> dict[str, tuple[str, str]]:
    rows = [
        measuring.leading_row(lead, edition.facts[EVERYTHING], language)
        for lead, edition in zip(leads, found, strict=True)
    ]
    most, share = measuring.most_frequent(rows)
    shared = measuring.mean_shared([lead.body for lead in leads])
    same = sum(earlier.title == later.title for earlier, later in pairwise(leads))
    return {
        "words shared by leads of consecutive days": (_percent(shared), "at most 45 %"),
        f"different rows that lead in {len(found)} days": (str(len({row for row in rows if row})), "20"),
        "most frequent leading row": (f"{_percent(share)} ({most})", "at most 10 %"),
        "titles that are those of the day before": (str(same), "0"),
    }


def _of_editions(found: list[Edition], tone: str, language: str) -> dict[str, tuple[str, str]]:
    """The worst edition for what opens alike, all editions for what the log repeats."""
    alike = max(_alike(edition, tone, language) for edition in found)
    repeated = sum(_repeated(edition, tone, language) for edition in found)
    return {
        "reads of one edition that open alike, at most": (f"{alike} of {len(found[0].facts)}", "0"),
        "log sentences that stand in the lead": (str(repeated), "0"),
    }


def _percent(share: float) -> str:
    return f"{share * 100:.0f} %"


def _alike(edition: Edition, tone: str, language: str) -> int:
    """One pair counts 2."""
    return measuring.alike([texts[language].body for (_, own), texts in edition.reads.items() if own == tone])


def _repeated(edition: Edition, tone: str, language: str) -> int:
    log, lead = edition.logs[tone][language], edition.reads[EVERYTHING, tone][language]
    return measuring.repeated(log.whole, lead.whole)


def _passed(found: list[Edition], tone: str, language: str) -> str:
    """The share of all reads and logs that pass, and how many there are."""
    verdicts = [
        inspect(texts[language], edition.assignments[scope, tone], lang=language).passed
        for edition in found
        for scope, texts in [*_reads(edition, tone), ("log", edition.logs[tone])]
    ]
    return f"{_percent(sum(verdicts) / len(verdicts))} of {len(verdicts)}"


def _reads(edition: Edition, tone: str) -> list[tuple[str, Texts]]:
    return [(scope, texts) for (scope, own), texts in edition.reads.items() if own == tone]


def print_edition(edition: Edition) -> None:
    """Every read and the log of a day."""
    print(f"# {edition.day:%A} {edition.day}")
    for tone in TONES:
        for language, name in LANGUAGES.items():
            print(f"\n## {tone}, {name}")
            for scope, texts in [*_reads(edition, tone), ("log", edition.logs[tone])]:
                print(f"\n[{scope}] {texts[language].whole}")


def print_leads(edition: Edition) -> None:
    """The lead and the log of a day."""
    print(f"\n# {edition.day:%A} {edition.day}")
    for tone in TONES:
        for language, name in LANGUAGES.items():
            print(f"\n## {tone}, {name}")
            print(f"\n[lead] {edition.reads[EVERYTHING, tone][language].whole}")
            print(f"\n[log] {edition.logs[tone][language].whole}")
