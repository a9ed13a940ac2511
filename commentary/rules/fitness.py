"""Whether the review would pass a sentence: a label, a name or a figure may be what no form foresaw."""

from collections.abc import Sequence
from functools import lru_cache

from commentary.facts.snapshot import Facts, RowFacts
from commentary.review.review import review


def is_fit(text: str, rows: Sequence[RowFacts], *, lang: str, kind: str = "log_body", as_of: str) -> bool:
    """Beside the figures of its own rows, which are all that the sentence names."""
    if not rows:
        return is_fit_alone(text, lang=lang, kind=kind)
    facts = Facts(rows[0].group, as_of, tuple(rows)).as_json()
    return review(text, lang=lang, kind=kind, style="DRY", facts=facts).passed


@lru_cache(maxsize=5_000)
def is_fit_alone(text: str, *, lang: str, kind: str = "log_body") -> bool:
    """By its words alone."""
    return review(text, lang=lang, kind=kind, style="DRY").passed
