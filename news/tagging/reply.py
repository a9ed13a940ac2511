"""Parses a model's tagging reply from malformed JSON, and accepts only complete rows.

A row needs a requested id, a list of tags and its closing brace; the numbers under "same" are optional. Truncated
rows and rows inside a string are dropped: a missing row is requested again, a wrong one would be shown.

Written here because json-repair (0.64.6, compared behind the same rows and readings) reads 28 of the 193 replies of
the tests differently, 14 of them with invented rows, takes a row out of a title in 95 of 3,000 random breaks, and on
hostile replies overflows the stack or runs for more than 25 seconds.
"""

import logging
import re
import unicodedata
from collections.abc import Iterable
from typing import Any, NamedTuple

from news.tagging.reply_scan import Node, values
from news.tagging.reply_wrapping import readings

ID_KEYS = (
    "id", "ids", "index", "idx", "n", "no", "nr", "num", "number", "#", "i", "headline_id", "headline", "item",
)  # fmt: skip
TAG_KEYS = ("tags", "tag", "labels", "label", "categories", "category", "topics")
SAME_KEY = "same"
NAME_KEYS = ("tag", "name", "label", "value", "category", "word")
ID_TEXT = re.compile(r"(?:#|id|n\.?|no\.?)?\s*(\d{1,15})(?:\.0+)?\s*[.):]?", re.IGNORECASE)
APART = re.compile(r"[,;|/\n]")
GAPS = re.compile(r"[\s_-]+")
MOST_ROWS = 5_000
MOST_NODES = 200_000
DEEPEST_TAGS = 4
MOST_SAME = 20
log = logging.getLogger(__name__)


class TaggedRow(NamedTuple):
    """The reply's statement about one id: its tags, and the ids that it marks as the same story."""

    number: int
    tags: list[str]
    same: list[int]


# Whole rows, entries of maps and pairs, what to look into.
Found = tuple[list[TaggedRow], list[TaggedRow], list[Any]]


def parse_rows(raw: str, ids: list[int], vocabulary: Iterable[str]) -> dict[int, TaggedRow]:
    """Returns the rows by id, for the ids with a complete row.

    Tags are words of `vocabulary` in its spelling, in the reply's order, without duplicates; unknown words are
    dropped. The first row of an id counts, in the value with the most rows. Maps and pairs count only if there are
    no rows. A reply whose ids are all off by one is refused. Never raises; never returns an id outside `ids`.
    """
    known = {_folded(word): word for word in vocabulary}
    for text in readings(raw):
        groups = [_rows(value, known) for value in values(text)]
        for kind in (0, 1):
            ranked = sorted((group[kind] for group in groups), key=len, reverse=True)
            if rows := [row for group in ranked for row in group]:
                return _settled(rows, ids)
    return {}


def _settled(rows: list[TaggedRow], ids: list[int]) -> dict[int, TaggedRow]:
    if _shifted({row.number for row in rows}, ids):
        log.warning("a tagging reply was refused: its ids are shifted by one")
        return {}
    expected, found, conflicts = set(ids), dict[int, TaggedRow](), 0
    for row in rows:
        if row.number in expected:
            conflicts += found.setdefault(row.number, row) != row
    if conflicts:
        log.info("a tagging reply had %d rows that contradict earlier ones", conflicts)
    return found


def _shifted(found: set[int], ids: list[int]) -> bool:
    """Returns whether the ids are off by one: counted from zero, or one too high throughout."""
    if not ids:
        return False
    first, last = min(ids), max(ids)
    contiguous = len(set(ids)) == last - first + 1
    low = {0} | ({first - 1} if contiguous else set())
    if found & (low - set(ids)) and last not in found:
        return True
    return contiguous and len(ids) > 1 and found == set(range(first + 1, last + 2))


def _rows(value: Any, known: dict[str, str]) -> tuple[list[TaggedRow], list[TaggedRow]]:
    """Returns the rows of a value, and its entries of maps and pairs; rows are not searched further."""
    waiting, seen = [value], 0
    rows: list[TaggedRow] = []
    mapped: list[TaggedRow] = []
    while waiting and seen < MOST_NODES and len(rows) + len(mapped) < MOST_ROWS:
        node, seen = waiting.pop(), seen + 1
        if isinstance(node, Node):
            own, entries, inside = _object(node, known) if node.pairs is not None else _list(node, known)
            rows += own
            mapped += entries
            waiting.extend(reversed(inside))
    return rows, mapped


def _object(node: Node, known: dict[str, str]) -> Found:
    pairs = [(_key(key), value) for key, value in node.pairs or []]
    id_key, tag_key = _first(pairs, ID_KEYS), _first(pairs, TAG_KEYS)
    if id_key is not None and tag_key is not None:
        tags_value = [value for key, value in pairs if key == tag_key][-1]
        if _holds_rows(tags_value):
            return [], [], [tags_value]  # a wrapper, or a row that was cut and has its neighbours inside
        numbers = {_number(value) for key, value in pairs if key == id_key}
        number = numbers.pop() if len(numbers) == 1 else None
        tags = _tags(tags_value, known) if node.closed and not node.broken else None
        return [] if number is None or tags is None else [TaggedRow(number, tags, _same(pairs))], [], []
    entries = [] if node.broken else [row for key, value in pairs if (row := _mapped(key, value, known))]
    return [], entries, [] if entries else [value for _, value in pairs[: node.sound]]


