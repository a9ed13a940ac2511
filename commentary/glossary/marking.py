"""Marks glossary terms in a text: each at its first occurrence, longest form first. Pure."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from commentary.glossary.terms import Term, terms

# Matches whole words only: "yield" is not explained inside "high-yield", nor "rate" inside "accurate".
BEFORE, AFTER = r"(?<![\w\-\u2011])", r"(?![\w\-\u2011])"


@dataclass(frozen=True)
class MarkedText:
    """A piece of text, with the glossary term or the row key of the figure it holds."""

    text: str
    term: Term | None = None
    figure: str = ""


def glossed(paragraphs: Iterable[str], language: str) -> list[list[MarkedText]]:
    """Splits plain-text paragraphs into pieces that join back to the original text."""
    seen: set[str] = set()
    return [_pieces(paragraph, language, seen) for paragraph in paragraphs]


def _pieces(paragraph: str, language: str, seen: set[str]) -> list[MarkedText]:
    pattern, by_form = _index(language)
    pieces, end = [], 0
    for match in pattern.finditer(paragraph):
        term = by_form[_key(match[0])]
        if term.id in seen:
            continue
        seen.add(term.id)
        if match.start() > end:
            pieces.append(MarkedText(paragraph[end : match.start()]))
        pieces.append(MarkedText(match[0], term))
        end = match.end()
    if end < len(paragraph):
        pieces.append(MarkedText(paragraph[end:]))
    return pieces


def _key(form: str) -> str:
    return " ".join(form.replace("\u2011", "-").replace("\u2019", "'").casefold().split())


@cache
def _index(language: str) -> tuple[re.Pattern[str], dict[str, Term]]:
    by_form: dict[str, Term] = {}
    for term in terms(language):
        for form in term.forms:
            by_form.setdefault(_key(form), term)
    # Matches any whitespace, hyphen or apostrophe.
    forms = sorted(by_form, key=lambda form: (-len(form), form))
    alternatives = "|".join(
        re.escape(form).replace(r"\ ", r"\s+").replace(r"\-", "[-\u2011]").replace("'", "['\u2019]")
        for form in forms
    )
    return re.compile(f"{BEFORE}(?:{alternatives}){AFTER}", re.IGNORECASE), by_form
