"""Chooses the form of a figure: the rarest event first, otherwise its move."""

from commentary.facts.moves import LEAST_RUN
from commentary.facts.snapshot import RowFacts
from commentary.language.claims import claims_of, is_multiple, is_small, place_in_history
from commentary.language.figure_slots import CHANGES
from commentary.language.names import wire_of
from commentary.language.slots import SlotFigure

LEVELS = frozenset({"reached", "crossed_above", "crossed_below"})
SHARES = "shares"  # the group of indices, whose level says nothing


def form_of(figure: SlotFigure, *, novice: bool, with_levels: bool = True) -> str:
    """Returns the name of the form for a figure, rarest event first."""
    row, claims = figure.row, claims_of(figure) - (frozenset() if with_levels else LEVELS)
    if not row.new and row.revised_from is not None:
        return "revised"
    if figure.voice == "policy" and row.prev is not None:
        return "rate_moved" if figure.direction else "rate_held"
    if row.prev is None:
        return "level"
    if row.stale:
        return "old"
    if figure.is_coarse:
        return "small"
    if figure.voice in ("growth", "yearly"):
        return _of_growth(figure)
    if not figure.direction:
        return "averaged_unchanged" if _is_average(row) else "released_unchanged"
    return _of_event(figure, claims, novice=novice) or of_move(figure, novice=novice)


def _of_growth(figure: SlotFigure) -> str:
    if not round(figure.row.value, figure.row.decimals):
        return "no_growth"
    if not figure.direction:
        return f"{figure.voice}_unchanged"
    has_turned = figure.voice == "yearly" and figure.row.value * (figure.row.prev or 0.0) < 0
    return "yearly_turned" if has_turned else figure.voice


def _is_average(row: RowFacts) -> bool:
    wire = wire_of(row.key)
    return bool(wire and wire.average)


def _of_event(figure: SlotFigure, claims: frozenset[str], *, novice: bool) -> str:
    """Returns the form for a crossed level, an extreme or a run; "" if none, or for a small move."""
    row = figure.row
    if is_small(figure):
        return ""
    if "reached" in claims:
        return "reached"
    if claims & {"crossed_above", "crossed_below"}:
        return "crossed_zero" if figure.slots["level"].value == 0 else "crossed"
    moved = "_moved" if row.measure == "percent" and states_move_size(figure, novice=novice) else ""
    if claims & {"highest_since", "lowest_since"}:
        return f"extreme{moved}"
    if "record_high" in claims:
        return f"record{moved}"
    if claims & {"highest_stored", "lowest_stored"}:
        return f"stored{moved}"
    if _is_average(row) or figure.voice == "spread":
        return ""
    if states_move_size(figure, novice=novice) and abs(row.run) >= LEAST_RUN:
        return "run"
    return "run_ended" if row.run_ended and states_move_size(figure, novice=novice) else ""


def states_move_size(figure: SlotFigure, *, novice: bool) -> bool:
    """Whether to state the size of a move: always for prices and currencies, for rates only in basis points."""
    if figure.row.measure == "percent":
        return figure.voice in ("price", "currency", "index")
    return not novice and figure.voice in ("yield", "spread")


def is_gap(figure: SlotFigure) -> bool:
    """Whether a figure is the difference of two yields, named as one."""
    return figure.voice == "spread" and figure.names["en"].name.startswith("the gap ")


def of_move(figure: SlotFigure, *, novice: bool) -> str:
    if _is_average(figure.row):
        return "averaged"
    if is_small(figure):
        is_market = figure.voice in ("price", "currency", "yield", "spread") or figure.row.frequency == "D"
        return "small" if is_market and not (novice and figure.voice == "yield") else "small_release"
    if not states_move_size(figure, novice=novice):
        return "gap" if is_gap(figure) else "released"
    often = "_often" if is_multiple(figure) and not novice else ""
    return f"{'spread' if figure.voice == 'spread' else 'moved'}{often}"


def context_of(figure: SlotFigure, *, novice: bool) -> str | None:
    """NOVICE texts get context only for data; other tones get the rank of a rare level."""
    row = figure.row
    if figure.voice in CHANGES:
        return None
    has_moved = figure.direction and not is_small(figure)
    is_ranked = not novice and row.group != SHARES and figure.voice != "currency"
    if is_ranked and has_moved and not row.extreme and (place := place_in_history(figure)):
        return place
    if row.year_ago is None or figure.voice != "rate":
        return None
    return "as_year_ago" if "same_as_year_ago" in claims_of(figure) else "year_ago"
