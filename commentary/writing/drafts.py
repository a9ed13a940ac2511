"""Assignments, and parsing of a model's reply as a JSON object."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from commentary.language.slot_table import SlotTable

FENCED = re.compile(r"^```[a-z]*+[^\S\n]*+\n(.*)\n```$", re.DOTALL | re.IGNORECASE)
# NUL as a JSON escape, after an even number of backslashes, and unpaired surrogates.
UNSTORED = re.compile(r"(?<!\\)(?:\\\\)*+\\u0000|[\ud800-\udfff]")
SOURCE_LANGUAGE = "en"


class TextSubject(Protocol):
    """The attributes of a text used in prompts and audit rows: a read, the lead, a log or a portfolio text."""

    @property
    def kind(self) -> str: ...

    @property
    def tone(self) -> str: ...

    @property
    def style(self) -> str: ...


@dataclass(frozen=True)
class Assignment:
    """A text to write; `kind` is "read", "aggregate" or "log".

    `facts` is the stored document behind the slots. `scope` is the group's id, "all" or "log".
    """

    kind: str
    scope: str
    tone: str
    style: str
    facts: Mapping[str, Any]

    @property
    def titled(self) -> bool:
        return self.kind != "read"

    @property
    def slots(self) -> SlotTable:
        return SlotTable.of(self.facts, self.tone)


def read_object(text: str) -> dict[str, Any] | None:
    """Parses a reply that is a JSON object, alone or in one code fence; None for anything else.

    Rejects repeated keys and characters that databases cannot store, since a failing audit row would block the
    rules' text too.
    """
    text = text.strip()
    fenced = FENCED.match(text)
    try:
        found = json.loads(fenced[1] if fenced else text, object_pairs_hook=_each_once)
        is_stored = not UNSTORED.search(json.dumps(found, ensure_ascii=False))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and is_stored else None


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found
