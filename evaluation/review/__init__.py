"""Corpora, classifier training and measurement of the text review.

`sets` loads the texts, `training` fits the weights that `commentary.review.weights` reads, `measuring` counts what
the whole review catches and passes in held-out texts.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from commentary.review import weights
from commentary.review.review import LANGUAGES
from evaluation.review import measuring, sets
from evaluation.tables import put

DOCUMENT = Path(__file__).resolve().parents[2] / "docs/quality.md"


def main(arguments: Sequence[str]) -> int:
    """Trains the weights with `--train`, measures the review, prints the table and updates docs/quality.md."""
    parser = argparse.ArgumentParser(
        "python -m evaluation review", description="Measures the review of texts."
    )
    parser.add_argument("--train", action="store_true", help="retrain the classifier first (some minutes)")
    options = parser.parse_args(arguments)
    if options.train:
        _train()
    table = measuring.table()
    print(table)
    put(DOCUMENT, "review", table)
    return 0


def _train() -> None:
    from evaluation.review import training  # takes a second, and measuring does not need it

    rows = [row for its in sets.training().values() for row in its]
    for lang in LANGUAGES:
        learnt = training.train(rows, lang)
        weights.write(learnt, weights.FOLDER / f"{lang}.bin")
        print(
            f"{lang}: {len(learnt.refused):,} features of {sum(row['lang'] == lang for row in rows):,} texts"
        )
    weights.load.cache_clear()
