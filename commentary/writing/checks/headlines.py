"""Checks for statements a headline does not make: opposites, other markets, places or days, judgements."""

import re
from collections.abc import Iterable, Iterator

from commentary.language.periods import MONTHS, WEEKDAYS
from commentary.language.slots import SlotStory
from commentary.review.verdict import Finding
from commentary.writing.checks import watched
from commentary.writing.checks.findings import finding
from commentary.writing.checks.side import Side


def check(side: Side, stories: list[SlotStory]) -> Iterator[Finding]:
    """Compares opposites, forecasts and omitted denials with titles only: a summary covers other things too."""
    words = folded(story.words for story in stories)
    titles = folded(story.title for story in stories)
    yield from _negations(side, words, titles)
    yield from _opposite(side, words, titles)
    yield from _expected(side, titles)
    yield from _felt(side, words)
    yield from _months(side, words)
    yield from _days(side, words)
    yield from _markets(side, words)


def folded(texts: Iterable[str]) -> str:
    return "\n".join(texts).lower().replace("'", "’")


_DEEDS = {"refusals": "refuses, denies, stops or calls off", "negations": "denies"}
_LEFT_OUT = ("without", "senza")  # "without food" may be omitted
_DAYS = (
    ("yesterday", "ieri"),
    ("today", "oggi"),
    ("tomorrow", "domani"),
    *(
        (english.lower(), italian)
        for english, italian in zip(WEEKDAYS["en"].split(), WEEKDAYS["it"].split(), strict=True)
    ),
)


def _negations(side: Side, headline: str, titles: str) -> Iterator[Finding]:
    """Checks that the sentence has a refusal or negation if the title does, and only if the headline does."""
    texts = {name: watched.everywhere(name).search(side.text) for name in _DEEDS}
    headlines = {name: watched.everywhere(name).search(headline) for name in _DEEDS}
    for name, what in _DEEDS.items():
        sentence, title_words = texts[name], watched.everywhere(name).search(titles)
        if sentence and not any(headlines.values()):
            yield finding("deed", sentence[0], f"The headline does not say that anybody {what}.")
        if title_words and title_words[0] not in _LEFT_OUT and not any(texts.values()):
            yield finding(
                "deed",
                title_words[0],
                f"The headline says “{title_words[0]}”: the sentence must say it too.",
            )


def _opposite(side: Side, headline: str, titles: str) -> Iterator[Finding]:
    """Checks opposites against titles, unless the sentence has both words, as the summary does."""
    for one, other in watched.opposites():
        for here, there in ((one, other), (other, one)):
            found = here.search(side.text)
            if not found or not there.search(titles) or here.search(titles):
                continue
            if not (there.search(side.text) and here.search(headline)):
                yield finding("deed", found[0], "The headline says the opposite.")
                return


def _expected(side: Side, headline: str) -> Iterator[Finding]:
    """Checks that an expected number is not stated as a fact."""
    headline_words = watched.everywhere("expects").search(headline)
    has_number = any(re.fullmatch(r"n\d", field) for _id, field in side.sentence.slots(side.language))
    if headline_words and has_number and not watched.everywhere("expected").search(side.text):
        yield finding(
            "deed", headline_words[0], f"The headline says “{headline_words[0]}”: it is no fact yet."
        )


def _felt(side: Side, headline: str) -> Iterator[Finding]:
    """Checks that disappointment or surprise is in the headline."""
    found = watched.everywhere("moods").search(side.text)
    if found and not watched.everywhere("moods").search(headline):
        yield finding("judgement", found[0], "The headline does not judge: tell what happened.")


def _months(side: Side, headline: str) -> Iterator[Finding]:
    """Checks that a month is in the headline, in either language."""
    for english, italian in zip(MONTHS["en"].lower().split(), MONTHS["it"].split(), strict=True):
        for word in (english, italian):
            if word == "may" or not re.search(rf"\b{word}\b", side.text):
                continue
            if not re.search(rf"\b(?:{english}|{italian})\b", headline):
                yield finding("month", word, "The headline names no such month.")


def _days(side: Side, headline: str) -> Iterator[Finding]:
    """Checks that a day is in the headline, in either language."""
    for pair in _DAYS:
        pattern = watched.any_of(pair)
        found = pattern.search(side.text)
        if found and not pattern.search(headline):
            yield finding("month", found[0], "The headline names no such day.")
    if re.search(r"(?<!^)\bMay\b", side.sentence.texts[side.language]) and not re.search(
        r"\b(?:may|maggio)\b", headline
    ):
        yield finding("month", "May", "The headline names no such month.")


def _markets(side: Side, headline: str) -> Iterator[Finding]:
    """Checks that markets and statistics are in the headline, in either language."""
    for pattern in watched.markets():
        found = pattern.search(side.text)
        if found and not pattern.search(headline):
            yield finding("story", found[0], f"The headline tells nothing of “{found[0]}”.")
            return
