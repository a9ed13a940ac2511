"""Glossary terms explained inline to novices, from `glossary.toml`."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PATH = Path(__file__).parent.with_name("glossary.toml")


@dataclass(frozen=True)
class Term:
    """A term in one language: usual form, definition and variants."""

    id: str
    term: str
    definition: str
    variants: tuple[str, ...]

    @property
    def forms(self) -> tuple[str, ...]:
        """All forms, longest first, so that "high-yield spread" is found before "spread"."""
        return tuple(sorted({self.term, *self.variants}, key=lambda form: (-len(form), form)))


@cache
def terms(language: str) -> tuple[Term, ...]:
    entries = tomllib.loads(PATH.read_text(encoding="utf-8"))
    return tuple(
        Term(
            id=key,
            term=entry[language],
            definition=entry[f"def_{language}"],
            variants=tuple(entry[f"variants_{language}"]),
        )
        for key, entry in entries.items()
        if language in entry
    )
