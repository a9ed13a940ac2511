"""Times `manage.py review_text` with ten thousand texts of 150 words on one core; the limit is 60 s."""

import json
import os
import resource
import subprocess
import sys
import time
from itertools import cycle, islice
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from evaluation.review import sets

TEXTS, WORDS, LIMIT = 10_000, 150, 60.0


def lines() -> bytes:
    """JSON lines of passing texts, which every rule reads to the end, cut to 150 words each.

    There are more sentences than the review caches, so none is cached when it repeats.
    """
    words: dict[str, list[str]] = {"en": [], "it": []}
    for row in (row for rows in sets.training().values() for row in rows):
        if row["expect"] == "pass":
            words[row["lang"]] += row["text"].split()
    texts = cycle(
        {
            "lang": lang,
            "kind": "read",
            "style": "DRY",
            "text": " ".join(said[at : at + WORDS]),
        }
        for lang, said in words.items()
        for at in range(0, len(said) - WORDS, WORDS)
    )
    return "\n".join(json.dumps({"id": n, **text}) for n, text in enumerate(islice(texts, TEXTS))).encode()


def main() -> int:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "manage.py", "review_text", "--jsonl"],
        cwd=ROOT, input=lines(), stdout=subprocess.PIPE, check=True,
    )  # fmt: skip
    wall = time.monotonic() - start
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = usage.ru_utime + usage.ru_stime
    answers = done.stdout.count(b"\n")
    print(f"{answers} texts of {WORDS} words on one core: {spent:.1f} s of it, {wall:.1f} s by the clock")
    print(f"limit: {LIMIT:.0f} s")
    return 0 if answers == TEXTS and spent < LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
