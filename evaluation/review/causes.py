"""`python -m evaluation review --wrong [FILE …]`: which sentences are judged wrongly, and by what.

Without files: the halves that were adapted to. A file has lines of `{"lang", "text", "class" | "expect"}`, of
`{"english", "text"}` (translations) or of `{"kind", "en", "it", "stories"}` (whole texts).
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from commentary.review.fidelity import fidelity
from commentary.review.review import LANGUAGES, review
from commentary.review.verdict import Verdict
from evaluation import corpora
from evaluation.review import claims

Row = Mapping[str, Any]


def tell(files: Sequence[Path]) -> None:
    """Prints each sentence that is judged wrongly, what was found in it, and the totals."""
    rows = [row for path in files for row in _lines(path)] if files else list(_adapted())
    counts: dict[tuple[str, str], list[bool]] = {}
    for row, verdict in ((row, judged(row)) for row in rows):
        lawful = _lawful(row)
        what = "others caught" if not lawful else "whole texts accepted" if "en" in row else "true passed"
        counts.setdefault((str(row.get("lang", "it")), what), []).append(verdict.passed == lawful)
        if verdict.passed != lawful:
            print(_wrong(row, verdict))
    for (lang, what), right in sorted(counts.items()):
        print(f"{lang}, {what}: {sum(right)} of {len(right)}")


def judged(row: Row) -> Verdict:
    """What the review says of a row."""
    if "english" in row:
        return fidelity(row["english"], row["text"])
    known = claims.facts() | {"stories": row.get("stories", ())}
    kind = claims.KINDS[row.get("kind", "read")]
    return review(row["text"], lang=row["lang"], kind=kind, style="DRY", facts=known)


def _adapted() -> Iterator[Row]:
    yield from claims.rows("seen")
    for name in ("fresh", "reads"):
        kept = (row for row in corpora.read(claims.FOLDER / f"{name}.jsonl.xz") if row["half"] != "closed")
        yield from (each for row in kept for each in _both(row))


def _lines(path: Path) -> Iterator[Row]:
    lines = path.read_text(encoding="utf-8").splitlines()
    yield from (each for line in lines if line.strip() for each in _both(json.loads(line)))


def _both(row: Row) -> Iterator[Row]:
    """A whole text is a row for each language."""
    if "text" in row:
        yield row
    else:
        yield from ({**row, "lang": lang, "text": row[lang], "class": "true"} for lang in LANGUAGES)


def _lawful(row: Row) -> bool:
    return bool(row["expect"] == "pass" if "expect" in row else row["class"] in ("true", "good"))


def _wrong(row: Row, verdict: Verdict) -> str:
    found = "; ".join(f"{each.rule} “{each.excerpt}”" for each in verdict.findings)
    said = "passed" if verdict.passed else "refused"
    return f"{said} {row.get('lang', 'it')} {row['id']}: {row['text']}\n    {found}"
