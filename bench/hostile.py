"""Hostile texts through everything that reads them, against the floor of reading the same text once.

The floor is `json.loads` of a well-formed document of the same size, measured in the same run. The limits of the
issue (5 MB of broken JSON, or a text of 100 kB, in under a second on an idle core) are printed beside the ratio.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import django

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "briefing.settings")
os.environ["ENV_FILE"] = os.devnull
django.setup()

from briefing.core.llm.response_parser import without_thoughts
from commentary.review.review import LONGEST, review
from news.reply import parse_reply
from news.tagging.rules import weigh
from news.tagging.vocabulary import TAGS
from tests.commentary.review.shapes import SHAPES
from tests.news.hostile import HOSTILE

LIMIT_S = 1.0
# How many readings of a well-formed document of 5 MB the worst reply may take.
LIMIT_RATIO = 8.0
IDS = list(range(1, 26))
ROWS = [
    {"key": f"k{n}", "label": f"row {n}", "value": n * 1.37, "prev": n * 1.3, "unit": "%"} for n in range(40)
]
FACTS = {"as_of": "2026-11-20", "rows": ROWS}


def seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def judged(text: str, lang: str) -> None:
    review(text, lang=lang, kind="log_header", style="SPECULATIVE", facts=FACTS)


def main() -> int:
    document = json.dumps([{"id": n % 25, "tags": ["EU"], "title": "x" * 40} for n in range(68_000)])
    floor = min(seconds(lambda: json.loads(document)) for _ in range(5))
    print(f"floor: {len(document) / 1e6:.1f} MB of well-formed JSON in {floor:.3f} s")
    judged("Rates rose.", "en")
    judged("I tassi sono saliti.", "it")
    weigh("", "", "en")
    found = {f"reply {raw[:16]!r}": seconds(lambda raw=raw: parse_reply(raw, IDS, TAGS)) for raw in HOSTILE}
    for name, shape in SHAPES.items():
        for lang in ("en", "it"):
            for length in (LONGEST - 1, 100_000):
                text = (shape * length)[:length] + "."
                found[f"review {name}, {lang}, {length}"] = seconds(
                    lambda text=text, lang=lang: judged(text, lang)
                )
    for unit in ("<think>", "</think>", "<think></think>", "<think x"):
        found[f"thoughts {unit}"] = seconds(
            lambda unit=unit: without_thoughts(unit * 150_000 + "</think>Rates rose.")
        )
    found["tags of 64 kB"] = seconds(
        lambda: weigh("oil price war strike cuts " * 2_000, "to buy a for " * 1_000, "en")
    )
    worst = sorted(found.items(), key=lambda pair: -pair[1])
    for name, took in worst[:6]:
        print(f"{took:6.2f} s  {took / floor:6.1f} x floor  {name}")
    print(f"limit: {LIMIT_RATIO:.0f} x floor; {LIMIT_S:.0f} s on an idle core of today")
    return 0 if worst[0][1] <= max(LIMIT_S, LIMIT_RATIO * floor) else 1


if __name__ == "__main__":
    sys.exit(main())
