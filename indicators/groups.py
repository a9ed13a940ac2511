"""The groups and rows of `groups.toml`, read once; whether a source is enabled is checked at each call."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from math import inf
from pathlib import Path

from django.conf import settings

from indicators import groups_file
from indicators.config_types import NO_TEXT, PLAUSIBLE, LocalisedText, NotConfigured
from indicators.groups_file import GroupEntry, Mistake, Redistribution, RowEntry, SourceEntry, TargetLevel
from indicators.sources import enabled
from indicators.sources import sources as source_modules
from indicators.wire import Wire

DEFAULT_PATH = Path(__file__).with_name("groups.toml")


class GroupsError(Exception):
    """The file has mistakes; the message lists each with its group and row."""

    def __init__(self, mistakes: list[Mistake]) -> None:
        super().__init__("\n".join(mistake.sentence for mistake in mistakes))
        self.mistakes = mistakes


def is_showable(prefix: str) -> bool:
    """Whether a source's figures may be fetched and shown outside rows: indices of the strip, prices."""
    return enabled(prefix) and load().allows(prefix)


def forbids(paid: bool | str, names: set[str]) -> bool:
    """Whether terms forbid display to paying readers and the operator has allowed none of `names`."""
    if settings.SAMPLE_DATA or not settings.SUBSCRIPTIONS_ENABLED:
        return False
    return paid is False and names.isdisjoint(settings.PAID_DISPLAY_ALLOWED)


@dataclass(frozen=True)
class RowConfig:
    """One row: how its figure is computed and displayed, and its source.

    `label`, `note`, `limits`, `basis`, `licence` and `attribution` are called with a language: `row.label("it")`.
    `unit` is as in `groups_file.RowEntry`; `basis` is what the unit counts ("of GDP"). `form` is gender and number of
    the Italian label (ms, fs, mp, fp); `wire` holds the names in texts and the rank. `measure` ("percent", "points")
    is the unit of moves, `better` ("up", "down", "") the direction of improvement; crossings of `target` and of
    multiples of `round` are reported. `requires` is the setting that the source needs, or empty. `early`: the series
    has figures of unfinished periods. Figures outside `plausible` are excluded. `paid`: whether a paid service may
    display it (or "unknown").
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
        """The transform and symbols of the figure; a stored figure with other inputs is not this row's."""
        return f"{self.transform} {self.factor:g} {' '.join(self.symbols)}"

    @property
    def enabled(self) -> bool:
        """Whether the row may be fetched: its sources are enabled and its terms allow it."""
        return all(map(enabled, self.symbols)) and self.allowed

    @property
    def allowed(self) -> bool:
        """Whether the terms allow display to paying readers, or the operator has consent for the row or source."""
        return not forbids(self.paid, self.consent_names)

    @property
    def consent_names(self) -> set[str]:
        """What the operator may name in a setting for this row: its code, or a source's prefix."""
        return {self.code, *(symbol.partition(":")[0] for symbol in self.symbols)}

    @property
    def fallback_symbols(self) -> tuple[str, ...]:
        return self.fallback.symbols if self.fallback else ()

    def active(self) -> "RowConfig | None":
        """This row, its fallback if the first source is not enabled, or None if neither is."""
        if self.enabled:
            return self
        return self.fallback.active() if self.fallback else None

    def as_computed_from(self, inputs: str) -> "RowConfig | None":
        """This row or its enabled fallback, whichever has these inputs; None if neither has."""
        if self.inputs == inputs:
            return self
        return self.fallback.as_computed_from(inputs) if self.fallback and self.fallback.enabled else None


@dataclass(frozen=True)
class GroupConfig:
    """A titled group of rows. `gaps` lists what belongs to the group but cannot be shown."""

    id: str
    title: LocalisedText
    rows: tuple[RowConfig, ...]
    gaps: LocalisedText = NO_TEXT

    @property
    def absent(self) -> list[RowConfig]:
        """Rows to be shown without an enabled source."""
        return [row for row in self.rows if row.shown and row.active() is None]


