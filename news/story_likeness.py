"""How alike two headlines are: contradictions first (they rule a pair out), then a score from shared evidence."""

from collections.abc import Iterable
from math import exp, tanh

from rapidfuzz import fuzz

from news.story_facts import Facts
from news.story_figures import Figure
from news.story_periods import Period
from news.story_words import Lexicon, lexicon

_EXCLUSIVE = ("metric", "good", "office", "crew", "weekday")

# Each publishes its own estimate of the same quantity.
_FORECASTERS = frozenset({"imf", "oecd", "bankit", "commission", "istat", "insee", "ons"})


def contradiction(one: Facts, other: Facts) -> str:
    """Why the two cannot be one story ("figures", "periods", "places", ...); "" when nothing forbids it."""
    if one.language != other.language:
        return "language"
    if one.digest or other.digest:
        return "digest"
    if _figures_clash(one, other):
        return "figures"
    if _periods_clash(one, other):
        return "periods"
    if _apart(one.places, other.places, one.also_places, other.also_places):
        return "places"
    book = lexicon(one.language)
    if _bodies_clash(one, other, book):
        return "bodies"
    if _moves_clash(one, other):
        return "moves"
    if _verbs_clash(one, other, book):
        return "verbs"
    for kind in _EXCLUSIVE:
        mine, theirs = one.concepts[kind], other.concepts[kind]
        if mine and theirs and mine.isdisjoint(theirs):
            return kind
    if _aims_clash(one, other):
        return "aims"
    return "names" if _names_clash(one, other) else ""


def agree(one: Figure, other: Figure) -> bool:
    """Whether two figures may be the same one, written with the same or with less precision."""
    units = {one.unit, other.unit}
    if len(units) > 1 and units not in ({"pct", "pp"}, {"money", "count"}):
        return False
    if one.currency and other.currency and one.currency != other.currency:
        return False
    if one.value == other.value:
        return True
    coarse, fine = sorted((one, other), key=lambda figure: (figure.digits, figure.hedged is False))
    if not coarse.value or not fine.value or coarse.unit not in ("pct", "money", "count", "years"):
        return False
    gap = abs(coarse.value - fine.value) / fine.value
    if coarse.unit == "years":
        return coarse.hedged and gap <= 0.2
    if coarse.hedged and coarse.digits < fine.digits and gap <= 0.1:
        return True
    rounded = coarse.digits < fine.digits and float(f"{fine.value:.{coarse.digits - 1}e}") == coarse.value
    return rounded and gap <= (0.035 if coarse.digits > 1 else 0.01)


def unmatched(figures: Iterable[Figure], others: Iterable[Figure]) -> list[Figure]:
    """The figures that agree with none of the others."""
    pool = tuple(others)
    return [figure for figure in figures if not any(agree(figure, other) for other in pool)]


def _figures_clash(one: Facts, other: Facts) -> bool:
    mine = unmatched(one.figures, other.figures + other.also_figures)
    theirs = unmatched(other.figures, one.figures + one.also_figures)
    return any(_same_role(figure, rival) for figure in mine for rival in theirs) and not (
        {figure.unit for figure in (*mine, *theirs)} == {"years"}
        and len(mine) < len(one.figures)
        and len(theirs) < len(other.figures)
    )


def _same_role(one: Figure, other: Figure) -> bool:
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


def _bodies_clash(one: Facts, other: Facts, book: Lexicon) -> bool:
    actors = one.bodies - book.speakers, other.bodies - book.speakers
    forecasters = one.bodies & _FORECASTERS, other.bodies & _FORECASTERS
    return any(mine and theirs and mine.isdisjoint(theirs) for mine, theirs in (actors, forecasters))


def _moves_clash(one: Facts, other: Facts) -> bool:
    mine, theirs = frozenset(one.moves), frozenset(other.moves)
    if not mine or not theirs or mine == theirs:
        return False
    return one.moves[0] != other.moves[0] and not _rate_and_level(one, other)


def _rate_and_level(one: Facts, other: Facts) -> bool:
    """Whether one speaks of a rate that slows and the other of a level that rises, to the same figure."""
    rates = one.concepts["metric"] & other.concepts["metric"] & {"cpi", "gdp", "wages", "house_prices"}
    exact = any(agree(f, g) for f in one.figures for g in other.figures if f.unit in ("pct", "pp"))
    signed = any(figure.sign == "-" for figure in (*one.figures, *other.figures))
    return bool(rates) and exact and not signed and "gdp" not in rates


def _verbs_clash(one: Facts, other: Facts, book: Lexicon) -> bool:
    mine = one.concepts["axis"] | one.concepts["act"]
    theirs = other.concepts["axis"] | other.concepts["act"]
    if any(frozenset((a, b)) in book.opposed for a in mine - theirs for b in theirs - mine):
        return True
    # "calls off", "rejects", "denies" turn a sentence round: the other wording must have something of the kind.
    return any(
        turned & book.turning and not plain & (book.turning | book.near_turning)
        for turned, plain in ((mine, theirs), (theirs, mine))
    )


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
    """Whether both name somebody and none of the names is shared."""
    if not one.names or not other.names:
        return False
    mine, theirs = strangers(one, other), strangers(other, one)
    if len(mine) < len(one.names) or len(theirs) < len(other.names):
        return bool(mine and theirs) and one.names[0] in mine and other.names[0] in theirs
    return True


def strangers(one: Facts, other: Facts) -> list[tuple[str, ...]]:
    """The names in `one` that nothing in `other` resembles."""
    pool = other.norms | other.also_norms
    return [
        name
        for name in one.names
        if not _is_known(name, pool, other) or any(_are_sisters(one, name, other, run) for run in other.names)
    ]


