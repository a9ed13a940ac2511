"""Italian articles and prepositions before nouns, numbers and dates, and the English "a" or "an". Pure grammar.

Apostrophes are typographic. Numbers take the article of the word that they are read as: lo zero, l’uno, l’otto,
l’undici, l’ottanta, il mille.
"""

import re

ARTICLES = ("il", "lo", "la", "i", "gli", "le")
PREPOSITIONS = ("di", "a", "da", "in", "su")
_STEMS = {"di": "de", "a": "a", "da": "da", "in": "ne", "su": "su"}
_ENDINGS = {"il": "l", "lo": "llo", "la": "lla", "l’": "ll’", "i": "i", "gli": "gli", "le": "lle"}
# Every written form with what it is made of: "dell’" is ("di", "l’"), "al" is ("a", "il"), "il" is ("", "il").
CONTRACTED = {
    f"{_STEMS[preposition]}{ending}": (preposition, article)
    for preposition in PREPOSITIONS
    for article, ending in _ENDINGS.items()
}
WRITTEN = (
    CONTRACTED
    | {article: ("", article) for article in (*ARTICLES, "l’")}
    | {p: (p, "") for p in PREPOSITIONS}
)


def contracted(preposition: str, article: str) -> str:
    """ "di" and "lo" make "dello"; without a preposition the article, without an article the preposition."""
    if not article:
        return preposition
    if preposition not in _STEMS:
        return f"{preposition} {article}".strip()
    return f"{_STEMS[preposition]}{_ENDINGS[article]}"


def joined(preposition: str, noun: str) -> str:
    """ "di" and "l’inflazione" make "dell’inflazione"; a noun without article keeps the plain preposition."""
    article, rest = split_article(noun)
    return glued(contracted(preposition, article), rest)


def split_article(noun: str) -> tuple[str, str]:
    """The article of a noun phrase and the rest; "" without one. A capital article belongs to a name."""
    if noun.startswith("l’"):
        return "l’", noun[2:]
    article, blank, rest = noun.partition(" ")
    return (article, rest) if blank and article in ARTICLES else ("", noun)


def glued(first: str, rest: str) -> str:
    """With a blank between them, but after an apostrophe."""
    return f"{first}{rest}" if not first or first.endswith("’") else f"{first} {rest}"


def article_of_number(text: str) -> str:
    """Of a printed Italian number: "lo" for 0,9, "l’" for 8 and 1,3, "il" for 4,1, 1.000 and negative ones."""
    if not text[:1].isdigit():
        return "il"
    whole = re.split(r"[,%\s]", text)[0]
    groups = whole.split(".")
    first = int(re.match(r"\d+", groups[0])[0])  # type: ignore[index]
    if first == 0:
        return "lo"
    if first in (8, 11) or 80 <= first <= 89 or 800 <= first <= 899:
        return "l’"
    return "l’" if first == 1 and len(groups) != 2 else "il"


def with_article(preposition: str, text: str) -> str:
    """ "a" and "8,5%" make "all’8,5%", "da" and "8 novembre" "dall’8 novembre", "in" and "terzo trimestre" "nel …"."""
    article = article_of_date_or_number(text)
    return glued(contracted(preposition, article), text)


def article_of_date_or_number(text: str) -> str:
    """As `article_of_number`, but a first of the month and a year take "il"."""
    first = text.split(maxsplit=1)[0]
    if first == "1º" or (first.isdigit() and len(first) == 4):
        return "il"
    return article_of_number(text)


def indefinite(text: str) -> str:
    """ "an" before a number that is read with a vowel (8, 11, 18, 80 to 89), else "a"."""
    whole = re.match(r"\d+", text.lstrip("$£€"))
    if whole is None:
        return "an" if text[:1].lower() in "aeiou" else "a"
    digits = whole[0]
    return "an" if digits.startswith("8") or digits in ("11", "18") else "a"
