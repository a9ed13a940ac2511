"""The constants of newsworthiness, held by what they are for: over sixty days many rows lead, and none too often.

The rarity of a row's moves is even by its definition, so days are drawn from it; standings drift, and one price stays
at its record for months, as gold does. `python -m evaluation words` measures the same on rebuilt figures.
"""

import random
from collections import Counter
from dataclasses import replace
from itertools import chain

import pytest

from commentary.facts.newsworthiness import LATELY, WEEKS, Seen, marked
from commentary.facts.snapshot import RowFacts
from indicators import groups
from tests.commentary.figures import facts, figure

DAYS, REMEMBERED = 60, 5 * WEEKS
EVERY = {"D": 1, "W": 5, "M": 21, "Q": 63}
ALWAYS_AT_ITS_RECORD = "GOLD"


def day_of(rows: list[RowFacts], day: int, chance: random.Random) -> list[RowFacts]:
    """Each row a day later: a new observation where one is due."""
    found = []
    for place, row in enumerate(rows):
        if (day + place) % EVERY[row.frequency]:
            found.append(row)
            continue
        record = row.key == ALWAYS_AT_ITS_RECORD
        percentile = 99.0 if record else min(100.0, max(0.0, row.percentile + chance.gauss(0, 3)))
        extreme = "highest" if chance.random() < (0.4 if record else 0.05) else ""
        found.append(replace(row, date=f"{day:04}", percentile=percentile, extreme=extreme,
                             run=chance.choice([1, -1, 2, -2, 1, -1, 4]), move_rarity=chance.uniform(0, 100)))  # fmt: skip
    return found


@pytest.mark.parametrize("seed", range(3))
def test_over_sixty_days_twenty_rows_lead_and_none_on_more_than_a_tenth(seed):
    chance = random.Random(seed)
    configured = chain.from_iterable(group.rows for group in groups.load().configured)
    rows = [
        figure(
            row.code,
            frequency=row.frequency,
            weight=row.weight,
            percentile=chance.uniform(0, 100),
            date="0000",
        )
        for row in configured
        if row.shown
    ]
    leads: list[str] = []
    for day in range(1, DAYS + REMEMBERED + 1):
        seen = Seen(
            {row.key: row for row in rows}, tuple(leads[: -LATELY - 1 : -1]), tuple(leads[-REMEMBERED:])
        )
        rows = day_of(rows, day, chance)
        leads.append(facts(*(marked(row, seen, {}) for row in rows)).lead)
    counted = Counter(leads[REMEMBERED:])
    assert len(counted) >= 20
    assert counted.most_common(1)[0][1] <= DAYS / 10
