"""How well headlines are grouped into stories, and the learning of the weights that group them.

Call `main(argv)`: it measures the sets and writes the tables of docs/stories.md; with `--train` it learns the weights
first and with `--ablation` it asks what every measure and table is worth (minutes).
"""

import sys
from argparse import ArgumentParser
from pathlib import Path

from evaluation import tables
from evaluation.stories import ablation, measuring, training
from news.stories import words

VOICE = "feeds_"  # how the names of sets begin that speak as the configured feeds do
PAGE = Path(__file__).parents[2] / "docs/stories.md"


def main(argv: list[str]) -> int:
    """Measure the grouping of headlines; 0 when done."""
    parser = ArgumentParser(prog="python -m evaluation stories", description=main.__doc__)
    parser.add_argument("--train", action="store_true", help="Learn the weights first.")
    parser.add_argument("--ablation", action="store_true", help="Ask what each measure and table is worth.")
    asked = parser.parse_args(argv)
    if asked.train:
        _train()
    _publish(
        "stories", ["held-out set", "headlines", "pairs", "grouping", "TF-IDF", "token set"], _measures()
    )
    if asked.ablation:
        _publish("ablation", ["learned from", "recall at 0.97", "average precision"], _ablation())
    return 0


def _train() -> None:
    """Learn from all sets but the held-out ones."""
    known = [*measuring.sets("training").values(), *measuring.sets("choosing").values()]
    _tell(f"Learning from {len(known)} sets")
    training.write(training.learn(known, tell=lambda: _tell(".", end="")), words.FOLDER / words.WEIGHTS)
    words.weights.cache_clear()
    words.rarity.cache_clear()
    _tell("")


def _measures() -> dict[str, list[str]]:
    rows: dict[str, list[str]] = {}
    total = [measuring.Counts()] * 3
    for name, headlines in measuring.sets("held_out").items():
        for lang in sorted({row["lang"] for row in headlines}):
            own = [row for row in headlines if row["lang"] == lang]
            found = [measure(own) for measure in (measuring.grouped, measuring.by_tfidf, measuring.by_words)]
            total = [one.plus(other) for one, other in zip(total, found, strict=True)]
            rows[f"`{name}` {lang}"] = [str(len(own)), str(found[0].same), *map(_told, found)]
    rows["all"] = ["", str(total[0].same), *map(_told, total)]
    return rows


def _told(found: measuring.Counts) -> str:
    return f"{found.precision:.2f}, {found.recall:.2f}"


def _ablation() -> dict[str, list[str]]:
    known = list(measuring.sets("training").values())
    choosing = [rows for name, rows in measuring.sets("choosing").items() if name.startswith(VOICE)]
    rows: dict[str, list[str]] = {}
    for name, worth in ablation.of_tables(known, choosing, lambda name: _tell(f"Without {name}")):
        rows[name if name == "all" else f"without the table: {name}"] = _worth(worth)
    for name, worth in ablation.of_measures(known, choosing):
        rows[f"without the measure: {name}"] = _worth(worth)
    return rows


def _worth(found: ablation.Worth) -> list[str]:
    return [f"{found.recall:.3f}", f"{found.average:.3f}"]


def _publish(name: str, head: list[str], rows: dict[str, list[str]]) -> None:
    """Print a table and put it between its markers in the page."""
    text = tables.markdown(head, [[first, *cells] for first, cells in rows.items()])
    sys.stdout.write(f"{text}\n")
    tables.put(PAGE, name, f"\n{text}\n")


def _tell(text: str, end: str = "\n") -> None:
    sys.stderr.write(text + end)
    sys.stderr.flush()
