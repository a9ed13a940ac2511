"""Times the facts of an edition: all rows with fifteen years of history each.

Aim: under 50 ms of processor time for all active rows (issue 13). Printed as a ratio to rounding every value once,
the minimum for comparing figures as shown, so that it is comparable between machines. Exits 1 above the limit.
"""

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
folder = tempfile.TemporaryDirectory(prefix="bench-facts-")
os.environ |= {
    "ENV_FILE": os.devnull, "DATA_DIR": folder.name, "SAMPLE_DATA": "true", "LOG_LEVEL": "ERROR",
    "SERVICE_SESSION_SECRET": "bench-only-" + "0123456789abcdef" * 3, "DJANGO_SETTINGS_MODULE": "briefing.settings",
}  # fmt: skip

import django

django.setup()

from briefing.core import periods
from commentary.facts.past import past_of
from indicators.figures import Point
from indicators.groups import load

STEP = {"D": 1, "W": 7, "M": 30.44, "Q": 91.31, "A": 365.25}
YEARS, ROUNDS, LIMIT = 15, 5, 3.0


def history(frequency: str, chance: random.Random) -> list[Point]:
    """A random walk of fifteen years; daily series have weekdays only."""
    end, value, found = date(2026, 11, 20), 50.0, {}
    for back in range(int(YEARS * 365.25 / STEP[frequency]), -1, -1):
        day = end - timedelta(days=round(back * STEP[frequency]))
        value = abs(value + chance.gauss(0, 0.5)) + 0.01
        if frequency != "D" or day.weekday() < 5:
            period = periods.of(day, frequency)
            found[period.label] = Point(period.label, period.end, value)
    return list(found.values())


def fastest(work: Callable[[], object]) -> float:
    """The least processor time of several rounds, in seconds."""
    taken = []
    for _ in range(ROUNDS):
        started = time.process_time()
        work()
        taken.append(time.process_time() - started)
    return min(taken)


def main() -> int:
    chance = random.Random("facts")
    rows = [(row, history(row.frequency, chance)) for row in load().active_rows()]
    took = fastest(lambda: [past_of(row, points) for row, points in rows])
    floor = fastest(lambda: [[round(point.value, row.decimals) for point in points] for row, points in rows])
    observations = sum(len(points) for _row, points in rows)
    print(
        f"{len(rows)} rows, {observations:,} observations: {took * 1000:.0f} ms, {took / floor:.1f} times the floor"
    )
    return int(took / floor > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
