"""How the review judges texts of which its weights have learnt nothing: each set left out of the learning in turn.

Run from the project's folder: `python -m bench.review_unseen [SET …]`. The rules of the lexicon were written with
most of the older sets in sight, so figures of those are kinder than a new text would be (`docs/review.md`).
"""

import json
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

DATA = Path(__file__).parents[1] / "tests/commentary/review/data"
LANGUAGES = ("en", "it")
SISTERS = ({"ordinary", "ordinary_kept"},)  # halves of one set: by one hand, at one sitting

Texts = Mapping[str, Sequence[Mapping[str, Any]]]


def sets() -> Texts:
    """The labelled texts by the name of their set."""
    return {
        path.stem: [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        for path in sorted(DATA.glob("*.jsonl"))
        if path.stem != "figures"
    }


def measure(name: str, lang: str) -> tuple[str, str, int, int, int, int]:
    """(set, language, violations, caught, lawful texts, passed), judged by weights that have not seen the set."""
    from commentary.management.commands.learn_review import NEVER
    from commentary.review import likeness
    from commentary.review.learning import learn, write
    from commentary.review.review import review

    every = sets()
    hidden = {name}.union(*(each for each in SISTERS if name in each))
    known = [
        row
        for other, rows in every.items()
        if other not in hidden and not other.endswith(NEVER)
        for row in rows
    ]
    with TemporaryDirectory() as folder:
        write(learn(known, lang), Path(folder) / f"likeness_{lang}.json")
        weights = likeness.load(lang, Path(folder))
    likeness.load = lambda *_: weights  # type: ignore[assignment]
    rows = [row for row in every[name] if row["lang"] == lang]
    judged = [
        (row["expect"], review(row["text"], lang=lang, kind=row["kind"], style=row["style"]).passed)
        for row in rows
    ]
    bad, good = ([passed for expect, passed in judged if expect == which] for which in ("fail", "pass"))
    return name, lang, len(bad), bad.count(False), len(good), good.count(True)


def main(names: Sequence[str]) -> None:
    every = sets()
    tasks = [
        (name, lang)
        for name in names or every
        for lang in LANGUAGES
        if any(row["lang"] == lang for row in every[name])
    ]
    total = dict.fromkeys(LANGUAGES, (0, 0, 0, 0))
    # A process a task, since each puts weights of its own in place of those of the service.
    with ProcessPoolExecutor(max_tasks_per_child=1) as pool:
        for name, lang, *counts in pool.map(measure, *zip(*tasks, strict=True)):
            total[lang] = tuple(map(sum, zip(total[lang], counts, strict=True)))
            print(_line(name, lang, *counts), flush=True)
    for lang in LANGUAGES:
        print(_line("all", lang, *total[lang]))


def _line(name: str, lang: str, bad: int, caught: int, good: int, passed: int) -> str:
    return (
        f"{name:14} {lang}: caught {caught:4} of {bad:4} ({caught / (bad or 1):6.1%}), "
        f"lawful passed {passed:4} of {good:4} ({passed / (good or 1):6.1%})"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
