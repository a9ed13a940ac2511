"""Removes what may wrap a model's reply: reasoning, quotes around the whole, escapes, HTML entities."""

import html
import json
import re
from collections.abc import Iterator

# Far beyond 4000 tokens; the rest is ignored.
LONGEST = 200_000
LONGEST_WRAPPED = 400_000
THOUGHT = re.compile(r"\s*<(think|thinking)\b[^>]*>.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
MARKS = re.compile(r'\n|\\"|"|</?think(?:ing)?\b[^<>\n]{0,80}>', re.IGNORECASE)
ESCAPED = re.compile(r'[^\w\[{]{0,40}[\[{](?:\\[nrt]|[\s\[{])*+\\"')
QUOTED = re.compile(r"""["'`“]\s*[\[{]""")
ENTITIES = re.compile(r"[^\[{]{0,400}[\[{][\s\[{]*&(?:quot|#34|#x22|apos|#39|#x27|#123|#91);", re.IGNORECASE)
DEEPEST = 2


def readings(raw: str) -> Iterator[str]:
    """Yields possible readings of the reply, the simplest first; the caller uses the first that contains rows."""
    text = raw if isinstance(raw, str) else ""
    text = text.strip().strip("\ufeff\u200b\u200c\u200d\u2060").strip()
    inner = _unwrapped(text)
    if inner is not None:
        text = inner.strip()
    if not _is_json(text):
        text = _after_thoughts(text[:LONGEST_WRAPPED])
    text = text[:LONGEST]
    yield text
    if ESCAPED.match(text) or (QUOTED.match(text) and ESCAPED.match(text[1:])):
        yield _unescaped(text.lstrip("\"'`“"))
    elif QUOTED.match(text):
        yield text[1:].rstrip().rstrip("\"'`”")
    if ENTITIES.match(text):
        yield html.unescape(text)


def _unwrapped(text: str) -> str | None:
    """Returns the text of a reply that is a JSON string, encoded once or twice too often, or None."""
    found: str | None = None
    for _ in range(DEEPEST):
        if not text.startswith('"') or len(text) > 2 * LONGEST_WRAPPED:
            break
        try:
            value = json.loads(text, strict=False)
        except (ValueError, RecursionError):
            break
        found = text = value.strip() if isinstance(value, str) else text
    return found


def _is_json(text: str) -> bool:
    if len(text) > LONGEST or text[:1] not in ("[", "{"):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _after_thoughts(text: str) -> str:
    """Removes reasoning blocks, which may contain a draft. A tag inside a string of the reply is kept."""
    begin, end, quotes = 0, len(text), 0
    while found := THOUGHT.match(text, begin):
        begin = found.end()
    for found in MARKS.finditer(text, begin):
        mark = found.group()
        if mark == "\n":
            quotes = 0
        elif mark[0] != "<":
            quotes += mark == '"'
        elif quotes % 2 == 0:
            if mark[1] == "/":
                begin, end = found.end(), len(text)
            elif end == len(text):
                end = found.start()
    return text[begin:end]


def _unescaped(text: str) -> str:
    return text.replace("\\\\", "\\").replace('\\"', '"')
