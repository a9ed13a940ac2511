"""`python -m evaluation review --wrong [FILE …]`: which texts are judged wrongly, and by what.

Without files: the halves that were adapted to. A file has the lines of a set of `claims/`.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from commentary.review.verdict import Verdict
from evaluation.review import claims


def tell(files: Sequence[Path]) -> None:
    """Prints each text that is judged wrongly, and what was found in it."""
    read = [
        json.loads(line) for path in files for line in path.read_text(encoding="utf-8").splitlines() if line
    ]
    adapted = (row for name in claims.HANDS if name.endswith("adapted to") for row in claims.hand(name))
    given = (each for row in claims.laid_out(read) for each in claims.both(row))
    for row in given if files else adapted:
        verdict = claims.judged(row)
        if verdict.passed != claims.is_lawful(row):
            print(_wrong(row, verdict))


def _wrong(row: claims.Row, verdict: Verdict) -> str:
    found = "; ".join(f"{each.rule} “{each.excerpt}”" for each in verdict.findings)
    said = "passed" if verdict.passed else "refused"
    return f"{said} {row['lang']} {row['id']}: {row['text']}\n    {found}"
