"""A text on its way: what is to be written, what was written, and how a model's JSON becomes it."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

FENCED = re.compile(r"^```[a-z]*+[^\S\n]*+\n(.*)\n```$", re.DOTALL | re.IGNORECASE)
MARKUP = re.compile(r"<[a-z/!]|&(?:#\w+|[a-z]+);", re.IGNORECASE)
MOST_PARAGRAPHS = 4
MOST_TITLE = 200
MOST_TEXT = 4_000
SOURCE_LANGUAGE, TARGET_LANGUAGE = "en", "it"
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "title": {"type": "string"},
        "paragraphs": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["title", "paragraphs"],
    "additionalProperties": False,
}


@dataclass(frozen=True)
class Draft:
    """A text in one language. A log's title is its header."""

    title: str
    paragraphs: tuple[str, ...]

    @property
    def body(self) -> str:
        return "\n\n".join(self.paragraphs)

    @property
    def whole(self) -> str:
        return f"{self.title}\n\n{self.body}" if self.title else self.body

    @classmethod
    def of(cls, title: str, body: str) -> "Draft":
        """From the columns of a stored text."""
        return cls(title, tuple(part for part in body.split("\n\n") if part.strip()))


@dataclass(frozen=True)
class Assignment:
    """What is to be written. `kind` is "read", "aggregate", "log" or "portfolio".

    `facts` is the document that the prompt shows, that the review holds numbers against and that is stored with the
    text; `material` is shown instead where it is given, as a portfolio's is. `scope` is the group's id, "all", "log"
    or "portfolio". Of a portfolio nothing is stored.
    """

    kind: str
    scope: str
    tone: str
    style: str
    facts: Mapping[str, Any]
    material: str = ""

    @property
    def titled(self) -> bool:
        return self.kind not in ("read", "portfolio")


def read_object(text: str) -> dict[str, Any] | None:
    """The JSON object that a reply is, alone or in one code fence; None for anything else."""
    text = text.strip()
    fenced = FENCED.match(text)
    try:
        found = json.loads(fenced[1] if fenced else text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def read_draft(text: str, *, titled: bool) -> Draft | None:
    """The draft in a model's reply; None where it has not the form asked for."""
    found = read_object(text)
    title, paragraphs = (found or {}).get("title", ""), (found or {}).get("paragraphs")
    if not isinstance(title, str) or not isinstance(paragraphs, list):
        return None
    if not all(isinstance(paragraph, str) for paragraph in paragraphs):
        return None
    kept = tuple(" ".join(paragraph.split()) for paragraph in paragraphs if paragraph.strip())
    title = " ".join(title.split()) if titled else ""
    draft = Draft(title, kept)
    if not 0 < len(kept) <= MOST_PARAGRAPHS or len(draft.body) > MOST_TEXT or len(title) > MOST_TITLE:
        return None
    if MARKUP.search(draft.whole):
        return None
    return draft if bool(title) == titled else None
