"""Measures headlines tagged by the rules in a second on one core; the minimum is 5,000."""

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from news.tagging.rules import THRESHOLD, weigh

FLOOR = 5_000
SUBJECTS = [
    "The central bank",
    "Wall Street",
    "Brent crude",
    "A chipmaker",
    "The euro",
    "Parliament",
    "Italian exports",
    "Payrolls",
]
VERBS = [
    "rises",
    "falls",
    "beats forecasts",
    "warns of slower growth",
    "cuts 2,000 jobs",
    "holds rates",
    "imposes tariffs",
]
ENDS = [
    "in October",
    "as inflation eases",
    "after a weak auction",
    "on AI demand",
    "before the vote in Berlin",
    "at 3.1%",
]
SUMMARY = (
    "Officials said on Friday that the figures, revised from September, were in line with the estimates. " * 3
)


def headlines(count: int) -> list[tuple[str, str]]:
    chance = random.Random(20)
    parts = (SUBJECTS, VERBS, ENDS)
    made = [
        " ".join(chance.choice(part) for part in parts) + f" {chance.randrange(10_000)}" for _ in range(count)
    ]
    return [(title, SUMMARY if chance.random() < 0.5 else "") for title in made]


def main() -> int:
    began = time.process_time()
    weigh("", "", "en")
    print(f"rules compiled in {time.process_time() - began:.2f} s")
    rows = headlines(20_000)
    began = time.process_time()
    tagged = sum(max(weigh(title, summary, "en").values(), default=0) >= THRESHOLD for title, summary in rows)
    rate = len(rows) / (time.process_time() - began)
    print(
        f"{len(rows):,} headlines, half with a summary: {rate:,.0f}/s, {tagged:,} with a tag (floor {FLOOR:,}/s)"
    )
    began = time.process_time()
    weigh("oil price war strike " * 500, "l'euro sul dollaro " * 500, "en")
    print(f"a title and a summary of 10 kB: {1000 * (time.process_time() - began):.1f} ms")
    return 0 if rate >= FLOOR else 1


if __name__ == "__main__":
    sys.exit(main())
