"""The claims of `claims.toml` that hold for a figure, computed from its facts as displayed."""

from commentary.facts.moves import LEAST_RUN
from commentary.facts.ranking import revised_to
from commentary.facts.snapshot import HIGH, LOW, RowFacts
from commentary.language import amounts
from commentary.language.figure_slots import CHANGES, mark_of_figure
from commentary.language.names import wire_of
from commentary.language.slots import SlotFigure

# Allowed wherever their slots exist, since they state nothing beyond a slot.
OPEN = frozenset({"level", "neutral", "pair", "compare", "share", "rarity"})
LATE = 3  # business days: from here on a daily figure is called the latest available
TELLING = 90.0  # percentile of a value in its history from which its place is told
LEAST_USUAL = 1.5  # displayed units: a multiple of a smaller usual move overstates it
RARE = 90.0  # percentage of moves that were smaller


def claims_of(figure: SlotFigure) -> frozenset[str]:
    """Returns the claims that hold for a figure, without the open ones."""
    if figure.voice in CHANGES:
        return frozenset((*_of_its_publication(figure.row), *_of_its_voice(figure)))
    return frozenset(
        (
            *(["small"] if figure.is_coarse else (*_of_the_move(figure), *_of_its_size(figure))),
            *_of_its_place(figure),
            *_of_events(figure),
            *_of_its_publication(figure.row),
            *_of_its_voice(figure),
        )
    )


def place_in_history(figure: SlotFigure) -> str:
    """Returns the slot of a figure's place in its history, "share" or "below"; "" unless it moved to a near end."""
    percentile, found = figure.row.percentile, ""
    if percentile is not None and percentile >= TELLING and figure.direction > 0:
        found = "share"
    elif percentile is not None and percentile <= 100 - TELLING and figure.direction < 0:
        found = "below"
    return found if found in figure.slots else ""


def _of_the_move(figure: SlotFigure) -> list[str]:
    row = figure.row
    if row.prev is None:
        return []
    found = [{1: "up", -1: "down", 0: "unchanged"}[figure.direction]]
    if figure.voice == "spread" and figure.direction:
        found.append("widened" if figure.direction > 0 else "narrowed")
    return found


def _of_its_size(figure: SlotFigure) -> list[str]:
    """Compares the displayed sizes, so that readers can verify the claim."""
    kind = _against_usual(figure)
    if not kind:
        return []
    found = [kind] + (["small"] if kind == "as_usual" or is_small(figure) else [])
    if (figure.row.move_rarity or 0) >= RARE:
        found.append("rare")
    return found + (["times"] if "times" in figure.slots else [])


def is_less_than_usual(figure: SlotFigure) -> bool:
    """Whether the latest move is below its usual size, as displayed."""
    return _against_usual(figure) == "less_than_usual"


def is_multiple(figure: SlotFigure) -> bool:
    """Whether to state the multiple of the usual move, which must be more than the smallest displayed one."""
    row = figure.row
    usual = (row.usual_move or 0.0) * 10 ** (1 if row.measure == "percent" else row.decimals)
    return "times" in figure.slots and usual >= LEAST_USUAL


def is_small(figure: SlotFigure) -> bool:
    """Whether the latest move is below its usual size, or below the row's floor and no multiple of the usual."""
    move, wire = amounts.move_of(figure.row), wire_of(figure.row.key)
    is_below_floor = bool(move and wire and abs(move) + 1e-9 < (wire.floor or 0.0))
    return is_less_than_usual(figure) or (is_below_floor and not is_multiple(figure))


def _against_usual(figure: SlotFigure) -> str:
    """Returns the claim on the size of the latest move, or "" if there is nothing to compare."""
    move, usual = amounts.move_of(figure.row) or 0.0, figure.row.usual_move or 0.0
    if not move or not usual or "usual" not in figure.slots:
        return ""
    printed = figure.slots["move"].content if "move" in figure.slots else None
    if printed == figure.slots["usual"].content:
        return "as_usual"
    return "more_than_usual" if abs(move) > usual else "less_than_usual"


def _of_its_place(figure: SlotFigure) -> list[str]:
    row, found = figure.row, list[str]()
    if row.percentile is not None:
        if row.percentile >= HIGH:
            found.append("high")
        elif row.percentile <= LOW:
            found.append("low")
    if row.extreme and row.extreme_since:
        found.append(f"{row.extreme}_since")
    elif row.extreme:
        record = {"highest": "record_high", "lowest": "record_low"}[row.extreme]
        found.append(record if row.extreme in row.all_time else f"{row.extreme}_stored")
    # Nearness to the value before is the size of a move.
    if row.near_record in row.all_time and row.prev_period not in (row.highest_on, row.lowest_on):
        found.append(f"near_{row.near_record}")
    return found


def _of_events(figure: SlotFigure) -> list[str]:
    row, found = figure.row, list[str]()
    if abs(row.run) >= LEAST_RUN:
        found.append("run_up" if row.run > 0 else "run_down")
    if row.run_ended:
        found.append("ended_run_up" if row.run_ended > 0 else "ended_run_down")
    crossing = mark_of_figure(row)
    if crossing is not None:
        is_on = round(row.value, row.decimals) == round(float(crossing["level"]), row.decimals)
        above = "crossed_above" if crossing["way"] == 1 else "crossed_below"
        found.append("reached" if is_on else above)
    if row.year_ago is not None:
        found.append(_against_year_ago(figure))
    return found


def _of_its_publication(row: RowFacts) -> list[str]:
    found = list[str]()
    if row.revised_from is not None:
        found.append("revised_up" if revised_to(row) > row.revised_from else "revised_down")
    if row.frequency == "D" and row.age >= LATE and not row.stale:
        found.append("late")
    return found + (["new"] if row.new else []) + (["old"] if row.stale else [])


def _against_year_ago(figure: SlotFigure) -> str:
    row = figure.row
    now, then = (round(each, row.decimals) for each in (row.value, row.year_ago or 0.0))
    return (
        "higher_than_year_ago" if now > then else "lower_than_year_ago" if now < then else "same_as_year_ago"
    )


def _of_its_voice(figure: SlotFigure) -> list[str]:
    """Claims on the sign and pace of a growth rate and on central bank decisions."""
    row, printed = figure.row, round(figure.row.value, figure.row.decimals)
    if figure.voice in CHANGES:
        risen, fallen = ("grew", "shrank") if figure.voice == "growth" else ("above_year", "below_year")
        sign = [risen if printed > 0 else fallen] if printed else []
        return sign + (["same_pace"] if row.prev is not None and not figure.direction else [])
    if figure.voice == "policy" and row.prev is not None:
        return [{1: "raised_rate", -1: "cut_rate", 0: "held_rate"}[figure.direction]]
    return []
