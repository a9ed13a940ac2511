"""Times the grouping of 20,000 headlines of two weeks, sampled from the labelled sets.

Run from the project's folder: `python -m bench.stories`. For the quality: `python -m evaluation stories`.
"""

import random
import time
from datetime import UTC, datetime, timedelta

from evaluation.stories.measuring import sets
from evaluation.stories.training import item_of
from news.stories.clusters import group

MANY = 20_000
SET = "reworded_3"


def main() -> None:
    rows, chance = sets("training")[SET], random.Random(1)
    start = datetime(2026, 11, 1, tzinfo=UTC)
    many = [
        item_of(
            chance.choice(rows)
            | {"id": i, "published_at": str(start + timedelta(minutes=chance.randrange(14 * 1440)))}
        )
        for i in range(MANY)
    ]
    began = time.perf_counter()
    stories = len(set(group(many).values()))
    print(f"{MANY} headlines of two weeks into {stories} stories in {time.perf_counter() - began:.1f} s")


if __name__ == "__main__":
    main()
