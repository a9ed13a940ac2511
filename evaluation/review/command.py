"""`python -m evaluation review [--train]`."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from commentary.review import weights
from commentary.review.review import LANGUAGES
from evaluation.review import causes, claims, measuring, sets
from evaluation.tables import put

DOCUMENT = Path(__file__).resolve().parents[2] / "docs/review.md"


def main(arguments: Sequence[str]) -> int:
    """Learns the weights anew if asked to, measures the review, prints its tables and writes them into the document."""
    parser = argparse.ArgumentParser(
        "python -m evaluation review", description="Measures the review of texts."
    )
    parser.add_argument("--train", action="store_true", help="learn the weights anew first (some minutes)")
    parser.add_argument(
        "--wrong", nargs="*", type=Path, metavar="FILE", help="only name what is judged wrongly"
    )
    asked = parser.parse_args(arguments)
    if asked.wrong is not None:
        causes.tell(asked.wrong)
        return 0
    if asked.train:
        _train()
    table = measuring.table()
    print(table)
    put(DOCUMENT, "review", table)
    told = claims.table()
    print(told)
    put(DOCUMENT, "claims", told)
    fresh = claims.hands_table()
    print(fresh)
    put(DOCUMENT, "hands", fresh)
    return 0


def _train() -> None:
    from evaluation.review import (
        training,  # scikit-learn takes a second to import, and measuring needs none of it
    )

    rows = [row for its in sets.training().values() for row in its]
    for lang in LANGUAGES:
        learnt = training.train(rows, lang)
        weights.write(learnt, weights.FOLDER / f"{lang}.bin")
        print(
            f"{lang}: {len(learnt.refused):,} features of {sum(row['lang'] == lang for row in rows):,} texts"
        )
    weights.load.cache_clear()
