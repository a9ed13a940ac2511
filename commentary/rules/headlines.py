"""What the headlines are about: counted by publisher and subject, and quoted, never asserted."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from commentary.facts.notation import count
from commentary.facts.snapshot import RowFacts
from commentary.review.review import review
from commentary.rules.forms import LANGUAGES, words
from commentary.rules.sentences import WORDS, Sentence
from commentary.rules.teller import Teller
from news.tagging.vocabulary import TAGS

MOST_TAGS = 2
LONGEST_TITLE = 18  # words; a longer title would be half of the text
Story = Mapping[str, Any]
# The figures that a tag belongs to; the first one of them that is known stands beside its headlines.
ROWS_OF_TAG = {
    "Inflation": ("CPIE", "CPIA", "CPIU", "CPII"),
    "Central Banks": ("ECBD", "FEDU", "BOER"),
    "Bonds": ("US10", "SPRD", "EA10", "GB10"),
    "Jobs": ("UNEE", "UNUS", "UNEI"),
    "Growth": ("GDPE", "INDP", "ESI"),
    "Commodities": ("BRNT", "GOLD", "WTI"),
    "Currencies": ("EURU", "USDX", "EURG"),
    "Crypto": ("BTC",),
    "Equities": ("VIX", "MCPR"),
}


def quotable(stories: Sequence[Story]) -> list[Story]:
    """The stories whose title may stand in quotation marks: in one line, short, nothing that a text may not say."""
    return [
        story
        for story in stories
        if known_tags(story) and _is_fit(str(story["title"]), str(story["publisher"]))
    ]


def _is_fit(title: str, publisher: str) -> bool:
    if re.search(r"[«»“”\n]|…$", title) or len(title.split()) > LONGEST_TITLE:
        return False
    return all(_passes(f"“{title}”, {publisher}.", lang) for lang in LANGUAGES)


@lru_cache(maxsize=1_000)
def _passes(quoted: str, lang: str) -> bool:
    """Whether the words of a headline may stand in a text at all."""
    return review(quoted, lang=lang, kind="log_body", style="DRY").passed


def known_tags(story: Story) -> list[str]:
    return [tag for tag in story["tags"] if tag in TAGS][:MOST_TAGS]


def tell(teller: Teller, story: Story, *, more: bool = False) -> Sentence | None:
    """One story with its publishers, subjects, and title; `more` after another one."""
    kind = "story" if story["publishers"] > 1 else "story_single"
    slots = {language: words_of(story, language) for language in LANGUAGES}
    return teller.plain(f"{kind}_more" if more else kind, slots)


def words_of(story: Story, language: str) -> dict[str, str]:
    return {
        "n": count(story["publishers"], language),
        "tags": listed_tags(known_tags(story), language),
        "title": str(story["title"]).strip().rstrip("."),
        "publisher": str(story["publisher"]),
    }


def listed_tags(tags: Sequence[str], language: str) -> str:
    """Their names in a row; "" without any."""
    names = words(language)["tags"]
    found: str = WORDS[language].listed([names[tag] for tag in tags]) if tags else ""
    return found


def row_beside(story: Story, rows: Sequence[RowFacts], *, told: set[str]) -> RowFacts | None:
    """The figure that belongs to a story's subject and has not been told of."""
    known = {row.key: row for row in rows if not row.stale}
    wanted = [key for tag in known_tags(story) for key in ROWS_OF_TAG.get(tag, ())]
    return next((known[key] for key in wanted if key in known and key not in told), None)
