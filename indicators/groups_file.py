"""Parses and validates `groups.toml`, one sentence per mistake; no Django, no network."""

import re
import tomllib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BeforeValidator, Field, ValidationError
from pydantic_core import ErrorDetails

from indicators.config_types import LANGUAGES, NO_TEXT, ConfigEntry, LocalisedText
from indicators.wire import Wire, shared_names

SYMBOLS_OF = {"level": 1, "yoy": 1, "spread": 2, "ratio": 2}
SYMBOL_LENGTH = 128
SYMBOL = re.compile(r"([A-Z][A-Z0-9]*):(\S+)")


@dataclass(frozen=True)
class Mistake:
    """`number` is stable by kind; the sentence names file, group and row, the hint the correction.

    1 unreadable file, 2 unknown key, 3 missing or unusable value, 4 missing language, 5 blank limits,
    6 name used twice, 7 unknown transform, 8 wrong number of symbols, 9 unknown source, 10 symbol too long.
    """

    number: int
    sentence: str
    hint: str


EntryT = TypeVar("EntryT", bound=ConfigEntry)


def _many(value: Any) -> Any:
    """Lets a single symbol be written without a list."""
    return (value,) if isinstance(value, str) else tuple(value) if isinstance(value, list) else value


Symbols = Annotated[tuple[str, ...], BeforeValidator(_many)]
Frequency = Literal["D", "W", "M", "Q", "A"]
Address = Annotated[str, Field(pattern=r"^https://\S+$")]


class TargetLevel(LocalisedText):
    """A publicly stated target; the texts name it with its article: "the ECB’s 2% target"."""

    level: float


# Whether the owner's published terms let a paid service display it.
Paid = bool | Literal["unknown"]


# Whether the owner's terms allow redistribution by API and file, and the address of the terms.
class Redistribution(ConfigEntry):
    allowed: Paid
    terms: Address


class SourceEntry(ConfigEntry):
    """Defaults for all rows of a source."""

    name: str = Field(min_length=1)
    licence: LocalisedText
    attribution: LocalisedText
    requires: str = ""
    paid: Paid = "unknown"
    redistribute: Redistribution | None = None


class RowEntry(ConfigEntry):
    code: str = Field(pattern=r"^[A-Z][A-Z0-9]{1,11}$")
    symbols: Symbols = Field(min_length=1)
    frequencies: Annotated[tuple[Frequency, ...], BeforeValidator(_many)] = ()
    fallback: Symbols = ()
    transform: Literal["level", "yoy", "spread", "ratio"]
    factor: float = 1.0
    unit: Literal["%", "pp", "index", "points", "ratio", "USD", "USD bn", "GBP", "EUR", "JPY", "CHF", "CNY"]
    decimals: int = Field(ge=0, le=6)
    frequency: Frequency
    region: Literal["US", "EU", "IT", "UK", "ASIA", "WORLD"]
    max_age_days: int = Field(ge=1, le=1000)
    early: Literal["survey", "flash", ""] = ""
    plausible: Annotated[tuple[float, float], BeforeValidator(_many)] | None = None
    shown: bool = True
    label: LocalisedText
    form: Literal["ms", "fs", "mp", "fp"]
    note: LocalisedText
    limits: LocalisedText
    basis: LocalisedText = NO_TEXT
    wire: Wire
    measure: Literal["percent", "points"]
    better: Literal["up", "down", ""] = ""
    target: TargetLevel | None = None
    round: float | None = Field(default=None, gt=0)
    source_url: Address
    licence: LocalisedText | None = None
    attribution: LocalisedText | None = None
    paid: Paid | None = None
    redistribute: Redistribution | None = None
    fallback_transform: Literal["level", "yoy", "spread", "ratio"] | None = None
    fallback_frequency: Frequency | None = None
    fallback_max_age_days: int | None = Field(default=None, ge=1, le=1000)
    fallback_basis: LocalisedText | None = None
    fallback_url: Address | None = None
    fallback_licence: LocalisedText | None = None
    fallback_paid: Paid | None = None
    fallback_redistribute: Redistribution | None = None


class GroupEntry(ConfigEntry):
    id: str = Field(pattern=r"^[a-z][a-z0-9_]{1,31}$")
    title: LocalisedText
    gaps: LocalisedText = NO_TEXT
    rows: tuple[RowEntry, ...] = ()


