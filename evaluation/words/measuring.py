"""What a run of editions is like to read: how much of it repeats, what leads, what opens alike. Pure."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from commentary.facts.naming import names
from commentary.facts.snapshot import Facts
from commentary.rules.sentences import opening
from commentary.writing.drafts import Draft

WORD = re.compile(r"[\w%$€£−.,]*\w")
SENTENCE = re.compile(r"(?<=[.!?”»])\s+(?=[A-ZÀ-Ý“«])")


def words(text: str) -> Counter[str]:
    return Counter(WORD.findall(text.lower()))


def shared(text: str, earlier: str) -> float:
    """The part of a text's words, each as often as it stands there, that the earlier one had too; 0 to 1."""
    own = words(text)
    return sum((own & words(earlier)).values()) / max(1, sum(own.values()))


def mean_shared(texts: Sequence[str]) -> float:
    """Between each text and the one before it; 0 for fewer than two."""
    found = [shared(later, earlier) for earlier, later in pairwise(texts)]
    return sum(found) / len(found) if found else 0.0


def alike(texts: Sequence[str]) -> int:
    """How many of the texts open as another of them does."""
    count = Counter(opening(text) for text in texts)
    return sum(number for number in count.values() if number > 1)


def sentences(text: str) -> list[str]:
    return [
        part.strip() for paragraph in text.split("\n") for part in SENTENCE.split(paragraph) if part.strip()
    ]


def repeated(text: str, other: str) -> int:
    """Sentences of a text that stand in the other one too."""
    known = set(sentences(other))
    return sum(sentence in known for sentence in sentences(text))


def leading_row(draft: Draft, facts: Facts, language: str) -> str:
    """The row that a lead names first, in its title or else in its text; "" where it names none."""
    for text in (draft.title, draft.body):
        found = [
            (place, -len(name), row.key)
            for row in facts.rows
            for name in names(row, language)
            if (place := text.lower().find(name)) >= 0
        ]
        if found:
            return min(found)[2]
    return ""


def most_frequent(keys: Sequence[str]) -> tuple[str, float]:
    """The key that leads most often, with its share; ("", 0) without any."""
    found = Counter(key for key in keys if key).most_common(1)
    return (found[0][0], found[0][1] / len(keys)) if found else ("", 0.0)
