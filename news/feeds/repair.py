"""Repairs characters and elements that would make a parser reject a whole document."""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from news.feeds import bounds, clean

REPLACEMENT = "\ufffd"
ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
REFERENCE = re.compile(r"&#(?:[xX]([0-9a-fA-F]{1,40})|(\d{1,40}));")
DOCTYPE = re.compile(
    r"\A.{0,16384}?<!DOCTYPE\s[^\[>]{0,2000}(?:\[[^\]]{0,16384}\])?[^>]{0,100}>", re.DOTALL | re.IGNORECASE
)
# `<link/>https://…` and unclosed `<link>https://…`: in HTML, link is a void element.
VOID_LINK = re.compile(
    r"<link\s{0,9}/?>\s{0,99}(https?://[^<>\s]{1,2000})\s{0,99}(?=<(?!/link))", re.IGNORECASE
)
# CDATA marks that a generator escaped once too often: everything between them would be read as a comment.
ESCAPED_CDATA = re.compile(r"&lt;!\[CDATA\[|\]\]&gt;")
# A section of CDATA inside another, which XML does not have: the inner end closes both, and the outer one is an error.
TWICE_OPENED = re.compile(r"<!\[CDATA\[\s{0,99}(?=<!\[CDATA\[)")
TWICE_CLOSED = re.compile(r"\]\]>\s{0,99}(?=\]\]>)")
# Attributes of map coordinates that feedparser parses as numbers.
MAP_ATTRIBUTE = re.compile(
    r"""\s(?:srsName|srsDimension)\s{0,9}=\s{0,9}(?:"[^"<>]{0,300}"|'[^'<>]{0,300}')""", re.IGNORECASE
)
# An image inlined into an address; it is never shown.
PICTURE = re.compile(rb"data:[\w/+.;=-]{1,100},[\w%+/=\s-]{1000,}")
NARROW_START = re.compile(
    rb"<((?:[\w.-]{1,64}:)?(?:%s))(?:\s[^<>]{0,1000})?(?<!/)>" % "|".join(sorted(bounds.NARROW)).encode(),
    re.IGNORECASE,
)
# A string, or a comma after which nothing follows.
JSON_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|,(?=\s*+[\]}])', re.DOTALL)
JSON_ESCAPE = re.compile(r'\\(?:(["\\/bfnrt]|u[0-9a-fA-F]{4})|.)', re.DOTALL)
MOST_DIGITS = 18


@dataclass
class Repairs:
    """The repairs made to a document, counted by kind."""

    counts: dict[str, int] = field(default_factory=dict)

    def add(self, kind: str, count: int = 1) -> None:
        if count:
            self.counts[kind] = self.counts.get(kind, 0) + count

    def __str__(self) -> str:
        return "; ".join(f"{kind} ({count})" for kind, count in self.counts.items())


def text(document: str, repairs: Repairs) -> str:
    """Returns the document without characters invalid in XML, and with RSS links closed."""
    document = _counted(ILLEGAL, "", document, repairs, "control characters removed")
    if "&#" in document:
        document = _references(document, repairs)
    if (doctype := DOCTYPE.search(document)) and "\\" in doctype[0]:
        document = doctype[0].replace("\\", "&#92;") + document[doctype.end() :]
        repairs.add("backslashes in the DOCTYPE escaped")
    if "&lt;![CDATA[" in document:
        document = _counted(ESCAPED_CDATA, "", document, repairs, "escaped marks of CDATA removed")
    if TWICE_OPENED.search(document):
        document = _counted(TWICE_OPENED, "", document, repairs, "doubled marks of CDATA removed")
        document = TWICE_CLOSED.sub("", document)
    document = _counted(VOID_LINK, r"<link>\1</link>", document, repairs, "links without an end closed")
    return MAP_ATTRIBUTE.sub("", document) if "srs" in document else document


def _counted(pattern: re.Pattern[str], by: str, document: str, repairs: Repairs, kind: str) -> str:
    document, count = pattern.subn(by, document)
    repairs.add(kind, count)
    return document


def _references(document: str, repairs: Repairs) -> str:
    """Joins surrogate pairs, replaces references to invalid characters, and drops control characters."""
    document, pairs = clean.PAIR.subn(clean.joined, document)
    repairs.add("characters written as two surrogates joined", pairs)
    bad = 0

    def checked(found: re.Match[str]) -> str:
        nonlocal bad
        number = _number(found)
        if number is None or 0xD800 <= number < 0xE000 or number > 0x10FFFF:
            bad += 1
            return REPLACEMENT
        if ILLEGAL.match(chr(number)):
            bad += 1
            return ""
        return found[0]

    document = REFERENCE.sub(checked, document)
    repairs.add("references to no character replaced", bad)
    return document


def _number(found: re.Match[str]) -> int | None:
    digits = (found[1] or found[2]).lstrip("0") or "0"
    return int(digits, 16 if found[1] else 10) if len(digits) <= 8 else None


def elements(document: bytes, repairs: Repairs) -> bytes:
    """Returns the document without overlong names and dates and without inline images."""
    document = PICTURE.sub(b"data:,", document) if b"data:" in document else document
    kept, done = [], 0
    lower = document.lower()
    ends: dict[bytes, int] = {}  # searched once per name
    while start := NARROW_START.search(document, done):
        name = start[1].lower()
        if 0 <= ends.get(name, 0) < start.end():
            ends[name] = lower.find(b"</" + name, start.end())
        done_before, done = done, start.end()
        kept.append(document[done_before:done])
        inside = document[done : max(ends[name], done)]
        if len(inside) > bounds.LONGEST_NARROW and (b"]]>" in inside) == (b"<![CDATA[" in inside):
            repairs.add(f"{name.decode()} of more than {bounds.LONGEST_NARROW:,} characters left out")
            done = ends[name]
    return b"".join([*kept, document[done:]])


def json_value(document: str, repairs: Repairs) -> Any:
    """Returns the value of a JSON document. Raises ValueError or RecursionError if it is none even when repaired."""
    decoder = json.JSONDecoder(strict=False, parse_int=_integer)
    document = document.strip()
    try:
        value, end = decoder.raw_decode(document)
    except ValueError:
        document = _json_text(document, repairs)
        value, end = decoder.raw_decode(document)
    repairs.add("text after the end of the JSON left out", bool(document[end:]))
    return value


def _integer(digits: str) -> int | str:
    """Returns the number, or its digits if there are too many for a number (an id); Python refuses 4,300 of them."""
    return int(digits) if len(digits) <= MOST_DIGITS else digits


def _json_text(document: str, repairs: Repairs) -> str:
    r"""Returns the document without backslashes that escape nothing (`\'`) and without commas before a bracket."""
    commas = escapes = 0

    def escape(found: re.Match[str]) -> str:
        nonlocal escapes
        escapes += not found[1]
        return found[0] if found[1] else found[0][1:]

    def token(found: re.Match[str]) -> str:
        nonlocal commas
        if found[0] != ",":
            return JSON_ESCAPE.sub(escape, found[0])
        commas += 1
        return ""

    document = JSON_TOKEN.sub(token, document)
    repairs.add("backslashes that escape nothing removed", escapes)
    repairs.add("commas before a bracket removed", commas)
    return document
