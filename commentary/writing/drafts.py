"""What is to be written, and a model's reply read as a JSON object."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from commentary.language.slot_table import SlotTable

FENCED = re.compile(r"^```[a-z]*+[^\S\n]*+\n(.*)\n```$", re.DOTALL | re.IGNORECASE)
# NUL, which stands as an escape in JSON, and half a surrogate pair. An even number of backslashes is backslashes.
UNSTORED = re.compile(r"(?<!\\)(?:\\\\)*+\\u0000|[\ud800-\udfff]")
SOURCE_LANGUAGE, TARGET_LANGUAGE = "en", "it"


class TextSubject(Protocol):
    """What prompts and audit rows say of a text: a read, the lead, a log, or a portfolio's."""

    @property
    def kind(self) -> str: ...

    @property
    def tone(self) -> str: ...

    @property
    def style(self) -> str: ...


@dataclass(frozen=True)
class Assignment:
    """A text to be written. `kind` is "read", "aggregate" or "log".

    `facts` is the document that the slots print and that is stored with the text. `scope` is the group's id, "all" or
    "log".
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
    """The JSON object that a reply is, alone or in one code fence; None for anything else.

    Nor for one that says a key twice, or has a letter that no database stores: its audit row would keep the rules'
    text from readers too.
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
