"""Every configured row with plausible figures, in each of the states that a text can find it in."""

from dataclasses import replace
from typing import Any

from commentary.facts.snapshot import RowFacts
from indicators import groups
from indicators.groups import RowConfig

AS_OF = "2026-11-23"
PERIODS = {  # frequency: (period, the one before, end of the period, a year before, an old one)
    "D": ("2026-11-20", "2026-11-19", "2026-11-20", "2025-11-20", "2024-03-08"),
    "W": ("2026-W46", "2026-W45", "2026-11-15", "2025-W46", "2024-W11"),
    "M": ("2026-10", "2026-09", "2026-10-31", "2025-10", "2024-08"),
    "Q": ("2026-Q3", "2026-Q2", "2026-09-30", "2025-Q3", "2019-Q4"),
    "A": ("2025", "2024", "2025-12-31", "2024", "2019"),
}
# Value and the one before; rows that are not here are of an ordinary size for their unit.
LEVELS = {
    "BUFF": (272.0, 271.0), "TOBQ": (1.81, 1.79), "MCPR": (22.1, 21.9), "HHEQ": (34.7, 33.7), "RY10": (2.78, 2.74),
    "HPUS": (132.7, 131.7), "VIX": (28.0, 27.6), "HYS": (2.82, 2.90), "NFCI": (-0.06, -0.04), "FSI": (-0.31, -0.36),
    "CISS": (0.277, 0.275), "CGAP": (-1.9, -3.7), "CGEA": (-9.2, -11.2), "GDPE": (-0.1, 0.2), "ESI": (101.3, 101.9), "US10": (4.94, 5.0),
    "USCV": (0.38, 0.4), "SPRD": (1.09, 0.99), "RRP": (130.5, 127.7), "FEDB": (-1.3, -1.2), "EURU": (1.1854, 1.1724),
    "EURG": (0.8387, 0.8418), "USDX": (121.6, 122.9), "BRNT": (71.68, 70.7), "WTI": (63.53, 64.83),
    "GOLD": (3846.1, 3869.7), "BTC": (95314.0, 91792.0), "DEBI": (134.9, 135.3), "DEBU": (95.1, 94.8), "CAPE": (38.1, 37.9),
    "EURJ": (178.27, 177.4), "EURF": (0.9478, 0.9512), "EURC": (8.1934, 8.1421), "GOLM": (4012.0, 3921.0), "GASE": (10.99, 11.4),
    "COPP": (9114.0, 8990.0), "FOOD": (123.2, 122.1), "OFRS": (-1.21, -1.3), "YUNI": (19.3, 19.8), "JOBA": (0.9, 1.1), "USDB": (6.4, 6.2),
}  # fmt: skip
SIZES = {"%": (3.0, 2.7), "pp": (2.3, 2.28), "index": (101.3, 100.9), "ratio": (1.8, 1.79)}


def row_of(config: RowConfig, *, way: int = 0) -> RowFacts:
    """A fresh row that moved; `way` 1 or -1 turns its move, 0 leaves it as it is."""
    period, before, day, year_ago, _old = PERIODS[config.frequency]
    value, prev = LEVELS.get(config.code) or SIZES.get(config.unit, (450.0, 440.0))
    if way and (value - prev) * way < 0:
        value, prev = prev, value
    move = (value / prev - 1) * 100 if config.measure == "percent" else value - prev
    span = abs(value) * 0.4 + 0.5
    return RowFacts(
        key=config.code, group=config.group_id, label_en=config.label("en"), label_it=config.label("it"),
        note_en=config.note("en"), note_it=config.note("it"), unit=config.unit, decimals=config.decimals,
        frequency=config.frequency, value=value, prev=prev, period=period, prev_period=before, date=day,
        percentile=55.0, lowest=value - span, highest=value + span, since="2011-01-03", measure=config.measure,
        better=config.better, move=move, usual_move=abs(move) * 0.6, move_rarity=70.0,
        lowest_on=PERIODS[config.frequency][4], highest_on=PERIODS[config.frequency][4], year_ago=prev * 0.98,
        year_ago_period=year_ago, new=True, newsworthiness=0.5,
    )  # fmt: skip


def configured() -> list[RowConfig]:
    return [row for group in groups.load().groups for row in group.rows]


def states(row: RowFacts) -> dict[str, RowFacts]:
    """The row by the kind of fact that it is: each kind that its main sentence can have."""
    old = PERIODS[row.frequency][4]
    up = 1 if (row.move or 0.0) > 0 else -1
    end = "highest" if up > 0 else "lowest"
    side: dict[str, Any] = {end: row.value}
    still: dict[str, Any] = {"value": row.prev, "move": 0.0, "move_rarity": 0.0}
    edge = row.highest if up > 0 else row.lowest
    near: dict[str, Any] = {end: row.value + up * abs(row.value) * 0.01 + up * 10**-row.decimals}
    level = {"kind": "round", "level": round((row.value + (row.prev or 0.0)) / 2, row.decimals), "way": up}
    high = 96.4 if up > 0 else 3.6
    return {
        "extreme": replace(row, extreme=end, extreme_since=old, percentile=high, **side),
        "extreme_ever": replace(row, extreme=end, percentile=100.0 if up > 0 else 0.0, **side),
        "record": replace(row, extreme=end, all_time=(end,), percentile=100.0 if up > 0 else 0.0, **side),
        "extreme_still": replace(row, extreme=end, extreme_since=old, new=False, percentile=high, **side),
        "run": replace(row, run=5 * up),
        "run_ended": replace(row, run_ended=-6 * up, run=up),
        "crossed": replace(row, crossed=(level,)),
        "crossed_zero": _over_zero(replace(row, crossed=(level,)), up),
        "revised": replace(row, new=False, revised_from=row.value - 3 * 10**-row.decimals, revised_period=row.period),
        "big": replace(row, move_rarity=93.0),
        "move": row,
        "small": replace(row, usual_move=abs(row.move or 0.0) * 3, move_rarity=9.0),
        "flat": replace(row, **still),
        "near": replace(row, new=False, near_record=end, all_time=(end,), percentile=high, **near),
        "standing": replace(row, new=False, percentile=85.0 if edge is not None and up > 0 else 12.0),
        "middle": replace(row, new=False),
        "level": replace(row, new=False, percentile=None),
        "old": replace(row, stale=True, new=False, percentile=high),
    }  # fmt: skip


def _over_zero(row: RowFacts, up: int) -> RowFacts:
    """The row where its last move led over zero; a price or an index, told by per cent, stays as it is."""
    if row.measure == "percent":
        return row
    half = max(abs(row.value - (row.prev or 0.0)) / 2, 2 * 10**-row.decimals)
    return replace(
        row, value=up * half, prev=-up * half, move=2 * up * half, usual_move=half, year_ago=-2 * up * half,
        lowest=-9 * half, highest=9 * half, crossed=({"kind": "zero", "level": 0.0, "way": up},),
    )  # fmt: skip
