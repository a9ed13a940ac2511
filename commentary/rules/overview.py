"""Sentences about all figures together, and about what is due."""

from collections.abc import Mapping
from typing import Any

from commentary.facts.notation import WORDED, count
from commentary.facts.snapshot import Facts
from commentary.rules.forms import LANGUAGES
from commentary.rules.sentences import WORDS, Sentence
from commentary.rules.teller import Teller, Words

SEVERAL = 2  # with fewer a sentence in the plural would be wrong


def numbers(language: str, **amounts: int) -> dict[str, str]:
    """Counts in one style: words where all are small, else digits."""
    digits = max(amounts.values()) > WORDED
    return {name: f"{amount}" if digits else count(amount, language) for name, amount in amounts.items()}


def counts(teller: Teller, facts: Facts) -> Sentence | None:
    """How many rose, fell and stood still; None where one of these is too small to be told in the plural."""
    changes = [row.change for row in facts.rows if row.change is not None]
    found = {
        "all": len(facts.rows),
        "rose_n": sum(change > 0 for change in changes),
        "fell_n": sum(change < 0 for change in changes),
    }
    found["flat_n"] = found["all"] - found["rose_n"] - found["fell_n"]
    if min(found["rose_n"], found["fell_n"], found["flat_n"]) < SEVERAL or len(changes) < len(facts.rows):
        return None
    return teller.plain("counts", {language: numbers(language, **found) for language in LANGUAGES})


def ends(teller: Teller, facts: Facts) -> Sentence | None:
    """How many are high and low in their own history."""
    constants = facts.constants
    found = {
        "ranked": int(constants["ranked"]),
        "high_n": int(constants["in_top_fifth"]),
        "low_n": int(constants["in_bottom_fifth"]),
    }
    if min(found.values()) < SEVERAL:
        return None
    return teller.plain("ends", {language: numbers(language, **found) for language in LANGUAGES})


def agenda_words(entry: Mapping[str, Any], as_of: str) -> Words:
    """The slots of something that is due."""
    return {
        language: WORDS[language].due_day(str(entry["date"]), as_of)
        | {"what": str(entry[f"what_{language}"])}
        for language in LANGUAGES
    }
