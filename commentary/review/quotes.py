"""Headlines that stand word for word in quotation marks: what they say is their publisher's, not the text's. Pure."""

from collections.abc import Mapping
from typing import Any

MARKS = ("“”", "«»", '""')
IN_PLACE = {"en": "a headline", "it": "un titolo"}


def without_headlines(text: str, facts: Mapping[str, Any], *, lang: str) -> str:
    """The text with a plain word for each quoted headline of its material, so that only the text's own words are judged.

    A headline may be in the other language and write its figures so. Wording is judged with it all the same.
    """
    for story in facts.get("stories") or ():
        title = str(story.get("title") or "").strip().rstrip(".")
        for opening, closing in MARKS if title else ():
            text = text.replace(f"{opening}{title}{closing}", f"{opening}{IN_PLACE[lang]}{closing}")
    return text
