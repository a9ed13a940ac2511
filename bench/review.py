"""Ten thousand texts of 150 words through `manage.py review_text` on one core, against the limit of 60 s."""

import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TEXTS, WORDS, LIMIT = 10_000, 150, 60.0


def lines() -> bytes:
    """Lawful paragraphs, which every rule has to read to the end, cut to 150 words each."""
    source = ROOT / "tests/commentary/review/data/paragraphs.jsonl"
    rows = [json.loads(line) for line in source.read_text(encoding="utf-8").splitlines()]
    written = []
    for number in range(TEXTS):
        row = rows[number % len(rows)]
        other = next(r for r in rows[number * 7 % len(rows) :] + rows if r["lang"] == row["lang"])
        text = " ".join(f"{row['text']} {other['text']}".split()[:WORDS])
        written.append(json.dumps(row | {"id": number, "text": text}))
    return "\n".join(written).encode()


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