def _is_known(name: tuple[str, ...], pool: frozenset[str], other: Facts) -> bool:
    if any(token in pool for token in name):
        return True
    if len(name) > 1 and "".join(token[0] for token in name) in pool:
        return True
    if len(name) == 1 and 2 <= len(name[0]) <= 5 and name[0] in _initials(other):
        return True
    if any(_abbreviates(token, run) for token in name for run in other.names):
        return True
    return any(_near(token, known) for token in name for known in pool)


def _near(one: str, other: str) -> bool:
    """Spellings of one word: "Lanka" and "Lankan", but no two short words."""
    return min(len(one), len(other)) >= 5 and one[0] == other[0] and fuzz.ratio(one, other) >= 85


def _are_sisters(one: Facts, name: tuple[str, ...], other: Facts, run: tuple[str, ...]) -> bool:
    """Whether two names begin alike or share a common word, but each has one that the other headline lacks.

    "Siemens Energy" and "Siemens Healthineers" are sisters; "Chair Powell" and "Jerome Powell" are not.
    """
    shared = set(name) & set(run)
    own, pool = one.norms | one.also_norms, other.norms | other.also_norms
    left, right = set(name) - pool, set(run) - own
    if not shared or not left or not right or any(_near(a, b) for a in left for b in right):
        return False
    return name[0] == run[0] or all(lexicon(one.language).is_word(token) for token in shared)


def _initials(facts: Facts) -> set[str]:
    """The initials of each run of two to five words of a title: how an acronym of its names may read."""
    tokens = facts.plain.split()
    return {
        "".join(token[0] for token in tokens[start : start + length])
        for length in range(2, 6)
        for start in range(len(tokens) - length + 1)
    }


def _abbreviates(token: str, run: tuple[str, ...]) -> bool:
    """ "vw" for "volkswagen", or the other way about."""
    for short, full in ((token, "".join(run)), (run[0], token)):
        if 2 <= len(short) <= 3 and len(full) >= 6 and short[0] == full[0]:
            rest = iter(full)
            if all(letter in rest for letter in short):
                return True
    return False


def evidence(one: Facts, other: Facts) -> list[float]:
    """The measures that the score weighs, in the order of `WEIGHTS`."""
    shared = one.features.keys() & other.features.keys()
    common = sum(min(one.features[f], other.features[f]) for f in shared)
    mine, theirs = sum(one.features.values()), sum(other.features.values())
    lent = sum(w for f, w in one.features.items() if f not in shared and f in other.also_features)
    lent += sum(w for f, w in other.features.items() if f not in shared and f in one.also_features)
    lone, lost = strangers(one, other), strangers(other, one)
    acquainted = min(len(one.names) - len(lone), len(other.names) - len(lost))
    figures = len(one.figures) - len(unmatched(one.figures, other.figures + other.also_figures))
    left = unmatched(one.figures, other.figures + other.also_figures)
    right = unmatched(other.figures, one.figures + one.also_figures)
    acts, rival_acts = one.concepts["act"], other.concepts["act"]
    axes, rival_axes = one.concepts["axis"], other.concepts["axis"]
    metrics = bool(one.concepts["metric"] & other.concepts["metric"] - {"equities"})
    goods = bool(one.concepts["good"] & other.concepts["good"])
    bodies, places = bool(one.bodies & other.bodies), bool(one.places & other.places)
    terms = one.terms & other.terms
    turning = lexicon(one.language).turning
    turns, rival_turns = (axes | acts) & turning, (rival_axes | rival_acts) & turning
    all_lone = bool(one.names) and len(lone) == len(one.names)
    all_lost = bool(other.names) and len(lost) == len(other.names)
    return [
        2 * common / (mine + theirs) if mine and theirs else 0.0,
        common / min(mine, theirs) if mine and theirs else 0.0,
        tanh(common / 6),
        tanh(lent / 4),
        float(min(acquainted, 2)),
        float(bool(lone) and bool(lost)),
        float(all_lone or all_lost),
        float(min(figures, 2)),
        float(bool(left) and bool(right)),
        float(bool(left) != bool(right)),
        float(bool(acts & rival_acts)),
        float(bool(acts and rival_acts) and not acts & rival_acts),
        float(bool(axes & rival_axes)),
        float(len(axes ^ rival_axes)) / 4,
        float(bool(turns) != bool(rival_turns)),
        float(bool(turns and rival_turns) and not turns & rival_turns),
        float(metrics or goods),
        float(bool(one.concepts["metric"]) != bool(other.concepts["metric"])),
        float(places),
        float(len(one.places ^ other.places)) / 2,
        float(bool(frozenset(one.moves) & frozenset(other.moves))),
        float(bool(one.moves) != bool(other.moves)),
        float(bool(one.periods) != bool(other.periods)),
        float(len(terms)) / (1 + min(len(one.terms), len(other.terms))),
        float(not (acquainted > 0 or metrics or goods or bodies or len(terms) > 1)),
    ]


# Fitted by logistic regression on tests/news/data/stories_dev.jsonl, then rounded.
WEIGHTS = (
    2.9, 3.0, 1.9, 4.0, -0.8, -6.0, -1.6, 3.0, -1.4, -1.7, 0.3, -0.8, 1.7, -0.3, -1.5, -4.2, 0.35, -0.5, 0.1, -1.0,
    0.1, -0.2, -1.1, -0.1, -1.3,
)  # fmt: skip
BIAS = -4.3


def likeness(one: Facts, other: Facts) -> float:
    """From 0 to 1: how likely the two headlines, which do not contradict each other, tell one story."""
    total = BIAS + sum(
        weight * measure for weight, measure in zip(WEIGHTS, evidence(one, other), strict=True)
    )
    return 1 / (1 + exp(-total))
