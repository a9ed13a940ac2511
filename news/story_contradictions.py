"""What rules out that two headlines tell one story: figures, periods, places, names, verbs that exclude each other."""

from collections.abc import Callable, Iterable
from math import isclose

from news.story_events import kin
from news.story_facts import Facts
from news.story_figures import Figure
from news.story_names import strangers
from news.story_periods import Period
from news.story_stages import grave_stages_differ, light_stages_differ, outcomes_clash, stages_clash
from news.story_swaps import swapped
from news.story_words import lexicon

_EXCLUSIVE = ("metric", "good", "office", "crew", "weekday")
# Kinds of one statistic, which share its name: a headline that names one does not speak of another.
_SORTS = tuple(
    frozenset(sorts.split())
    for sorts in ("existing_homes new_homes pending_homes", "starts permits existing_homes new_homes")
)

_OTHER_SIDE = {"buyverb": "sellverb", "sellverb": "buyverb"}

_SUBJECT_KIN = frozenset(
    frozenset(pair.split())
    for pair in (
        "yields rates",
        "yields treasuries",
        "rates cpi",
        "rates core_cpi",
        "rates hicp",
        "rates services_cpi",
        "rates payrolls",
        "rates wages",
        "rates unemployment",
    )
)

_INFLATION = frozenset({"cpi", "core_cpi", "hicp", "services_cpi", "tokyo_cpi"})
_RATES = _INFLATION | {"gdp", "wages", "house_prices"}

# Each publishes its own estimate of the same quantity.
_FORECASTERS = frozenset(
    {"imf", "oecd", "bankit", "commission", "istat", "insee", "ons", "confindustria", "worldbank"}
)


def contradiction(one: Facts, other: Facts) -> str:
    """Why the two cannot be one story ("figures", "periods", "places", ...); "" when nothing forbids it."""
    return next((name for name, clashes in _RULES if clashes(one, other)), "")


def doubts(one: Facts, other: Facts) -> dict[str, bool]:
    """What speaks against one story without ruling it out: other stages, events, aims, nothing to hold on to."""
    return {name: clashes(one, other) for name, clashes in _DOUBTS}


def agree(one: Figure, other: Figure) -> bool:
    """Whether two figures may be the same one, written with the same or with less precision."""
    units = {one.unit, other.unit}
    if len(units) > 1 and units not in ({"pct", "pp"}, {"money", "count"}):
        return False
    if one.currency and other.currency and one.currency != other.currency:
        return False
    if isclose(one.value, other.value):
        return True
    coarse, fine = sorted(
        (one, other), key=lambda figure: (figure.digits, figure.hedged is False, figure.value)
    )
    if not coarse.value or not fine.value or coarse.unit not in ("pct", "money", "count", "years"):
        return False
    gap = abs(coarse.value - fine.value) / fine.value
    if coarse.unit == "years":
        return coarse.hedged and gap <= 0.2
    if coarse.hedged and coarse.digits < fine.digits and gap <= (0.1 if coarse.digits > 1 else 0.2):
        return True
    if coarse.hedged and fine.digits <= 2 and coarse.unit == "pct" and gap <= 0.05:
        return True
    rounded = coarse.digits < fine.digits and any(
        isclose(coarse.value, short) for short in _shortened(fine.value, coarse.digits)
    )
    whole = coarse.unit == "count" and coarse.value < 1000
    return rounded and gap <= (0.035 if coarse.digits > 1 and not whole else 0.01)


