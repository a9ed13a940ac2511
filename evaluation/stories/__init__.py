"""Measures how well headlines are grouped into stories, and trains the weights.

Measures the sets and updates the tables of docs/quality.md. `--train` trains the weights first, `--ablation` measures
the contribution of each measure and table (minutes), and `--cross FILE` measures only a bilingual set of headlines.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path

from evaluation import tables
from evaluation.stories import ablation, measuring, training
from news.stories import words

PAGE = Path(__file__).parents[2] / "docs/quality.md"


def main(argv: list[str]) -> int:
    """Measures the grouping of headlines and updates docs/quality.md."""
    parser = ArgumentParser(prog="python -m evaluation stories", description=main.__doc__)
    parser.add_argument("--train", action="store_true", help="Learn the weights first.")
    parser.add_argument("--ablation", action="store_true", help="Ask what each measure and table is worth.")
    parser.add_argument("--cross", type=Path, metavar="FILE", help="Measure this set of JSON lines only.")
    options = parser.parse_args(argv)
    if options.cross:
        sys.stdout.write(f"{_across({options.cross.stem: measuring.read_lines(options.cross)})}\n")
        return 0
    if options.train:
        _train()
    _publish(
        "stories", ["held-out set", "headlines", "pairs", "grouping", "TF-IDF", "token set"], _measures()
    )
    _publish(
        "across",
        ["set", "headlines", "pairs in two languages", "joined", "right", "precision, recall"],
        _both(),
    )
    _publish(
        "asked",
        [
            "set",
            "headlines",
            "asked",
            "right",
            "by the rules",
            "if it is always right",
            "if it agrees to all",
        ],
        _asked(),
    )
    if options.ablation:
        _publish("ablation", ["without", "as the feeds speak", "other hands"], _ablation())
    return 0


def _train() -> None:
    """Trains on all sets except the held-out ones."""
    known = [*measuring.sets("training").values(), *measuring.sets("choosing").values()]
    _tell(f"Learning from {len(known)} sets")
    across = list(measuring.sets("across").values())
    training.write(
        training.learn(known, across, tell=lambda: _tell(".", end="")), words.FOLDER / words.WEIGHTS
    )
    words.weights.cache_clear()
    words.rarity.cache_clear()
    _tell("")


def _across(sets: Mapping[str, Sequence[training.Row]]) -> str:
    """Returns a table of how well bilingual sets are grouped."""
    head = ["set", "pairs", "told", "joined", "right", "precision", "recall"]
    return tables.markdown(
        head,
        [
            [f"`{name}`", kind, *map(str, (found.same, found.joined, found.right)), *_told(found).split(", ")]
            for name, rows in sets.items()
            for kind, found in measuring.by_language(rows).items()
        ],
    )


def _measures() -> dict[str, list[str]]:
    rows: dict[str, list[str]] = {}
    total = [measuring.PairCounts()] * 3
    for name, headlines in measuring.sets("held_out").items():
        for lang in sorted({row["lang"] for row in headlines}):
            own = [row for row in headlines if row["lang"] == lang]
            found = [measure(own) for measure in (measuring.grouped, measuring.by_tfidf, measuring.by_words)]
            total = [one.plus(other) for one, other in zip(total, found, strict=True)]
            rows[f"`{name}` {lang}"] = [str(len(own)), str(found[0].same), *map(_told, found)]
    rows["all"] = ["", str(total[0].same), *map(_told, total)]
    return rows


def _both() -> dict[str, list[str]]:
    """Returns the results for bilingual pairs of the held-out sets."""
    rows: dict[str, list[str]] = {}
    total = measuring.PairCounts()
    for name, lines in measuring.in_two_languages().items():
        found = measuring.by_language(lines)["two languages"]
        total = total.plus(found)
        rows[f"`{name}`"] = [str(len(lines)), *_counted(found)]
    return rows | {"all": ["", *_counted(total)]}


def _asked() -> dict[str, list[str]]:
    """Returns the range within which a model's replies can change the grouping of the bilingual sets."""
    rows: dict[str, list[str]] = {}
    for name, lines in measuring.in_two_languages().items():
        pairs, right, *found = measuring.model_bounds(lines)
        rows[f"`{name}`"] = [str(len(lines)), str(pairs), str(right), *map(_told, found)]
    return rows


def _counted(found: measuring.PairCounts) -> list[str]:
    return [*map(str, (found.same, found.joined, found.right)), _told(found)]


def _told(found: measuring.PairCounts) -> str:
    return f"{found.precision:.2f}, {found.recall:.2f}"


def _ablation() -> dict[str, list[str]]:
    """Trains on the training sets only, so that the choosing sets are unseen."""
    training_sets, choosing = measuring.sets("training"), measuring.sets("choosing")
    rows: dict[str, list[str]] = {}
    for kind, found in (
        ("table", ablation.of_tables(training_sets, choosing)),
        ("measure", ablation.of_measures(training_sets, choosing)),
    ):
        for name, worth in found:
            _tell(f"Without {name}")
            rows[name if name == "nothing" else f"{kind}: {name}"] = [
                _exactly(worth.feeds),
                _exactly(worth.others),
            ]
    return rows


def _exactly(found: measuring.PairCounts) -> str:
    return f"{found.precision:.3f}, {found.recall:.3f}"


def _publish(name: str, head: list[str], rows: dict[str, list[str]]) -> None:
    text = tables.markdown(head, [[first, *cells] for first, cells in rows.items()])
    sys.stdout.write(f"{text}\n")
    tables.put(PAGE, name, text)


def _tell(text: str, end: str = "\n") -> None:
    sys.stderr.write(text + end)
    sys.stderr.flush()
