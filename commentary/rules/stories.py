"""Quoted headlines in texts by rules, one per event."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache, partial

from commentary.language.amounts import Amount
from commentary.language.draft import LANGUAGES, SlotSentence
from commentary.language.slot_table import SlotTable
from commentary.language.slots import SlotStory
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
LEAST_PUBLISHERS = 3  # of a headline in a title
# Tags of a headline in a title; jobs are mostly those of one company.
TITLES = {*ROWS_OF_TAG, "Trade", "Conflict"} - {"Equities", "Crypto", "Jobs"}
_NAME = re.compile(r"(?<=\s)[^\W\d_a-zà-ÿ][^\W\d_]{4,}")
# A daily close that moved by less than 2%, which adds nothing to a table of prices.
_CLOSE = re.compile(
    r"^(?:Currencies|Cambi)\b|"
    r"\b(?:Nikkei|Topix|Dax|FTSE|S&P 500|Dow Jones|Nasdaq|Stoxx|CAC|Ibex|Hang Seng|bitcoin|euro(?! (?:area|zone))|"
    r"Brent|gold|oro)\b.*"
    r"(?:\b[01][.,]\d+%|\bflat\b|\bcambia poco\b|\blittle changed\b)|"
    r"\b(?:yield|rendimento|spread|Brent|gold|oro|(?:S&P 500|Nasdaq|Ftse Mib|Nikkei|Dax)\b(?!.*%))\b.*"
    r"(?:\(\d+º? \w+\)|\b(?:\w+day|\w+dì))$",
    re.IGNORECASE,
)
# A number of a market, neither the 30 of an accident nor a rate raised by 0.25%.
_LEVEL = re.compile(r"\d{3}|\d[.,]\d%|\d[.,]\d+(?!\d*%)")
PLAIN_PUBLISHER = "Reuters"  # replaces real names, since "Money.it" would be found as an address


def is_close(story: SlotStory) -> bool:
    """Whether all headlines of a story give the level of a market at a day's close."""
    titles = [title for title in story.titles.split("\n") if title]
    return all(_CLOSE.search(title) and _LEVEL.search(title) for title in titles)


def quoted(slots: SlotTable, *, figures: Iterable[str] = ()) -> Iterator[SlotSentence]:
    """Yields a sentence on each quotable headline, one per event; `about` begins with the story of the English text.

    Skips headlines that hold a value of `figures`, which the text states.
    Each language quotes its own headlines before foreign ones, otherwise the most reported first, those on the economy
    before those on companies. The languages may thus quote different stories in one place. How many publishers report
    a story is stated of the first.
    """
    stated = _stated(slots, figures)
    ids = [id for id in _quotable(slots) if not (stated and stated.search(slots.stories[id].titles))]
    orders = {language: sorted(ids, key=partial(_order, slots, language)) for language in LANGUAGES}
    for place, (english, italian) in enumerate(zip(orders["en"], orders["it"], strict=True)):
        yield _sentence(slots, english, italian, is_counted=place == 0)


def _order(slots: SlotTable, language: str, id: str) -> tuple[bool, int, bool]:
    story = slots.stories[id]
    return language not in story.languages, -story.publishers, not story.tags & TITLES


def _stated(slots: SlotTable, figures: Iterable[str]) -> re.Pattern[str] | None:
    """Returns a pattern of the values of these figures, in either language; None without figures."""
    amounts = (slots.figures[id].slots["size"].content for id in figures)
    numbers = {
        each.written[lang].number for each in amounts if isinstance(each, Amount) for lang in LANGUAGES
    }
    return re.compile(rf"(?<![\d.,])(?:{'|'.join(map(re.escape, numbers))})(?![.,]?\d)") if numbers else None


def may_lead(slots: SlotTable, id: str) -> bool:
    """Whether a headline may be a title: several publishers report it, and not as news of companies."""
    story = slots.stories[id]
    return story.publishers >= LEAST_PUBLISHERS and bool(story.tags & TITLES)


def quotation(slots: SlotTable, id: str) -> SlotSentence | None:
    """Returns the sentence that quotes one story in both languages, or None if it is not quotable."""
    return _sentence(slots, id, id, is_counted=True) if id in _quotable(slots) else None


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


def _sentence(slots: SlotTable, english: str, italian: str, *, is_counted: bool) -> SlotSentence:
    ids = {"en": english, "it": italian}
    texts = {language: _text(slots, id, language, is_counted=is_counted) for language, id in ids.items()}
    return SlotSentence("story", tuple(dict.fromkeys((english, italian))), texts)


def _text(slots: SlotTable, id: str, language: str, *, is_counted: bool) -> str:
    story = slots.stories[id]
    plain = "several" if is_counted and "others" in story.slots else "single"
    name = "official" if story.of_sources[language] else plain
    original = "" if language in story.languages else form("original", "foreign")[language]
    templates = form("story", f"{name}_days" if "days" in story.slots else name)
    return filled(templates, id, {language: {"original": original}})[language]


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
