"""Header names of a broker's file: their comparison, and which of them may be sent.

The rules are those of `static/js/portfolio/headers.js`; `tests/js/data/header_names.json` has the test cases of both.
"""

import hashlib
import json
import re
import unicodedata
from collections.abc import Sequence

MOST_NAMES = 40
LONGEST_NAME = 60
LEAST_NAMED = 3
INVISIBLE = re.compile(r"[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
BETWEEN_DIGITS = re.compile(r"(?<=\d)[\s./-]+(?=\d)")


def plain(name: str) -> str:
    """Normalises a name: NFKC, no zero-width characters, single spaces."""
    return " ".join(INVISIBLE.sub("", unicodedata.normalize("NFKC", name)).split())


def fold(name: str) -> str:
    """Normalises a name for comparison: as `plain`, in lower case."""
    return plain(name).lower()


def refusal(name: str) -> str | None:
    """Returns why a name may be about the holder ("long", "digits", "colon", "address"), or None."""
    text = fold(name)
    if len(text) > LONGEST_NAME:
        return "long"
    if re.search(r"\d{4}", BETWEEN_DIGITS.sub("", text)):
        return "digits"
    if text.endswith(":"):
        return "colon"
    return "address" if "@" in text else None


def header_key(names: Sequence[str], delimiter: str) -> str:
    """The key of a template: SHA-256 of the normalised names and the delimiter."""
    parts = json.dumps([delimiter, *map(fold, names)], ensure_ascii=False)
    return hashlib.sha256(parts.encode()).hexdigest()