@dataclass(frozen=True)
class Registry:
    """`configured` is everything in the file; the methods return what is enabled at the time of the call."""

    configured: tuple[GroupConfig, ...]
    paid: Mapping[str, bool | str] = field(default_factory=dict)

    def allows(self, prefix: str) -> bool:
        """Whether a source may be displayed to paying readers outside rows (the strip, prices)."""
        return not forbids(self.paid.get(prefix, "unknown"), {prefix})

    @property
    def rows(self) -> list[RowConfig]:
        return [row for group in self.configured for row in group.rows]

    @property
    def groups(self) -> list[GroupConfig]:
        """Groups with their active rows, without empty groups."""
        found = []
        for group in self.configured:
            if rows := tuple(active for row in group.rows if row.shown and (active := row.active())):
                found.append(replace(group, rows=rows))
        return found

    def active_rows(self) -> list[RowConfig]:
        """Shown rows with an enabled source or fallback, in file order."""
        return [row for group in self.groups for row in group.rows]

    def first_sources(self) -> list[RowConfig]:
        """The active rows as configured: each with its first source, enabled or not."""
        active = {row.code for row in self.active_rows()}
        return [row for row in self.rows if row.code in active]

    def row(self, code: str) -> RowConfig:
        """An active row by its code; raises NotConfigured for one that is unknown, in reserve or without a source."""
        for row in self.active_rows():
            if row.code == code:
                return row
        raise NotConfigured(code)

    def group(self, group_id: str) -> GroupConfig:
        """Raises NotConfigured for a group that is unknown or has no active row."""
        for group in self.groups:
            if group.id == group_id:
                return group
        raise NotConfigured(group_id)

    def waiting_for(self, setting: str) -> list[RowConfig]:
        """Shown rows that lack only this setting."""
        return [
            row
            for row in self.rows
            if row.shown
            and row.active() is None
            and setting in (row.requires, row.fallback and row.fallback.requires)
        ]

    def withheld(self) -> set[tuple[str, bool]]:
        """(code, whether of its fallback) of each row's sources whose terms forbid display to paying readers."""
        return {
            (row.code, fallback)
            for row in self.rows
            for fallback, used in ((False, row), (True, row.fallback))
            if used and not used.allowed
        }

    def early_symbols(self) -> set[str]:
        """Symbols with figures of unfinished periods (survey rounds, flash estimates)."""
        return {symbol for row in self.rows if row.early for symbol in (*row.symbols, *row.fallback_symbols)}

    def symbols(self, also: Iterable[RowConfig] = ()) -> dict[str, str | None]:
        """The symbols of the active rows and of `also`, with their frequency (None if two rows disagree)."""
        found: dict[str, str | None] = {}
        for row in (*self.active_rows(), *also):
            for symbol, frequency in zip(row.symbols, row.frequencies, strict=True):
                known = found.setdefault(symbol, frequency)
                found[symbol] = frequency if known == frequency else None
        return found


@cache
def load(path: Path = DEFAULT_PATH) -> Registry:
    """The registry of a file, read once; raises GroupsError with every mistake."""
    entries, mistakes = groups_file.read(path, source_modules().keys())
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


def _row(group: GroupEntry, entry: RowEntry, sources: dict[str, SourceEntry]) -> RowConfig:
    first = entry.symbols[0]
    source = sources[first.partition(":")[0]]
    fallback = _row(group, _as_fallback(entry), sources) if entry.fallback else None
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
        # A dataset as its publisher cites it: the identifier without filters.
        attribution=(entry.attribution or source.attribution).about(
            first.partition(":")[2].partition("?")[0]
        ),
        requires=source.requires,
        early=entry.early,
        plausible=entry.plausible or PLAUSIBLE[entry.unit],
        paid=source.paid if entry.paid is None else entry.paid,
        redistribute=groups_file.strictest_terms(entry, sources),
        fallback=fallback,
    )


def _as_fallback(entry: RowEntry) -> RowEntry:
    """The entry with its fallback symbols as symbols, and the address and licence of the fallback."""
    return entry.model_copy(
        update={
            "symbols": entry.fallback,
            "frequencies": (),
            "transform": entry.fallback_transform or entry.transform,
            "frequency": entry.fallback_frequency or entry.frequency,
            "max_age_days": entry.fallback_max_age_days or entry.max_age_days,
            "basis": entry.fallback_basis or entry.basis,
            "source_url": entry.fallback_url,
            "licence": entry.fallback_licence,
            "paid": entry.fallback_paid,
            "redistribute": entry.fallback_redistribute,
            "attribution": None,
            "fallback": (),
        }
    )