@dataclass
class Entries:
    groups: list[GroupEntry] = field(default_factory=list)
    sources: dict[str, SourceEntry] = field(default_factory=dict)


def read(path: Path, known_prefixes: Collection[str]) -> tuple[Entries, list[Mistake]]:
    """The entries of the file and every mistake found; entries with a mistake are left out."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        return Entries(), [Mistake(1, f"{path.name} cannot be read: {error}.", "Correct the file.")]
    reader = _Reader(path.name, known_prefixes)
    return reader.document(document), reader.mistakes


class _Reader:
    """One pass over the document; collects mistakes instead of stopping at the first."""

    def __init__(self, name: str, known_prefixes: Collection[str]) -> None:
        self.name = name
        self.known_prefixes = known_prefixes
        self.mistakes: list[Mistake] = []

    def mistake(self, number: int, where: str, text: str, hint: str) -> None:
        place = ", ".join(part for part in (self.name, where) if part)
        self.mistakes.append(Mistake(number, f"{place}: {text}.", hint))

    def document(self, document: dict[str, Any]) -> Entries:
        entries = Entries()
        for key in document.keys() - {"groups", "sources"}:
            self.mistake(2, "", f"the key {key!r} is unknown", "Known at the top are groups and sources.")
        sources = document.get("sources")
        for prefix, raw in sources.items() if isinstance(sources, dict) else ():
            if source := self.entry(SourceEntry, f"source {prefix}", raw):
                entries.sources[prefix] = source
        groups = document.get("groups")
        if not isinstance(groups, list) or not groups:
            self.mistake(3, "", "there is no group", "Add a [[groups]] table with id, title and rows.")
            return entries
        for position, raw in enumerate(groups, 1):
            if group := self.group(position, raw, entries.sources):
                entries.groups.append(group)
        self.twice("group", [(group.id, "") for group in entries.groups])
        self.twice("row", [(row.code, f"group {g.id}") for g in entries.groups for row in g.rows])
        for name, codes in shared_names(
            (row.code, row.unit, row.wire) for g in entries.groups for row in g.rows
        ):
            where = f"rows {' and '.join(codes)}"
            self.mistake(6, where, f"the name {name!r} is used {len(codes)} times", "Give each its own.")
        return entries

    def group(self, position: int, raw: Any, sources: dict[str, SourceEntry]) -> GroupEntry | None:
        table = dict(raw) if isinstance(raw, dict) else {}
        where = f"group {table.get('id') or f'number {position}'}"
        raw_rows = table.pop("rows", [])
        group = self.entry(GroupEntry, where, table)
        rows = [
            row
            for number, raw_row in enumerate(raw_rows if isinstance(raw_rows, list) else [], 1)
            if (row := self.row(where, number, raw_row, sources))
        ]
        if not raw_rows:
            self.mistake(3, where, "there is no row", "Add a [[groups.rows]] table, or remove the group.")
        return group.model_copy(update={"rows": tuple(rows)}) if group else None

    def row(self, group: str, number: int, raw: Any, sources: dict[str, SourceEntry]) -> RowEntry | None:
        table = dict(raw) if isinstance(raw, dict) else {}
        where = f"{group}, row {table.get('code') or f'number {number}'}"
        if "symbol" in table and "symbols" not in table:
            table["symbols"] = table.pop("symbol")
        row = self.entry(RowEntry, where, table)
        if row is None:
            return None
        before = len(self.mistakes)
        for problem, text, hint in _contradictions(row, sources, self.known_prefixes):
            self.mistake(problem, where, text, hint)
        return row if len(self.mistakes) == before else None

    def entry(self, kind: type[EntryT], where: str, raw: Any) -> EntryT | None:
        try:
            return kind.model_validate(raw)
        except ValidationError as error:
            for problem in error.errors():
                number, text, hint = _mistake_of(problem)
                self.mistake(number, where, text, hint)
            return None

    def twice(self, what: str, names: list[tuple[str, str]]) -> None:
        for name, count in Counter(name for name, _ in names).items():
            if count > 1:
                places = " and ".join(dict.fromkeys(place for own, place in names if own == name and place))
                where = ", ".join(part for part in (places, f"{what} {name}") if part)
                self.mistake(6, where, f"the name is used {count} times", "Give each its own.")


def strictest_terms(entry: RowEntry, sources: Mapping[str, SourceEntry]) -> Redistribution | None:
    """The row's own terms of redistribution, else the strictest of its sources'; None if one has none."""
    if entry.redistribute:
        return entry.redistribute
    found = [sources[symbol.partition(":")[0]].redistribute for symbol in entry.symbols]
    strictness = [False, None, "unknown", True]
    return min(found, key=lambda terms: strictness.index(terms.allowed if terms else None))


def _mistake_of(problem: ErrorDetails) -> tuple[int, str, str]:
    """Converts a pydantic error into number, sentence and hint."""
    path = [str(part) for part in problem["loc"]]
    key = path[0] if path else "the entry"
    kind = problem["type"]
    if kind == "extra_forbidden":
        return 2, f"the key {'.'.join(path)!r} is unknown", "Correct its spelling or remove it."
    if key == "limits" and (kind == "missing" or not str(problem["input"]).strip()):
        return 5, "limits is blank", "Say in both languages what the figure does not tell."
    if len(path) > 1 and path[-1] in LANGUAGES and kind in ("missing", "string_too_short"):
        where = ".".join(path[:-1])
        return (
            4,
            f"{where} has no {LANGUAGES[path[-1]]} text",
            "Write it in both languages: { en = …, it = … }.",
        )
    if kind == "missing":
        return 3, f"{'.'.join(path)} is missing", "docs/adding-a-group.md lists the keys."
    if key in ("transform", "fallback_transform"):
        return 7, f"the transform {problem['input']!r} is unknown", f"Known are {', '.join(SYMBOLS_OF)}."
    return 3, f"{'.'.join(path)} cannot be {problem['input']!r}", f"{problem['msg']}."


def _contradictions(
    row: RowEntry, sources: dict[str, SourceEntry], known_prefixes: Collection[str]
) -> Iterator[tuple[int, str, str]]:
    """Mistakes between keys of a row that are each valid."""
    fallback = ("fallback", row.fallback, row.fallback_transform or row.transform)
    for name, symbols, transform in (("symbols", row.symbols, row.transform), fallback):
        if (symbols or name == "symbols") and len(symbols) != SYMBOLS_OF[transform]:
            yield (
                8,
                f"{name} holds {len(symbols)}, but the transform {transform} takes {SYMBOLS_OF[transform]}",
                "level and yoy take one symbol, spread and ratio take two.",
            )
        for symbol in symbols:
            yield from _about_symbol(symbol, sources, known_prefixes)
    if row.frequencies and len(row.frequencies) != len(row.symbols):
        yield 8, "frequencies does not have one letter for each symbol", "Leave it out where all are alike."
    if row.factor != 1 and row.transform != "ratio":
        yield 3, f"factor has no meaning for the transform {row.transform}", "Only ratio takes a factor."
    if row.measure == "percent" and ("%" in row.unit or row.unit == "pp"):
        yield 3, f"measure cannot be percent for the unit {row.unit}", "Moves of rates are told in points."
    if row.plausible and row.plausible[0] >= row.plausible[1]:
        yield 3, "plausible is no range", "Write the lowest and highest figure that can be true: [0.1, 5]."
    if row.fallback and not row.fallback_url:
        yield 3, "fallback_url is missing", "A fallback symbol needs the address of its source."


def _about_symbol(
    symbol: str, sources: dict[str, SourceEntry], known_prefixes: Collection[str]
) -> Iterator[tuple[int, str, str]]:
    if len(symbol) > SYMBOL_LENGTH:
        yield (
            10,
            f"the symbol {symbol[:40]}… has {len(symbol)} characters, more than {SYMBOL_LENGTH}",
            "The tables hold 128 characters: choose a shorter identifier.",
        )
        return
    found = SYMBOL.fullmatch(symbol)
    if not found:
        yield 9, f"the symbol {symbol!r} is not PREFIX:identifier", "For example FRED:DGS10."
    elif found[1] not in known_prefixes:
        yield 9, f"no source has the prefix {found[1]!r} of {symbol}", "Sources are in indicators/sources/."
    elif found[1] not in sources:
        yield (
            9,
            f"nothing is said about the source {found[1]}",
            f"Add a [sources.{found[1]}] table with name, licence and attribution.",
        )
