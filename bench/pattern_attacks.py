"""Generates hostile texts for a regular expression from its own parts."""

import re
import warnings
from collections.abc import Iterator
from typing import Any

from re import _compiler, _parser  # type: ignore[attr-defined]  # isort: skip  # there is no public API for a pattern's tree

CHARS = "a1 .,-/'\"<>[]{}()=:;&@#%_*~\n\tAzZ9\\|+é€\u200b\u2019…`\x00"
GENERIC = (
    "a",
    "1",
    " ",
    "\n",
    "a ",
    "1,",
    "1.",
    ". ",
    "a-",
    "<",
    "<a",
    "/",
    "://",
    "'",
    "[",
    "{",
    "\\",
    "1 1",
    "à",
)


class Tree:
    """A parsed pattern, with texts that match its parts and texts that repeat them."""

    def __init__(self, pattern: re.Pattern[Any]) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.parsed = _parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
        self.flags = pattern.flags
        self.bytes = isinstance(pattern.pattern, bytes)

    def _characters(self, part: Any, most: int) -> list[str]:
        one = _compiler.compile(_parser.SubPattern(self.parsed.state, [part]), self.flags)
        tried = [(char, char.encode("latin-1", "ignore") if self.bytes else char) for char in CHARS]
        return [char for char, text in tried if text and one.fullmatch(text)][:most] or ["\u4e00"]

    def sample(self, parts: Any, turn: int = 0) -> str:
        """A text that matches the parts, or nearly (assertions are left out); `turn` selects alternatives."""
        return "".join(self._sample_of(part, turn) for part in parts)

    def _sample_of(self, part: Any, turn: int) -> str:
        name, given = str(part[0]), part[1]
        if name == "LITERAL":
            return chr(given)
        if name in ("NOT_LITERAL", "ANY", "IN"):
            options = self._characters(part, 4)
            return str(options[turn % len(options)])
        if name == "BRANCH":
            return self.sample(given[1][turn % len(given[1])], turn)
        if name.endswith("REPEAT"):
            return self.sample(given[2], turn) * min(max(given[0], 1), 50)
        if name == "SUBPATTERN":
            return self.sample(given[-1], turn)
        return self.sample(given, turn) if name == "ATOMIC_GROUP" else ""

    def pumps(self, parts: Any, before: str = "") -> Iterator[tuple[str, str]]:
        """Yields, for each repeated part, the text before it and a text that matches it."""
        for part in parts:
            name, given = str(part[0]), part[1]
            if name.endswith("REPEAT"):
                if given[1] == _parser.MAXREPEAT or given[1] > 4:
                    yield from ((before, pump) for pump in {self.sample(given[2], turn) for turn in range(4)})
                yield from self.pumps(given[2], before)
            elif name == "BRANCH":
                for branch in given[1]:
                    yield from self.pumps(branch, before)
            elif name in ("SUBPATTERN", "ATOMIC_GROUP", "ASSERT", "ASSERT_NOT"):
                yield from self.pumps(given if name == "ATOMIC_GROUP" else given[-1], before)
            before += self._sample_of(part, 0)


def attacks(pattern: re.Pattern[Any], most: int = 80) -> list[tuple[str, str, str]]:
    """Texts as (prefix, repeated unit, suffix) from the pattern's parts, alone and after their prefixes."""
    tree = Tree(pattern)
    made: dict[tuple[str, str, str], None] = {}
    for before, pump in tree.pumps(tree.parsed):
        for tail in ("", "\x00", "!"):
            made[before, pump, tail] = made["", pump, tail] = made["", before + pump, tail] = None
        if before:
            made["", before, "\x00"] = None
    for turn in range(3):
        whole = tree.sample(tree.parsed, turn)
        made["", whole, ""] = made["", whole[:-1], "\x00"] = made[whole[:-1], whole[-1:], "\x00"] = None
    made |= {("", unit, tail): None for unit in GENERIC for tail in ("", "!")}
    return [each for each in made if each[1]][:most]
