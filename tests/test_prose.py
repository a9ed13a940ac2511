"""Phrases of no field, which comments, docstrings, guides and the interface's English do without, and history in guides.

A phrase moves from `IN_GUIDES` to `EVERYWHERE` once the code has none of it.
"""

import re
from collections.abc import Iterator

import pytest
from babel.messages.pofile import read_po

from tests.test_named import FILES, ROOT, comments, guides

EVERYWHERE = {
    "asks no more": "no extra query",
    "in earnest": "say what is done",
    "is told of": "gets, knows",
    "newest there is": "latest available",
    "parted by": "separated by",
    "reckon": "calculate, compute",
    "with whom": "name them",
}
IN_GUIDES = {
    "anew": "again",
    "are told": "are notified, are reported",
    "for programs": "API",
    "given up": "failed",
    "handed on": "redistributed",
    "in vain": "without an answer",
    "is told": "is notified, is reported",
    "nobody": "name the thing, or no reader",
    "of whom": "name them",
    "to whom": "name them",
    "whoever": "name who",
}
# Of the state of a failed job, which its page calls so.
MADE_BY_COMMANDS = re.compile(r"<!-- (?!end).*?<!-- end.*?-->", re.DOTALL)
HISTORY = re.compile(
    r"\bused to (?!sign|make|read|find)|since version|was changed to|\bformerly\b|\bwhat it replaced\b|\bthe code before\b|"
    r"\b(?:\d{1,2} |in )(?:January|February|March|April|May|June|July|August|September|October|November|December) 20\d\d\b(?!\))",
    re.IGNORECASE,
)


def interface() -> Iterator[tuple[str, str]]:
    with (ROOT / "locale/it/LC_MESSAGES/django.po").open("rb") as file:
        for message in read_po(file):
            yield "locale", " ".join([message.id] if isinstance(message.id, str) else message.id)


def found(phrases: dict[str, str], texts: Iterator[tuple[str, str]]) -> list[str]:
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, phrases))})", re.IGNORECASE)
    return [
        f"{name}: {match[0]}, write: {phrases[match[0].lower()]}"
        for name, text in texts
        if name not in ("tests/test_prose.py", "docs/operating/faults.md")
        for match in pattern.finditer(" ".join(text.split()))
    ]


@pytest.mark.parametrize("texts", [comments, guides, interface])
def test_phrases_that_are_gone_stay_away(texts):
    assert found(EVERYWHERE, texts()) == []


def test_guides_use_plain_words():
    assert found(IN_GUIDES, guides()) == []


def test_guides_tell_no_history():
    """Figures of measurements stand between marks that a command writes, or without a date."""
    told = [
        f"{name}: {match[0]}"
        for name, text in guides()
        if name != "docs/operating/faults.md"  # its command dates it
        for match in HISTORY.finditer(MADE_BY_COMMANDS.sub("", text))
    ]
    assert told == []


@pytest.mark.parametrize(
    "text",
    ["It used to be slow.", "Measured on 26 November 2026.", "Tried in November 2026.", "Since version 3"],
)
def test_history_is_recognised(text: str):
    assert HISTORY.search(text)


def test_guides_are_read():
    assert sum(name.endswith(".md") for name in FILES) > 20
