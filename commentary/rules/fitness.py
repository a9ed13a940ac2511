"""Whether the review would pass a sentence by its words: a label or a name may hold what no form foresaw."""

from functools import lru_cache

from commentary.review.review import review


@lru_cache(maxsize=20_000)
def is_fit(text: str, *, lang: str, kind: str = "log_body") -> bool:
    """By lexicon and classifier alone; figures are held against the facts when the text is whole."""
    return review(text, lang=lang, kind=kind, style="DRY").passed
