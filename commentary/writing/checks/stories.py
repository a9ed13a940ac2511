"""Checks sentences on a headline: its publisher, other words than its own, and the same content."""

import re
from collections.abc import Iterator

from commentary.language.slots import SlotStory
from commentary.language.wordings import slots_of
from commentary.review.normalise import words_of
from commentary.review.verdict import Finding
from commentary.writing.checks import headlines, watched
from commentary.writing.checks.findings import finding
from commentary.writing.checks.side import Side

COPIED = 6  # consecutive words of a headline that count as copied; shorter headlines count as a whole
STEM = 5  # letters compared of a word
LEAST_WHOLE = 15  # minimum letters of a shorter headline
_ACCORDING = {
    "en": re.compile(r"\baccording to (?!⟨s\d+\.publisher⟩).{0,20}"),
    "it": re.compile(r"\bsecondo (?!⟨s\d+\.publisher⟩).{0,20}"),
}
_QUOTED = re.compile(r"[“«\"]([^”»\"]*)[”»\"]?")
_PUBLISHERS = re.compile(r"(?:publishers|outlets|newspapers|papers|testate|giornali)\b")


def check(side: Side) -> Iterator[Finding]:
    """Checks a story sentence; for rules, which quote headlines by slot, only its form."""
    stories = [side.table.stories[id] for id in side.sentence.about if id in side.table.stories]
    if not stories:
        yield finding("story", side.text[:80], "Name in “about” the story that the sentence tells.")
        return
    if side.figures:
        yield finding("story", side.text[:80], "A sentence on a headline has no figure of the tables.")
    fields = {(id, field) for id, field in side.sentence.slots(side.language)}
    # By rules, each language may quote another story.
    quoted = {id for id, _field in fields} if side.by_rules else side.sentence.about
    for id in quoted:
        if not fields & {(id, "publisher"), (id, "titled_by"), (id, "opening")}:
            yield finding(
                "publisher",
                side.text[:80],
                f"Say in the sentence who published it: according to {{{id}.publisher}}.",
            )
    if side.by_rules:
        return
    if len(stories) > 1:
        yield finding(
            "story",
            side.text[:80],
            "Tell one headline in a sentence: of two, the numbers and publishers can change places.",
        )
    yield from _copied(side, stories)
    words = headlines.folded(story.words for story in stories)
    yield from headlines.check(side, stories)
    yield from _units(side, words)
    yield from _quoted(side, words)
    yield from _attributed(side)
    yield from _covers_headline(side, stories)
    yield from _extra_numbers(side)


def _copied(side: Side, stories: list[SlotStory]) -> Iterator[Finding]:
    words_written = words_of(re.sub(r"⟨[^⟩]*⟩", " ", side.text))
    for story in stories:
        for text in (story.title, story.summary):
            words = words_of(text)
            run = _run_in(words, words_written)
            if run:
                yield finding(
                    "copied",
                    " ".join(run),
                    "Tell the headline in other words: never six of its words in a row.",
                )


def _run_in(words: list[str], words_written: list[str]) -> list[str]:
    size = min(COPIED, len(words))
    if not size or (size < COPIED and sum(map(len, words)) < LEAST_WHOLE):
        return []
    runs = {tuple(words_written[start : start + size]) for start in range(len(words_written) - size + 1)}
    for start in range(len(words) - size + 1):
        if tuple(words[start : start + size]) in runs:
            return words[start : start + size]
    return []


def _covers_headline(side: Side, stories: list[SlotStory]) -> Iterator[Finding]:
    """Checks that the sentence shares a word with each headline, in either language, or a number."""
    words = {
        word[:STEM]
        for text in side.sentence.texts.values()
        for word in words_of(re.sub(r"\{[^}]*\}", " ", text))
        if len(word) >= STEM
    }
    numbers = {id for id, field in side.sentence.slots(side.language) if re.fullmatch(r"n\d", field)}
    for id, story in zip(
        [id for id in side.sentence.about if id in side.table.stories], stories, strict=True
    ):
        headline_words = {word[:STEM] for word in words_of(story.words) if len(word) >= STEM}
        if not words & headline_words and id not in numbers:
            yield finding(
                "story",
                side.text[:80],
                f"That is not what {id} tells: name the story that the sentence is about.",
            )


def _units(side: Side, headline: str) -> Iterator[Finding]:
    """Checks that numbers keep the unit of their slot, and {publishers} counts publishers."""
    pattern = watched.classes(side.language)["units"]
    for place, _id, field in slots_of(side.text):
        after = side.text[side.text.index("⟩", place) + 1 :].lstrip()
        unit = pattern.match(after)
        if re.fullmatch(r"n\d", field) and unit and not watched.everywhere("units").search(headline):
            yield finding("digit", unit[0], "The slot prints the number with its unit.")
        if field == "publishers" and not _PUBLISHERS.match(after):
            yield finding(
                "role",
                f"{{{field}}} {after[:20]}",
                "{s1.publishers} counts publishers: “five publishers”, “cinque testate”.",
            )


def _quoted(side: Side, headline: str) -> Iterator[Finding]:
    """Checks that quoted words are in the headline."""
    headline_words = set(words_of(headline))
    for found in _QUOTED.finditer(side.text):
        if not set(words_of(found[1])) <= headline_words:
            yield finding("quote", found[0], "Quote nothing that the headline does not hold.")


def _attributed(side: Side) -> Iterator[Finding]:
    """Checks that "according to" precedes only the publisher."""
    for found in _ACCORDING[side.language].finditer(side.text):
        yield finding("publisher", found[0], "“According to” stands before {s1.publisher} alone.")


def _extra_numbers(side: Side) -> Iterator[Finding]:
    text = re.sub(r"⟨[^⟩]*⟩", " ", side.text)
    text = watched.classes(side.language)["idioms"].sub(" ", text)
    for found in watched.classes(side.language)["numbers"].finditer(text):
        yield finding("digit", found[0], "Print the numbers of a headline by its slots, {s1.n1}.")
        return
