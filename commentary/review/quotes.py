"""Headlines that stand word for word in quotation marks: what they say is their publisher's, not the text's. Pure."""

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from commentary.review.verdict import Finding

MARKS = (("“", "”"), ("«", "»"), ('"', '"'))
IN_PLACE = {"en": "a headline", "it": "un titolo"}
LEAST = 3  # words of a headline: “5,000 dollars” in a sentence is the sentence's own claim
SAID = 4  # words between marks that are somebody's words, no longer a term
_QUOTED = re.compile(r"[“«\"„]([^“”«»\"„\n]{1,400})[”»\"“]")
_END = re.compile(r"[.!?](?=\s)|\n")


def without_headlines(text: str, facts: Mapping[str, Any], *, lang: str) -> str:
    """The text with a plain word for each quoted headline of its material, so that only the text's own words are judged.

    A headline may be in the other language and write its figures so. It is one only beside its publisher's name, in
    the same sentence: without it, it would be read as the text's own. Wording is judged with it all the same.
    """
    for story in facts.get("stories") or ():
        title = str(story.get("title") or "").strip().rstrip(".")
        for opening, closing in MARKS if len(title.split()) >= LEAST else ():
            quoted, plain = f"{opening}{title}{closing}", f"{opening}{IN_PLACE[lang]}{closing}"
            if _is_named(text, quoted, str(story.get("publisher") or "")):
                text = text.replace(quoted, plain)
    return text


def _is_named(text: str, quoted: str, publisher: str) -> bool:
    """Whether the publisher stands in each sentence that holds the quotation."""
    parts = text.split(quoted)
    around = (_END.split(before)[-1] + " | " + _END.split(after)[0] for before, after in pairwise(parts))
    return bool(publisher) and all(publisher.casefold() in each.casefold() for each in around)


def invented(text: str) -> list[Finding]:
    """Somebody's words that no headline of the material has; `text` is without those that have been found."""
    found = (match[1] for match in _QUOTED.finditer(text))
    return [
        Finding("grounding.quote", words[:160], "Nobody in the material said this.", "Quote nobody but a headline, word for word.")
        for words in found
        if len(words.split()) >= SAID
    ]  # fmt: skip
