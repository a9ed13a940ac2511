"""The truth of each kind of claim, reckoned anew from the figures; a claim without a verdict here is an error."""

from collections.abc import Callable
from statistics import median

from commentary.facts.snapshot import Facts, RowFacts
from commentary.rules.claims import Claim

Verdict = Callable[[Claim, Facts], bool]


def holds(claim: Claim, facts: Facts) -> bool:
    return VERDICTS[claim.kind](claim, facts)


def row_of(claim: Claim, facts: Facts) -> RowFacts:
    return next(row for row in facts.rows if row.key == claim.keys[0])


def fresh(facts: Facts) -> list[RowFacts]:
    return [row for row in facts.rows if not row.stale]


def ranked(facts: Facts) -> list[RowFacts]:
    return [row for row in fresh(facts) if row.percentile is not None]


def pool(claim: Claim, facts: Facts) -> list[tuple[float, RowFacts]]:
    """Moves in usual steps, of all fresh rows or of the daily ones alone; what moved must be measurable."""
    rows = [row for row in fresh(facts) if not claim.operands[0] or row.frequency == claim.operands[0]]
    rows = [row for row in rows if row.prev is not None and round(row.value - row.prev, row.decimals + 2)]
    return [(abs(row.move) / row.usual_move if row.usual_move else float("inf"), row) for row in rows]


def counts(claim: Claim, facts: Facts) -> bool:
    places = [row.percentile for row in ranked(facts)]
    return claim.operands == (sum(p >= 80 for p in places), sum(p <= 20 for p in places), len(places))


def place(claim: Claim, facts: Facts) -> bool:
    row, (said, since) = row_of(claim, facts), claim.operands
    if since and not row.since.startswith(str(since)):
        return False
    if said == "highest":
        return row.value >= row.highest and row.highest > row.lowest
    if said == "lowest":
        return row.value <= row.lowest and row.highest > row.lowest
    return abs(row.percentile - float(said)) <= 0.5


def nearest(end: str, *, strict: bool) -> Verdict:
    def verdict(claim: Claim, facts: Facts) -> bool:
        sign = 1 if end == "highest" else -1
        named = [sign * row.percentile for row in ranked(facts) if row.key in claim.keys]
        others = [sign * row.percentile for row in ranked(facts) if row.key not in claim.keys]
        if not others:
            return strict
        return min(named) > max(others) if strict else min(named) == max(others)

    return verdict


def busiest(end: str) -> Verdict:
    def verdict(claim: Claim, facts: Facts) -> bool:
        shares = {}
        for group in {row.group for row in ranked(facts)}:
            places = [row.percentile for row in ranked(facts) if row.group == group]
            hits = sum(p >= 80 if end == "high" else p <= 20 for p in places)
            shares[group] = (hits, len(places))
        group, hits, size = claim.operands
        rest = [h / n for name, (h, n) in shares.items() if name != group and n > 1]
        return shares[group] == (hits, size) and all(hits / size > share for share in rest)

    return verdict


def move(claim: Claim, facts: Facts) -> bool:
    row = row_of(claim, facts)
    change = round(row.value - row.prev, row.decimals + 2)
    return claim.operands[0] == (change > 0) - (change < 0)


def moved(place_in_order: int) -> Verdict:
    def verdict(claim: Claim, facts: Facts) -> bool:
        sizes = sorted((size for size, _row in pool(claim, facts)), reverse=True)
        own = next(size for size, row in pool(claim, facts) if row.key == claim.keys[0])
        return sizes[place_in_order] == own and sizes.count(own) == 1

    return verdict


def directions(claim: Claim, facts: Facts) -> bool:
    changes = [round(row.value - row.prev, row.decimals + 2) for row in fresh(facts) if row.prev is not None]
    return claim.operands == (
        sum(c > 0 for c in changes),
        sum(c < 0 for c in changes),
        sum(c == 0 for c in changes),
    )


def title(claim: Claim, facts: Facts) -> bool:
    row, what = row_of(claim, facts), claim.operands[0]
    if what in ("high", "low"):
        return not row.stale and (row.percentile >= 80 if what == "high" else row.percentile <= 20)
    return row.value > row.prev if what == "up" else row.value < row.prev


VERDICTS: dict[str, Verdict] = {
    "counts": counts,
    "value": lambda claim, facts: claim.operands == (row_of(claim, facts).value,),
    "date": lambda claim, facts: claim.operands == (row_of(claim, facts).period,),
    "previous": lambda claim, facts: claim.operands == (row_of(claim, facts).prev_period,),
    "place": place,
    "most_highest": nearest("highest", strict=True),
    "most_lowest": nearest("lowest", strict=True),
    "among_highest": nearest("highest", strict=False),
    "among_lowest": nearest("lowest", strict=False),
    "busiest_high": busiest("high"),
    "busiest_low": busiest("low"),
    "median": lambda claim, facts: abs(median(r.percentile for r in ranked(facts)) - float(claim.operands[0])) <= 0.5,
    "note": lambda claim, facts: bool(row_of(claim, facts).note_en and row_of(claim, facts).note_it),
    "definition": lambda claim, facts: True,
    "move": move,
    "moved_most": moved(0),
    "moved_second": moved(1),
    "within_usual": lambda claim, facts: all(size <= 1 for size, _row in pool(claim, facts)),
    "well_beyond": lambda claim, facts: abs(row_of(claim, facts).move) >= 3 * row_of(claim, facts).usual_move,
    "directions": directions,
    "stale": lambda claim, facts: claim.operands == (sum(row.stale for row in facts.rows),)
    and all(row.stale for row in facts.rows if row.key in claim.keys),
    "all_stale": lambda claim, facts: claim.operands == (len(facts.rows),) and not fresh(facts),
    "newest": lambda claim, facts: row_of(claim, facts).date == max(row.date for row in facts.rows),
    "nothing": lambda claim, facts: not facts.rows,
    "title": title,
}  # fmt: skip