def _list(node: Node, known: dict[str, str]) -> Found:
    """Reads a pair such as `[1, ["EU"]]`, or a list that may contain rows."""
    items = node.items
    if len(items) == 2 and node.closed and not node.broken and (number := _number(items[0])) is not None:
        bare = not isinstance(items[0], str) or isinstance(items[1], Node)
        tags = _tags(items[1], known) if bare and not _holds_rows(items[1]) else None
        if tags is not None:
            return [], [TaggedRow(number, tags, [])], []
    return [], [], items[: node.sound]


def _mapped(key: str, value: Any, known: dict[str, str]) -> TaggedRow | None:
    """Reads an entry of `{"1": ["EU"]}`, `{"1": "EU"}` or `{"1": {"tags": ["EU"]}}`."""
    number = _number(key)
    if number is None:
        return None
    same: list[int] = []
    if isinstance(value, Node) and value.pairs is not None:
        pairs = [(_key(name), each) for name, each in value.pairs]
        name = _first(pairs, TAG_KEYS)
        if name is None or _first(pairs, ID_KEYS) is not None or not value.closed or value.broken:
            return None
        value, same = dict(pairs)[name], _same(pairs)
    tags = None if _holds_rows(value) else _tags(value, known)
    return None if tags is None else TaggedRow(number, tags, same)


def _holds_rows(value: Any) -> bool:
    """Returns whether the value under "tags" contains rows: a wrapper may have that name too."""
    items = value.items if isinstance(value, Node) and value.pairs is None else [value]
    return any(
        isinstance(item, Node)
        and item.pairs is not None
        and ({_key(key) for key, _ in item.pairs} & {"id", "index", "idx"} or _is_map(item))
        for item in items
    )


def _is_map(node: Node) -> bool:
    return bool(node.pairs) and all(_number(key) is not None for key, _ in node.pairs or [])


def _first(pairs: list[tuple[str, Any]], names: tuple[str, ...]) -> str | None:
    keys = {key for key, _ in pairs}
    return next((name for name in names if name in keys), None)


def _number(value: Any) -> int | None:
    """Returns an id given as an integer, a whole float, or a text such as "3", "#3" or "3."; None for a bool."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 10**15 else None
    if isinstance(value, str) and len(value) < 40:
        found = ID_TEXT.fullmatch(unicodedata.normalize("NFKC", value).strip())
        return int(found.group(1)) if found else None
    return None


def _same(pairs: list[tuple[str, Any]]) -> list[int]:
    """Returns the numbers under "same", a list or a single one, ignoring non-numbers and truncated lists."""
    number = dict(pairs).get(SAME_KEY)
    if isinstance(number, str):
        values: list[Any] = APART.split(number[:200])
    elif isinstance(number, Node):
        values = number.items if number.pairs is None and number.closed and not number.broken else []
    else:
        values = [number]
    numbers = (_number(value) for value in values[:MOST_SAME])
    return list(dict.fromkeys(number for number in numbers if number is not None))


def _tags(value: Any, known: dict[str, str]) -> list[str] | None:
    """Returns the known words of a value, or None if it is not a list of tags."""
    words = _words(value, known)
    return None if words is None else list(dict.fromkeys(words))


def _words(value: Any, known: dict[str, str], depth: int = 0) -> list[str] | None:
    if isinstance(value, str):
        return _in_text(value, known)
    if not isinstance(value, Node) or depth > DEEPEST_TAGS or not value.closed or value.broken:
        return None
    if value.pairs is None:
        return [word for item in value.items[:200] for word in _words(item, known, depth + 1) or []]
    pairs = [(_key(key), each) for key, each in value.pairs[:200]]
    if (name := _first(pairs, NAME_KEYS)) is not None:
        return _words(dict(pairs)[name], known, depth + 1)
    return [word for key, each in pairs if each is True for word in _in_text(key, known)]


def _in_text(text: str, known: dict[str, str]) -> list[str]:
    if (word := known.get(_folded(text))) is not None:
        return [word]
    return [known[part] for piece in APART.split(text[:2_000]) if (part := _folded(piece)) in known]


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text[:200]).casefold()
    plain = "".join(char for char in plain if unicodedata.category(char) != "Cf")
    return GAPS.sub(" ", plain).strip(" \"'#.[](){}«»“”‘’`*")


def _key(key: Any) -> str:
    return unicodedata.normalize("NFKC", str(key)[:60]).strip(" \t\r\n\"'*`\u200b\ufeff").casefold()
