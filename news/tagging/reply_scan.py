"""A one-pass scanner for malformed JSON from models: comments, missing commas, wrong quotes, literals, truncation.

Yields every list or object in a text as a tree of `Node`. Unclosed nodes are marked, so that the caller can
reject truncated rows. Text inside a string is never read as structure.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from news.tagging.reply_string import CLOSERS, read_string

DEEPEST = 64
STRICT_TRIES = 25
MOST_VALUES = 2_000
MOST_NODES = 20_000  # per value
SPACE = re.compile(r"(?:[\s\u00a0\u2000-\u200f\u202f\u2028\u2029\u2060\u3000\ufeff\x00-\x1f]|\\[nrt])+")
COMMENT = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)|#(?!\s*[:=]|\s*\d)[^\n]*|<!--.*?(?:-->|\Z)", re.DOTALL)
WORD = re.compile(
    r"[^\s,:;=\[\]{}()\"“”„«»，：；［］｛｝（）、/\\]+(?: [^\s,:;=\[\]{}()\"“”„«»，：；［］｛｝（）、/\\]+)*"
)
WHOLE = re.compile(r"[-+]?\d{1,18}")
REAL = re.compile(r"[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d{1,3})?")
OPEN = {"{": "{", "｛": "{", "[": "[", "［": "[", "(": "(", "（": "("}
SHUT = {"}": "{", "｝": "{", "]": "[", "］": "[", ")": "(", "）": "("}
COMMAS, COLONS = ",，、;；", ":：="
NAMES = {"true": True, "false": False, "null": None, "none": None, "undefined": None, "nan": None}
STARTS = re.compile(r"[\[{［｛\n\"“”/(]")
AFTER_VALUE = re.compile(r"[ \t]*(?:$|[\n,;\]})\[{(`~\"'/#<>.，］｝\\]|[-*]\s)")
NEXT_ROW = re.compile(r"\}\s*+(?:,\s*+)?\{\s*+[\"']")
OPENING_QUOTE = re.compile(r"(?:^|[\s(:])['‘]")
CLOSING_QUOTE = re.compile(r"['’](?=[\s.,;:)!?]|$)")


@dataclass(slots=True)
class Node:
    """A list (`pairs` is None) or an object. `closed`: its bracket was found; `broken`: it contained invalid JSON."""

    kind: str
    items: list[Any] = field(default_factory=list)
    pairs: list[tuple[Any, Any]] | None = None
    closed: bool = False
    broken: bool = False
    # item or after (of a list, behind a value), key, colon, value or comma (of an object)
    expects: str = "item"
    key: Any = None
    loose: bool = False  # contains a string whose end was guessed
    sound: int = MOST_NODES  # number of parts parsed before it broke

    def spoil(self) -> None:
        """Marks the node as broken: what follows may be part of a string."""
        if not self.broken:
            self.broken, self.sound = True, len(self.items if self.pairs is None else self.pairs)


def values(text: str) -> Iterator[Node]:
    """Yields every list and object at the top level of the text, in order, skipping prose."""
    at, tries = 0, STRICT_TRIES
    line, quotes, left = 0, 0, MOST_VALUES
    while left and (found := STARTS.search(text, at)):
        char, start = found.group(), found.start()
        at = found.end()
        if char == "\n":
            line, quotes = at, 0
        elif char in '"“”':
            quotes += 1
        elif char == "/" or (char == "(" and not re.match(r"\s*[(\[{]", text[at : at + 40])):
            comment = COMMENT.match(text, start)
            at = comment.end() if comment and text[max(start - 1, 0)] != ":" else at
        elif quotes % 2 or _in_single_quotes(text[max(line, start - 500) : start]):
            at = _line_end(text, at)  # inside a quotation in prose
        else:
            value, at, tries = _value(text, start, tries)
            line, quotes, left = at, 0, left - 1
            yield value
            if _suspicious(value) and not AFTER_VALUE.match(text, at):
                at = _line_end(text, at)


def _value(text: str, start: int, tries: int) -> tuple[Node, int, int]:
    """Returns the value at `start`, where it ends, and the strict attempts left; uses strict JSON if that parses."""
    if tries and text[start] in "[{":
        try:
            found, end = DECODER.raw_decode(text, start)
            return _node(found), end, tries
        except (ValueError, RecursionError):
            tries -= 1
    value, end = _Scan(text).run(start)
    return value, end, tries


class _Pairs(list[tuple[str, Any]]):
    """An object as key and value pairs, repeated keys included."""


DECODER = json.JSONDecoder(object_pairs_hook=_Pairs)


def _node(found: Any) -> Any:
    if isinstance(found, _Pairs):
        pairs = [(key, _node(value)) for key, value in found]
        return Node("{", pairs=pairs, closed=True)
    if isinstance(found, list):
        return Node("[", items=[_node(value) for value in found], closed=True)
    return found


def _suspicious(value: Node) -> bool:
    """Returns whether one of its strings may continue after the guessed end."""
    texts = any(
        isinstance(each, str) or (isinstance(each, Node) and each.pairs) for _, each in value.pairs or []
    )
    return value.loose or value.broken or texts


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _in_single_quotes(before: str) -> bool:
    return len(OPENING_QUOTE.findall(before)) > len(CLOSING_QUOTE.findall(before))


class _Scan:
    """Parses one value from its opening bracket, with a stack of open nodes."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.stack: list[Node] = []
        self.left = MOST_NODES

    def run(self, start: int) -> tuple[Node, int]:
        self.at = start
        root = self._push(OPEN[self.text[start]])
        while self.stack and self.left and self._skip():
            char = self.text[self.at]
            if char in OPEN:
                self._open(OPEN[char])
            elif char in SHUT:
                self.at += 1
                self._shut(SHUT[char])
            elif char in COMMAS or char in COLONS:
                self.at += 1 + (self.text[self.at : self.at + 2] == "=>")
                self._separate(char)
            elif char in CLOSERS and not self._string(char):
                break
            elif char not in CLOSERS:
                self._word()
        return root, self.at

    def _skip(self) -> bool:
        """Skips blanks and comments; returns False at the end of the text."""
        while found := SPACE.match(self.text, self.at) or COMMENT.match(self.text, self.at):
            if found.end() == self.at:
                break
            self.at = found.end()
        return self.at < len(self.text)

    def _push(self, kind: str, *, lost: bool = False) -> Node:
        self.left -= 1
        is_object = kind == "{"
        node = Node(kind, pairs=[] if is_object else None, expects="key" if is_object else "item")
        if self.stack and not lost:
            self._add(node)
        self.stack.append(node)
        self.at += 1
        return node

    def _open(self, kind: str) -> None:
        top = self.stack[-1]
        if len(self.stack) >= DEEPEST:
            self.stack.clear()
        elif top.expects in ("item", "after", "value"):
            self._push(kind)
        elif top.expects != "colon" and kind == "{" and self._begins():
            # A new object where a key is expected: the previous object was truncated, so the new one is its sibling.
            while self.stack and self.stack[-1].pairs is not None:
                self.stack.pop()
            if self.stack:  # otherwise the next top-level value begins here
                self._push(kind)
        else:
            top.spoil()
            self._push(kind, lost=True)

    def _begins(self) -> bool:
        """Returns whether a comma, another bracket or a line start precedes the current position."""
        before = self.text[max(self.at - 200, 0) : self.at]
        bare = before.rstrip()
        return bare[-1:] in tuple(",，{[") or "\n" in before[len(bare) :]

    def _shut(self, kind: str) -> None:
        if all(node.kind != kind for node in self.stack):
            return
        while self.stack[-1].kind != kind:
            # A list may be closed by a brace if its bracket is missing; an object is closed by a brace only.
            node = self.stack.pop()
            node.closed = node.pairs is None and kind == "{"
        node = self.stack.pop()
        if node.expects == "colon":
            self._as_set(node)
        node.closed = True

    def _as_set(self, node: Node) -> None:
        """Converts `{"EU", "AI"}`, a set, into a list."""
        if node.pairs:
            node.spoil()
        elif node.pairs is not None:
            node.pairs, node.expects = None, "item"
            node.items.append(node.key)

    def _separate(self, char: str) -> None:
        node = self.stack[-1]
        if char in COLONS:
            if node.expects == "colon":
                node.expects = "value"
            else:
                node.spoil()
        elif node.expects == "colon":
            self._as_set(node)
        elif node.expects == "after":
            node.expects = "item"
        elif node.expects in ("value", "comma"):  # the value is missing
            node.expects = "key"

    def _string(self, quote: str) -> bool:
        """Reads a string; returns False if it has no end, since what follows cannot be told from its text."""
        found = read_string(self.text, self.at, node_kind=self.stack[-1].kind, is_key=self._wants_key())
        if found is None:
            self.at = len(self.text)
            return False
        text, end, guessed = found
        if quote in "'‘’`" and "\n" in text:  # more likely a stray apostrophe than a string
            self.stack[-1].spoil()
            self.at += 1
            return True
        self.at = end
        if guessed:
            for node in self.stack:
                node.loose = True
            if "\n" in text or NEXT_ROW.search(text):  # a closing quote is missing: the string includes more
                self.stack[-1].spoil()
        self._add(text)
        return True

    def _wants_key(self) -> bool:
        return self.stack[-1].expects in ("key", "comma")

    def _word(self) -> None:
        found = WORD.match(self.text, self.at)
        if found is None:  # a stray backslash or slash
            self.at += 1
            self.stack[-1].spoil()
            return
        node = self.stack[-1]
        if node.expects == "after" and _suspicious(node.items[-1]):
            # Prose after an object whose last string may be unfinished: what follows may belong to that string.
            self.at = _line_end(self.text, self.at)
            self.stack.clear()
            return
        self.at = found.end()
        word = found.group().strip("'")
        self._add(word if self._wants_key() else _literal(word))

    def _add(self, value: Any) -> None:
        node = self.stack[-1]
        if node.pairs is None:
            node.items.append(value)
            node.expects = "after" if isinstance(value, Node) else "item"
        elif node.expects in ("key", "comma"):
            node.key, node.expects = value, "colon"
        elif node.expects == "colon" and not isinstance(value, Node):
            node.spoil()  # two strings in a row: one of them was part of the other
            node.key = value
        else:
            node.pairs.append((node.key, value))
            node.expects = "comma"


def _literal(word: str) -> Any:
    if WHOLE.fullmatch(word):
        return int(word)
    if REAL.fullmatch(word) and len(word) < 40:
        return float(word)
    return NAMES.get(word.lower(), word)
