"""Reads a text as a stranger would: its numbers, its counts and its directions, without the writer's code."""

import re
from dataclasses import dataclass

from commentary.facts.names import name_of
from commentary.facts.snapshot import Facts, RowFacts

COUNTS = {
    "en": [
        "none",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
    ],
    "it": [
        "nessuno",
        "uno",
        "due",
        "tre",
        "quattro",
        "cinque",
        "sei",
        "sette",
        "otto",
        "nove",
        "dieci",
        "undici",
        "dodici",
        "tredici",
    ],
}
UP = {"en": r"\b(rising|up|higher)\b", "it": r"\b(salit[oa]|in rialzo)\b"}
DOWN = {"en": r"\b(falling|down|lower)\b", "it": r"\b(sces[oa]|in calo)\b"}
STILL = {"en": r"\b(the same as|close to its level)\b", "it": r"\bsenza variazioni\b"}
NUMBER = {
    "en": re.compile(r"(?P<sign>−?)[$£€]?(?P<digits>\d[\d,]*(?:\.\d+)?)"),
    "it": re.compile(r"(?P<sign>−?)(?P<digits>\d[\d.]*(?:,\d+)?)"),
}


@dataclass(frozen=True)
class Token:
    """A number as written: its value, and how many decimals it shows."""

    value: float
    decimals: int

    def covers(self, fact: float) -> bool:
        """Whether the fact rounds to it; both ends of the interval count."""
        margin = 0.5 * 10**-self.decimals
        return abs(self.value - fact) <= margin * (1 + 1e-6) + abs(fact) * 1e-12


def without_names(text: str, rows: tuple[RowFacts, ...], language: str) -> str:
    """The text with the names and notes of rows taken out, for they may hold numbers of their own."""
    for row in rows:
        name = name_of(row, language).subject
        bare = re.sub(r"^(il|lo|la|l’) ?", "", name) if language == "it" else name
        for form in (name, name[:1].upper() + name[1:], bare):
            text = text.replace(form, "")
    return text


def tokens(text: str, language: str) -> list[Token]:
    found = []
    for match in NUMBER[language].finditer(text):
        digits = match["digits"].rstrip(".,")
        plain = digits.replace(",", "") if language == "en" else digits.replace(".", "").replace(",", ".")
        value = float(plain) * (-1 if match["sign"] else 1)
        found.append(Token(value, len(plain.partition(".")[2])))
    return found


def allowed_numbers(row: RowFacts) -> list[float]:
    """Everything about a row that a text may put into digits."""
    found = [row.value]
    if row.prev is not None:
        change = row.value - row.prev
        found += [row.prev, abs(change), abs(change) * 100]
        if row.prev > 0:
            found.append(abs(row.value / row.prev - 1) * 100)
    if row.percentile is not None:
        found.append(row.percentile)
    for label in (row.period, row.prev_period, row.since):
        found += [float(part) for part in re.findall(r"\d+", label)]
    found += [15.0, 8.0]  # the last days of the weeks W46 and W45
    return found


def allowed_counts(facts: Facts) -> list[float]:
    """Counts that a text may name in digits."""
    rows = facts.rows
    return [*facts.constants.values(), *(sum(_way(row) == way for row in rows) for way in (1, 0, -1))]


def _way(row: RowFacts) -> int | None:
    return None if row.prev is None else (row.value > row.prev) - (row.value < row.prev)


def counts_in_fifths(text: str, language: str) -> dict[str, int]:
    """What a lead says: how many are in the top and in the bottom fifth."""
    pattern = {
        "en": r"(?P<n>\w+)(?: of [^.,;]*?)?(?: (?:is|are))? in the (?P<end>top|bottom) fifth",
        "it": r"(?P<n>\w+)(?: (?:è|sono))?(?: (?:su \w+ sono))? (?:nel quinto|in quello) più (?P<end>alto|basso)",
    }[language]
    found = {}
    for match in re.finditer(pattern, text):
        word = match["n"].lower()
        if word in COUNTS[language] or word.isdigit():
            amount = int(word) if word.isdigit() else COUNTS[language].index(word)
            found["high" if match["end"] in ("top", "alto") else "low"] = amount
    return found
