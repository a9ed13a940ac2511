"""Size limits of a feed document, checked with expat before feedparser reads it.

Some steps of feedparser take quadratic time: 256 KiB of attributes take 5 s, 5 MiB minutes. A feed beyond
these limits is an attack or a mistake.
"""

import re
from xml.parsers import expat

LONGEST_PROLOG = 16 * 1024
MOST_ELEMENTS = 100_000
DEEPEST = 200
MOST_ATTRIBUTES = 100_000
MOST_ATTRIBUTES_OF_ONE = 100
LONGEST_ATTRIBUTE = 256 * 1024
LONGEST_TAG = 512 * 1024
MOST_NAMESPACES = 100
MOST_ENTITIES = 300
LONGEST_ENTITY = 64
# For elements that feedparser parses with regular expressions: people and dates.
LONGEST_NARROW = 1000
NARROW = {
    "author", "contributor", "creator", "editor", "email", "managingeditor", "name", "owner", "publisher",
    "webmaster", "created", "date", "expirationdate", "issued", "modified", "pubdate", "published", "updated",
}  # fmt: skip
# Malformed documents are read with regular expressions, so their characters are counted instead of elements.
MOST_MARKS = 200_000
MOST_AMPERSANDS = 500_000
LONGEST_OPEN = 60_000
PIECE = 256 * 1024

ROOT = re.compile(rb"<\w")
LONG_TAG = re.compile(rb"<[/\w?][^<>]{%d}" % LONGEST_OPEN)
CHARACTER = re.compile(r"&#\w{1,8};")
NARROW_TEXT = re.compile(
    rb"<(?:[\w.-]{1,64}:)?(?:%s)\b[^<>]{0,1000}>[^<]{%d}"
    % ("|".join(sorted(NARROW)).encode(), LONGEST_NARROW),
    re.IGNORECASE,
)


class TooCostly(Exception):
    """The document exceeds a limit, which the message names."""


def check(document: bytes) -> None:
    """Raises TooCostly if a document (UTF-8, without declaration) exceeds a limit."""
    root = ROOT.search(document)
    if root and root.start() > LONGEST_PROLOG:
        raise TooCostly(f"more than {LONGEST_PROLOG:,} bytes before its first element")
    gauge = _Gauge()
    try:
        for start in range(0, len(document), PIECE):
            gauge.parser.Parse(document[start : start + PIECE], False)
        gauge.parser.Parse(b"", True)
    except expat.ExpatError:
        _check_malformed(document)


def _check_malformed(document: bytes) -> None:
    if document.count(b"<") > MOST_MARKS:
        raise TooCostly(f"malformed, with more than {MOST_MARKS:,} tags")
    if document.count(b"&") > MOST_AMPERSANDS:
        raise TooCostly(f"malformed, with more than {MOST_AMPERSANDS:,} entities")
    if LONG_TAG.search(document):
        raise TooCostly(f"malformed, with a tag of more than {LONGEST_OPEN:,} bytes")
    if NARROW_TEXT.search(document):
        raise TooCostly(f"a name or a date of more than {LONGEST_NARROW:,} characters")


class _Gauge:
    """Counts what expat reports and stops at the first limit exceeded."""

    def __init__(self) -> None:
        self.elements = self.depth = self.attributes = self.entities = 0
        self.namespaces: set[str] = set()
        self.narrow_depth = self.narrow_length = 0
        self.parser = expat.ParserCreate("utf-8")
        self.parser.buffer_text = self.parser.ordered_attributes = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.EntityDeclHandler = self._entity

    def _start(self, name: str, attributes: list[str]) -> None:
        self.elements += 1
        self.depth += 1
        if self.elements > MOST_ELEMENTS:
            raise TooCostly(f"more than {MOST_ELEMENTS:,} elements")
        if self.depth > DEEPEST:
            raise TooCostly(f"elements inside each other more than {DEEPEST} deep")
        if attributes:
            self._attributes(attributes)
        if not self.narrow_depth and name.rpartition(":")[2].lower() in NARROW:
            self.narrow_depth, self.narrow_length = self.depth, 0

    def _attributes(self, attributes: list[str]) -> None:
        count = len(attributes) // 2
        self.attributes += count
        if count > MOST_ATTRIBUTES_OF_ONE:
            raise TooCostly(f"more than {MOST_ATTRIBUTES_OF_ONE} attributes in one element")
        if self.attributes > MOST_ATTRIBUTES:
            raise TooCostly(f"more than {MOST_ATTRIBUTES:,} attributes")
        if max(map(len, attributes)) > LONGEST_ATTRIBUTE or sum(map(len, attributes)) > LONGEST_TAG:
            raise TooCostly(f"an attribute of more than {LONGEST_ATTRIBUTE:,} characters")
        self.namespaces.update(name for name in attributes[::2] if name.startswith("xmlns"))
        if len(self.namespaces) > MOST_NAMESPACES:
            raise TooCostly(f"more than {MOST_NAMESPACES} namespaces")

    def _end(self, name: str) -> None:
        if self.depth == self.narrow_depth:
            self.narrow_depth = 0
        self.depth -= 1

    def _text(self, text: str) -> None:
        if self.narrow_depth:
            self.narrow_length += len(text)
            if self.narrow_length > LONGEST_NARROW:
                raise TooCostly(f"a name or a date of more than {LONGEST_NARROW:,} characters")

    def _entity(self, name: str, parameter: bool, value: str | None, *where: str | None) -> None:
        self.entities += 1
        if self.entities > MOST_ENTITIES:
            raise TooCostly(f"more than {MOST_ENTITIES} entities of its own")
        if value and (len(value) > LONGEST_ENTITY or ("&" in value and not CHARACTER.fullmatch(value))):
            raise TooCostly("entities of its own that expand")
