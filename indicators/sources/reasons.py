"""Extracts the publisher's reason from the body of an error: JSON, XML, HTML or plain text. No network."""

import json
import re
from collections.abc import Iterator
from html import unescape

from briefing.core.outside.http.errors import redacted

LONGEST = 200
DEEPEST = 6
# Keys used by Eurostat, FRED, FiscalData and the BLS, the ECB and Yahoo, the most specific first.
KEYS = ("label", "error_message", "message", "detail", "description", "title", "error")
ELEMENT = re.compile(
    r"<(?:\w+:)?(faultstring|text|message|title|h1)\b[^>]*>([^<]{3,400})</", re.IGNORECASE | re.ASCII
)


def of(body: bytes) -> str:
    """The publisher's reason on one line, without a full stop; empty if there is none."""
    text = body.decode("utf-8-sig", "replace").strip()
    if text.startswith(("{", "[")):
        found = next(_in_json(text), "")
    elif text.startswith("<"):
        element = ELEMENT.search(text)
        found = unescape(element[2]) if element else ""
    else:
        found = text
    line = " ".join(redacted(found).split())
    if not line.isprintable():
        return ""
    return (line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…").rstrip(".")


def quoted(body: bytes) -> str:
    """The reason as a sentence to append, with a leading space."""
    found = of(body)
    return f" It says: “{found}”." if found else ""


def _in_json(text: str) -> Iterator[str]:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return
    for key in KEYS:
        yield from _under(key, document, DEEPEST)


def _under(key: str, part: object, depth: int) -> Iterator[str]:
    """Texts under a key, the outermost first."""
    if isinstance(part, dict):
        if isinstance(found := part.get(key), str) and found.strip():
            yield found
        parts = list(part.values())
    else:
        parts = part if isinstance(part, list) else []
    if depth:
        for each in parts[:50]:
            yield from _under(key, each, depth - 1)
