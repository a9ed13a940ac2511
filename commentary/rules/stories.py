"""Quoted headlines in texts by rules, one per event."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from commentary.language.draft import LANGUAGES, SlotSentence
from commentary.language.slot_table import SlotTable
from commentary.review.review import review
from commentary.rules.forms import filled, form

LONGEST_TITLE = 18  # words; a longer title would dominate the text
Story = Mapping[str, Any]
# Rows related to a tag, in order of preference.
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
_NAME = re.compile(r"(?<=\s)[^\W\d_a-zà-ÿ][^\W\d_]{4,}")
PLAIN_PUBLISHER = "Reuters"  # replaces real names, since "Money.it" would be found as an address
IN_ITALIAN = " (in Italian)"


def quoted(slots: SlotTable) -> Iterator[tuple[str, SlotSentence]]:
    """Yields (id, sentence) of each quotable headline, most reported first, one per event.

    A headline reported by one unofficial source only is not quoted, so that no single feed controls the text.
    """
    names_used: set[str] = set()
    for id, story in slots.stories.items():
        titles = story.titles.split("\n")
        names = {name for title in titles for name in _NAME.findall(title)}
        is_carried = story.publishers > 1 or any(story.of_sources.values())
        if not is_carried or names & names_used or not all(_is_quotable(title) for title in titles):
            continue
        names_used |= names
        yield id, _sentence(slots, id, titles)


def _sentence(slots: SlotTable, id: str, titles: Sequence[str]) -> SlotSentence:
    story = slots.stories[id]
    plain = "several" if "others" in story.slots else "single"
    names = {lang: "official" if story.of_sources[lang] else plain for lang in LANGUAGES}
    texts = {lang: filled(form("story", name), id, {})[lang] for lang, name in names.items()}
    if not story.has_english:
        texts["en"] = texts["en"].replace("”.", f"”{IN_ITALIAN}.")
    return SlotSentence("story", (id,), texts)


def _is_quotable(title: str) -> bool:
    """Whether a title is one line, short, and passes the review."""
    if not title or re.search(r"[«»“”\n]|…$", title) or len(title.split()) > LONGEST_TITLE:
        return False
    quoted = f"“{title.strip().rstrip('.')}”, {PLAIN_PUBLISHER}."
    return all(_passes(quoted, language) for language in LANGUAGES)


@lru_cache(maxsize=1_000)
def _passes(text: str, language: str) -> bool:
    return review(text, lang=language, kind="log_body", style="DRY").passed
