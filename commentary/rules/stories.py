"""Quoted headlines in texts by rules, one per event."""

import re
from collections.abc import Iterator
from functools import lru_cache

from commentary.language.draft import LANGUAGES, SlotSentence
from commentary.language.slot_table import SlotTable
from commentary.review.review import review
from commentary.rules.forms import filled, form

LONGEST_TITLE = 18  # words; a longer title would dominate the text
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
# A daily close that moved by less than 2%, which adds nothing to a table of prices.
_CLOSE = re.compile(
    r"^(?:Currencies|Cambi)\b|"
    r"\b(?:Nikkei|Topix|Dax|FTSE|S&P 500|Dow Jones|Nasdaq|Stoxx|CAC|Ibex|Hang Seng|bitcoin|euro(?! (?:area|zone)))\b.*"
    r"(?:\b[01][.,]\d+%|\bflat\b|\bcambia poco\b|\blittle changed\b)|"
    r"\b(?:yield|rendimento|spread|Brent|gold|oro)\b.*\(\d+º? \w+\)$",
    re.IGNORECASE,
)
PLAIN_PUBLISHER = "Reuters"  # replaces real names, since "Money.it" would be found as an address
IN_ITALIAN = " (in Italian)"


def quoted(slots: SlotTable) -> Iterator[tuple[str, SlotSentence]]:
    """Yields (id, sentence) of each quotable headline, one per event; the id is that of the English text.

    Each language quotes its own headlines before foreign ones, otherwise the most reported first. The languages
    may thus quote different stories in one place.
    """
    ids = list(_quotable(slots))
    orders = {
        language: sorted(ids, key=lambda id: language not in slots.stories[id].languages)
        for language in LANGUAGES
    }
    for english, italian in zip(orders["en"], orders["it"], strict=True):
        yield english, _sentence(slots, english, italian)


def quotation(slots: SlotTable, id: str) -> SlotSentence | None:
    """Returns the sentence that quotes one story in both languages, or None if it is not quotable."""
    return _sentence(slots, id, id) if id in _quotable(slots) else None


def _quotable(slots: SlotTable) -> Iterator[str]:
    """Yields the ids of the quotable stories, most reported first, one per event.

    A headline reported by one unofficial source only is not quoted, so that no single feed controls the text.
    """
    names_used: set[str] = set()
    for id, story in slots.stories.items():
        titles = story.titles.split("\n")
        names = {name for title in titles for name in _NAME.findall(title)}
        is_carried = story.publishers > 1 or any(story.of_sources.values())
        is_carried = is_carried and not _CLOSE.search(story.titles)
        if not is_carried or names & names_used or not all(_is_quotable(title) for title in titles):
            continue
        names_used |= names
        yield id


def _sentence(slots: SlotTable, english: str, italian: str) -> SlotSentence:
    texts = {"en": _text(slots, english, "en"), "it": _text(slots, italian, "it")}
    if "en" not in slots.stories[english].languages:
        texts["en"] = texts["en"].replace("”.", f"”{IN_ITALIAN}.")
    return SlotSentence("story", tuple(dict.fromkeys((english, italian))), texts)


def _text(slots: SlotTable, id: str, language: str) -> str:
    story = slots.stories[id]
    plain = "several" if "others" in story.slots else "single"
    name = "official" if story.of_sources[language] else plain
    return filled(form("story", f"{name}_days" if "days" in story.slots else name), id, {})[language]


def _is_quotable(title: str) -> bool:
    """Whether a title is one line, short, and passes the review."""
    if not title or re.search(r"[«»“”\n]|…$", title) or len(title.split()) > LONGEST_TITLE:
        return False
    return all(_passes(plain_quotation(title), language) for language in LANGUAGES)


def plain_quotation(title: str) -> str:
    """Returns a headline in the frame that is reviewed; its verdict must not depend on the form of a text."""
    return f"“{title.strip().rstrip('.')}”, {PLAIN_PUBLISHER}."


@lru_cache(maxsize=1_000)
def _passes(text: str, language: str) -> bool:
    return review(text, lang=language, kind="log_body", style="DRY").passed
