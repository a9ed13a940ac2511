"""The groups and rows that the service shows, read once from `groups.toml`; sources can be switched at any time."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from math import inf
from pathlib import Path

from django.conf import settings

from indicators import groups_file
from indicators.entries import NO_TEXT, PLAUSIBLE, LocalisedText
from indicators.groups_file import GroupEntry, Mistake, Redistribution, RowEntry, SourceEntry, TargetLevel
from indicators.sources import SourceError, enabled, source_for
from indicators.wire import Wire

DEFAULT_PATH = Path(__file__).with_name("groups.toml")


class GroupsError(Exception):
    """The file has mistakes; the text names each with its group and row."""

    def __init__(self, mistakes: list[Mistake]) -> None:
        super().__init__("\n".join(mistake.sentence for mistake in mistakes))
        self.mistakes = mistakes


def is_showable(prefix: str) -> bool:
    """Whether a source's figures may be asked for and shown apart from rows: as the strip's indices, as prices."""
    return enabled(prefix) and load().allows(prefix)


def forbids(paid: bool | str, names: set[str]) -> bool:
    """Whether terms forbid what we do: readers pay, and the operator has named none of `names` as allowed."""
    if settings.SAMPLE_DATA or not settings.SUBSCRIPTIONS_ENABLED:
        return False
    return paid is False and names.isdisjoint(settings.PAID_DISPLAY_ALLOWED)


@dataclass(frozen=True)
class RowConfig:
    """One row: how its figure is made, how it is shown, where it comes from.

    `label`, `note`, `limits`, `basis`, `licence` and `attribution` are called with a language:
    `row.label("it")`. `unit` is one of `groups_file.UNITS`; `basis` says what the unit counts ("of GDP").
    `form` is gender and number of the Italian label (ms, fs, mp, fp); `wire` has the names for texts and the place
    in the ranking. `measure` ("percent", "points") is how a move is told, `better` ("up", "down", "") which way is
    an improvement; crossings are looked for at `target` and at multiples of `round`. `requires` names the setting
    that the source needs, empty when it needs none. `early`: the series has figures of periods that have not ended.
    A figure outside `plausible` is held back. `paid`: whether a paid service may show it (or "unknown").
    """

    code: str
    group_id: str
    symbols: tuple[str, ...]
    frequencies: tuple[str, ...]
    transform: str
    factor: float
    unit: str
    decimals: int
    frequency: str
    region: str
    max_age_days: int
    shown: bool
    label: LocalisedText
    form: str
    note: LocalisedText
    limits: LocalisedText
    basis: LocalisedText
    wire: Wire
    measure: str
    better: str
    target: TargetLevel | None
    round: float | None
    source_name: str
    source_url: str
    licence: LocalisedText
    attribution: LocalisedText
    requires: str
    early: str = ""
    plausible: tuple[float, float] = (-inf, inf)
    paid: bool | str = "unknown"
    redistribute: Redistribution | None = None
    fallback: "RowConfig | None" = None

    @property
    def inputs(self) -> str:
        """What the figure is made from; a stored figure made otherwise is not this row's."""
        return f"{self.transform} {self.factor:g} {' '.join(self.symbols)}"

    @property
    def enabled(self) -> bool:
        """Whether the row may be asked for: its sources are switched on, and its terms allow what we do."""
        return all(enabled(symbol.partition(":")[0]) for symbol in self.symbols) and self.allowed

    @property
    def allowed(self) -> bool:
        """Where readers pay: the owner does not forbid that, or the operator has their consent, by name."""
        return not forbids(self.paid, {self.code, *(symbol.partition(":")[0] for symbol in self.symbols)})

    @property
    def fallback_symbols(self) -> tuple[str, ...]:
        return self.fallback.symbols if self.fallback else ()

    def active(self) -> "RowConfig | None":
        """This row, or its spare where the first source is not enabled, or None where neither is."""
        if self.enabled:
            return self
        return self.fallback.active() if self.fallback else None

    def as_computed_from(self, inputs: str) -> "RowConfig | None":
        """This row or its enabled spare, whichever a stored figure was made as; None for a figure of neither."""
        if self.inputs == inputs:
            return self
        return self.fallback.as_computed_from(inputs) if self.fallback and self.fallback.enabled else None


@dataclass(frozen=True)
class GroupConfig:
    """A group of rows under one title. `gaps` says what belongs to it and cannot be shown."""

    id: str
    title: LocalisedText
    rows: tuple[RowConfig, ...]
    gaps: LocalisedText = NO_TEXT

    @property
    def absent(self) -> list[RowConfig]:
        """Rows that would be shown and whose sources are not enabled here."""
        return [row for row in self.rows if row.shown and row.active() is None]


