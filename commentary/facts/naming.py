"""Which figures a text names: by their names, or by a value that only one of them has. Pure."""

import re
from collections import Counter
from collections.abc import Sequence

from commentary.facts.names import name_of
from commentary.facts.notation import in_unit
from commentary.facts.snapshot import RowFacts

ARTICLE = re.compile(r"^(?:the |il |lo |la |i |gli |le |l’)")
# As a figure in a text leads to its row: 4.1% is not looked for inside 14.1%.
BEFORE, AFTER = r"(?<![\w.,\-−–])", r"(?![\w%\-–])"


def names(row: RowFacts, language: str) -> tuple[str, ...]:
    """What a row may be called in a text, in small letters and without articles."""
    name = name_of(row, language)
    label = row.label_it if language == "it" else row.label_en
    found = (name.subject, name.head, label)
    return tuple(dict.fromkeys(ARTICLE.sub("", each.lower()) for each in found if each))


def named(rows: Sequence[RowFacts], text: str, language: str) -> list[RowFacts]:
    """Those that a text names, in their order."""
    small = text.lower()
    values = Counter(in_unit(row.value, row, language) for row in rows)
    return [
        row
        for row in rows
        if any(name in small for name in names(row, language))
        or _told(in_unit(row.value, row, language), values, text)
    ]


def _told(value: str, values: Counter[str], text: str) -> bool:
    """Whether the value stands in the text and belongs to one row alone; a bare whole number may be a count."""
    if values[value] > 1 or value.isdigit():
        return False
    pattern = re.escape(value).replace("\\\N{NO-BREAK SPACE}", r"\s").replace("\N{NO-BREAK SPACE}", r"\s")
    return re.search(f"{BEFORE}{pattern}{AFTER}", text) is not None