def _shortened(value: float, digits: int) -> tuple[float, ...]:
    """The value rounded to so many digits, and cut off there if they are three or more."""
    rounded = float(f"{value:.{digits - 1}e}")
    step = 10 ** (len(str(int(value))) - digits)
    return (rounded, value // step * step) if digits > 2 else (rounded,)


def unmatched(figures: Iterable[Figure], others: Iterable[Figure]) -> list[Figure]:
    """The figures that agree with none of the others."""
    pool = tuple(others)
    return [figure for figure in figures if not any(agree(figure, other) for other in pool)]


def _figures_clash(one: Facts, other: Facts) -> bool:
    mine = unmatched(one.figures, other.figures + other.also_figures)
    theirs = unmatched(other.figures, one.figures + one.also_figures)
    return any(_same_role(figure, rival) for figure in mine for rival in theirs) and not (
        {figure.unit for figure in (*mine, *theirs)} == {"years"}
        and not {"high", "low"}.isdisjoint(one.concepts["axis"] | other.concepts["axis"])
        and len(mine) < len(one.figures)
        and len(theirs) < len(other.figures)
    )


def _same_role(one: Figure, other: Figure) -> bool:
    if {one.unit, other.unit} == {"money", "count"} and not (one.currency or other.currency):
        return one.role == other.role
    if one.unit != other.unit or (one.currency and other.currency and one.currency != other.currency):
        return one.unit == other.unit == "money"
    return one.role == other.role or not (one.role and other.role)


def _periods_clash(one: Facts, other: Facts) -> bool:
    def left(mine: frozenset[Period], theirs: frozenset[Period]) -> set[tuple[str, bool]]:
        known = {(period.kind, period.value) for period in theirs}
        return {(p.kind, p.reference) for p in mine if (p.kind, p.value) not in known}

    mine = left(one.periods, other.periods | other.also_periods)
    theirs = left(other.periods, one.periods | one.also_periods)
    return not mine.isdisjoint(theirs) or _outside(one, other) or _outside(other, one)


def _outside(one: Facts, other: Facts) -> bool:
    """Whether `one` names a month only and `other` a quarter only, and no month lies in the quarter."""
    months = {p.value for p in one.periods if p.kind == "month" and not p.reference}
    quarters = {p.value for p in other.periods if p.kind == "quarter" and p.value[0] == "q"}
    if not months or not quarters or any(p.kind == "month" for p in other.periods):
        return False
    return quarters.isdisjoint(f"q{(int(month) + 2) // 3}" for month in months)


def _apart(
    mine: frozenset[str], theirs: frozenset[str], mine_also: frozenset[str], theirs_also: frozenset[str]
) -> bool:
    """Whether each side names something that the other does not know."""
    return bool(mine - theirs - theirs_also) and bool(theirs - mine - mine_also)


def _bodies_clash(one: Facts, other: Facts) -> bool:
    book = lexicon(one.language)
    actors = one.bodies - book.speakers, other.bodies - book.speakers
    forecasters = one.bodies & _FORECASTERS, other.bodies & _FORECASTERS
    return any(mine and theirs and mine.isdisjoint(theirs) for mine, theirs in (actors, forecasters))


def _speakers_clash(one: Facts, other: Facts) -> bool:
    """Whether each lets somebody speak of whom the other says nothing."""
    mine, theirs = one.speakers, other.speakers
    if not mine or not theirs or mine & theirs:
        return False
    return mine.isdisjoint(other.norms | other.also_norms) and theirs.isdisjoint(one.norms | one.also_norms)


def _traders_clash(one: Facts, other: Facts) -> bool:
    """Whether one lets somebody sell whom the other lets buy."""
    return any(
        (_OTHER_SIDE[side], name) in other.traders and (side, name) not in other.traders
        for side, name in one.traders
    )


def _moves_clash(one: Facts, other: Facts) -> bool:
    mine, theirs = frozenset(one.moves), frozenset(other.moves)
    if not mine or not theirs or mine == theirs:
        return False
    # "Halts increases" and "pauses hikes" both name a move that does not come.
    halted = "halt" in one.concepts["axis"] & other.concepts["axis"]
    return one.moves[0] != other.moves[0] and not halted and not _rate_and_level(one, other)


def _rate_and_level(one: Facts, other: Facts) -> bool:
    """Whether one speaks of a rate that slows and the other of a level that rises, to the same figure."""
    rates = one.concepts["metric"] & other.concepts["metric"] & _RATES
    exact = any(f.value == g.value for f in one.figures for g in other.figures if f.unit in ("pct", "pp"))
    signed = any(figure.sign == "-" for figure in (*one.figures, *other.figures))
    slows = "slower" in one.concepts["axis"] | other.concepts["axis"]
    rate = any("inflation" not in part.norms and "inflazione" not in part.norms for part in (one, other))
    return bool(rates) and exact and not signed and (rate if rates & _INFLATION else slows)


def _verbs_clash(one: Facts, other: Facts) -> bool:
    mine = one.concepts["axis"] | one.concepts["act"]
    theirs = other.concepts["axis"] | other.concepts["act"]
    opposed = lexicon(one.language).opposed
    if "down" in one.moves and "down" in other.moves:
        # "Cools more than expected" is below the forecasts.
        mine, theirs = mine - {"beat", "miss"}, theirs - {"beat", "miss"}
    return any(frozenset((a, b)) in opposed for a in mine - theirs for b in theirs - mine)


def _events_clash(one: Facts, other: Facts) -> bool:
    """Whether both say what kind of matter it is, and no kind of the one is or may be one of the other."""
    mine, theirs = one.main_events, other.main_events
    all_mine, all_theirs = (
        one.concepts["event"] | one.also_events,
        other.concepts["event"] | other.also_events,
    )
    if not mine or not theirs or mine & all_theirs or theirs & all_mine:
        return False
    if one.concepts["sense"] & other.concepts["sense"]:
        return False
    return not any(frozenset((a, b)) in kin() for a in all_mine for b in all_theirs)


def _concepts_clash(one: Facts, other: Facts) -> bool:
    """Whether they measure or trade different things, or tell of different crews, offices, accounts or days."""
    mine, theirs = (facts.concepts["metric"] | facts.concepts["good"] for facts in (one, other))
    apart = bool(mine and theirs) and mine.isdisjoint(theirs)
    known = len(strangers(one, other)) < len(one.names) or len(unmatched(one.figures, other.figures)) < len(
        one.figures
    )
    if apart and known:
        # Whoever speaks of prices and jobs speaks of rates: with the same name one subject may stand for the other.
        apart = not any(frozenset((a, b)) in _SUBJECT_KIN for a in mine for b in theirs)
    pairs = [(one.concepts[kind], other.concepts[kind]) for kind in _EXCLUSIVE]
    pairs.append((one.main_accounts, other.main_accounts))
    pairs += [(one.concepts["metric"] & sorts, other.concepts["metric"] & sorts) for sorts in _SORTS]
    return apart or any(left and right and left.isdisjoint(right) for left, right in pairs)


def _aims_clash(one: Facts, other: Facts) -> bool:
    """Whether a tariff hits another country, or nothing but names and figures is shared ("Lombardy: 200 million")."""
    if one.terms <= other.terms or other.terms <= one.terms:
        return False
    if "tariff" in one.concepts["act"] & other.concepts["act"]:
        aims = one.terms & other.terms
        if one.places != other.places or not (
            aims or one.terms & other.also_norms or other.terms & one.also_norms
        ):
            return True
    told = any(one.concepts[kind] & other.concepts[kind] for kind in one.concepts)
    lent = one.terms & (other.also_norms | other.terms) or other.terms & one.also_norms
    return not told and not lent and not one.bodies & other.bodies


def _names_clash(one: Facts, other: Facts) -> bool:
    """Whether each surely names somebody whom the other does not know."""
    return all(
        any(not mine.guessed.issuperset(name) for name in strangers(mine, theirs))
        for mine, theirs in ((one, other), (other, one))
    )


def _names_differ(one: Facts, other: Facts) -> bool:
    return bool(strangers(one, other)) and bool(strangers(other, one))


def _is_anchorless(one: Facts, other: Facts) -> bool:
    """Whether one names somebody and they share no name, place, body, figure, period, crew or subject."""
    if not one.names and not other.names:
        return False
    lone, lost = strangers(one, other), strangers(other, one)
    acquainted = len(lone) < len(one.names) or len(lost) < len(other.names)
    if acquainted or one.bodies & other.bodies or one.periods & other.periods:
        return False
    shared = any(one.concepts[kind] & other.concepts[kind] for kind in ("metric", "good", "crew"))
    mine, theirs = one.places | one.also_places, other.places | other.also_places
    return not (shared or mine & theirs or len(unmatched(one.figures, other.figures)) < len(one.figures))


_Rule = Callable[[Facts, Facts], bool]
_RULES: tuple[tuple[str, _Rule], ...] = (
    ("language", lambda one, other: one.language != other.language),
    ("digest", lambda one, other: one.digest or other.digest),
    ("figures", _figures_clash),
    ("periods", _periods_clash),
    ("places", lambda one, other: _apart(one.places, other.places, one.also_places, other.also_places)),
    ("towns", lambda one, other: _apart(one.towns, other.towns, one.also_towns, other.also_towns)),
    ("bodies", _bodies_clash),
    ("speakers", _speakers_clash),
    ("traders", _traders_clash),
    ("moves", _moves_clash),
    ("verbs", _verbs_clash),
    ("concepts", _concepts_clash),
    ("names", _names_clash),
    ("stages", stages_clash),
    ("outcomes", outcomes_clash),
    ("events", _events_clash),
    ("swap", swapped),
)
_DOUBTS: tuple[tuple[str, _Rule], ...] = (
    ("names", _names_differ),
    ("grave stages", grave_stages_differ),
    ("light stages", light_stages_differ),
    ("aims", _aims_clash),
    ("anchors", _is_anchorless),
)