@dataclass(frozen=True)
class Registry:
    """`configured` is everything in the file; all else speaks of what is active at the moment of asking."""

    configured: tuple[GroupConfig, ...]
    paid: Mapping[str, bool | str] = field(default_factory=dict)

    def allows(self, prefix: str) -> bool:
        """Whether a source may be shown where readers pay, when no row is concerned (the strip, prices)."""
        return not forbids(self.paid.get(prefix, "unknown"), {prefix})

    @property
    def groups(self) -> list[GroupConfig]:
        """Groups with their active rows, empty ones left out."""
        found = [replace(group, rows=tuple(_active(group))) for group in self.configured]
        return [group for group in found if group.rows]

    def active_rows(self) -> list[RowConfig]:
        """Rows that are shown and whose source (or spare source) is enabled, in the file's order."""
        return [row for group in self.groups for row in group.rows]

    def row(self, code: str) -> RowConfig:
        """An active row by its code; KeyError for a row that is unknown, in reserve or without a source."""
        for row in self.active_rows():
            if row.code == code:
                return row
        raise KeyError(code)

    def group(self, group_id: str) -> GroupConfig:
        """KeyError for a group that is unknown or has no active row."""
        for group in self.groups:
            if group.id == group_id:
                return group
        raise KeyError(group_id)

    def waiting_for(self, setting: str) -> list[RowConfig]:
        """Shown rows that a missing setting alone keeps away."""
        return [
            row
            for group in self.configured
            for row in group.rows
            if row.shown
            and row.active() is None
            and setting in (row.requires, row.fallback and row.fallback.requires)
        ]

    def early_symbols(self) -> set[str]:
        """Symbols that have figures of periods that have not ended (survey rounds, flash estimates)."""
        rows = [row for group in self.configured for row in group.rows if row.early]
        return {symbol for row in rows for symbol in (*row.symbols, *row.fallback_symbols)}

    def symbols(self, also: Iterable[RowConfig] = ()) -> dict[str, str | None]:
        """Every symbol of the active rows and of those `also` once, with its frequency (None where two disagree)."""
        found: dict[str, str | None] = {}
        for row in (*self.active_rows(), *also):
            for symbol, frequency in zip(row.symbols, row.frequencies, strict=True):
                known = found.setdefault(symbol, frequency)
                found[symbol] = frequency if known == frequency else None
        return found


def _active(group: GroupConfig) -> Iterator[RowConfig]:
    for row in group.rows:
        if row.shown and (found := row.active()):
            yield found


@cache
def load(path: Path = DEFAULT_PATH) -> Registry:
    """The registry of a file, read once; GroupsError names every mistake in it."""
    entries, mistakes = groups_file.read(path, _known_prefix)
    if mistakes:
        raise GroupsError(mistakes)
    return Registry(
        tuple(
            GroupConfig(
                group.id,
                group.title,
                tuple(_row(group, row, entries.sources) for row in group.rows),
                group.gaps,
            )
            for group in entries.groups
        ),
        {prefix: source.paid for prefix, source in entries.sources.items()},
    )


def _known_prefix(prefix: str) -> bool:
    try:
        source_for(prefix)
    except SourceError:
        return False
    return True


def _row(group: GroupEntry, entry: RowEntry, sources: dict[str, SourceEntry]) -> RowConfig:
    first = entry.symbols[0]
    source = sources[first.partition(":")[0]]
    fallback = _row(group, _as_fallback(entry), sources) if entry.spare else None
    return RowConfig(
        code=entry.code,
        group_id=group.id,
        symbols=entry.symbols,
        frequencies=entry.frequencies or (entry.frequency,) * len(entry.symbols),
        transform=entry.transform,
        factor=entry.factor,
        unit=entry.unit,
        decimals=entry.decimals,
        frequency=entry.frequency,
        region=entry.region,
        max_age_days=entry.max_age_days,
        shown=entry.shown,
        label=entry.label,
        form=entry.form,
        note=entry.note,
        limits=entry.limits,
        basis=entry.basis,
        wire=entry.wire,
        measure=entry.measure,
        better=entry.better,
        target=entry.target,
        round=entry.round,
        source_name=source.name,
        source_url=entry.source_url,
        licence=entry.licence or source.licence,
        attribution=(entry.attribution or source.attribution).about(dataset_of(first)),
        requires=source.requires,
        early=entry.early,
        plausible=entry.plausible or PLAUSIBLE[entry.unit],
        paid=source.paid if entry.paid is None else entry.paid,
        redistribute=groups_file.strictest_terms(entry, sources),
        fallback=fallback,
    )


def _as_fallback(entry: RowEntry) -> RowEntry:
    """The entry with its spare symbols first and the spare's own address and licence."""
    return entry.model_copy(
        update={
            "symbols": entry.spare,
            "frequencies": (),
            "transform": entry.spare_transform or entry.transform,
            "frequency": entry.spare_frequency or entry.frequency,
            "max_age_days": entry.spare_max_age_days or entry.max_age_days,
            "basis": entry.spare_basis or entry.basis,
            "source_url": entry.spare_url,
            "licence": entry.spare_licence,
            "paid": entry.spare_paid,
            "redistribute": entry.spare_redistribute,
            "attribution": None,
            "spare": (),
        }
    )


def dataset_of(symbol: str) -> str:
    """The name of a dataset as its publisher quotes it: the identifier without its filters."""
    return symbol.partition(":")[2].partition("?")[0]
