"""Italian articles and prepositions before nouns, numbers and dates, the English "a" or "an", and blanks. Pure.

Apostrophes are typographic. A number takes the article of its spoken form: lo zero, l’uno, l’otto, l’undici,
l’ottanta, il mille.
"""

import re

ARTICLES = ("il", "lo", "la", "i", "gli", "le")
PREPOSITIONS = ("di", "a", "da", "in", "su")
_STEMS = {"di": "de", "a": "a", "da": "da", "in": "ne", "su": "su"}
_ENDINGS = {"il": "l", "lo": "llo", "la": "lla", "l’": "ll’", "i": "i", "gli": "gli", "le": "lle"}
# Written form to (preposition, article): "dell’" is ("di", "l’"), "al" is ("a", "il"), "il" is ("", "il").
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
    """Contracts "di" and "lo" to "dello"; either may be empty."""
    if not article:
        return preposition
    if preposition not in _STEMS:
        return f"{preposition} {article}".strip()
    return f"{_STEMS[preposition]}{_ENDINGS[article]}"


def joined(preposition: str, noun: str) -> str:
    """Joins "di" and "l’inflazione" to "dell’inflazione"; without an article the preposition is unchanged."""
    article, rest = split_article(noun)
    return glued(contracted(preposition, article), rest)


def split_article(noun: str) -> tuple[str, str]:
    """Splits a noun phrase into article, "" if none, and rest; a capital article is part of a name."""
    if noun.startswith("l’"):
        return "l’", noun[2:]
    article, blank, rest = noun.partition(" ")
    return (article, rest) if blank and article in ARTICLES else ("", noun)


def glued(first: str, rest: str) -> str:
    """Joins with a space, except after an apostrophe."""
    return f"{first}{rest}" if not first or first.endswith("’") else f"{first} {rest}"


def article_of_number(text: str) -> str:
    """Returns the article of an Italian number: "lo" for 0,9, "l’" for 8 and 1,3, "il" for 4,1, 1.000 and negatives."""
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
    """Prefixes preposition and article: "a" and "8,5%" make "all’8,5%", "da" and "8 novembre" "dall’8 novembre"."""
    article = article_of_date_or_number(text)
    return glued(contracted(preposition, article), text)


def with_plural_article(preposition: str, text: str) -> str:
    """Prefixes preposition and plural article: "" and "80 dollari" make "gli 80 dollari"."""
    article = "i" if article_of_number(text) == "il" else "gli"
    return glued(contracted(preposition, article), text)


def article_of_date_or_number(text: str) -> str:
    """Like `article_of_number`, but "il" for the first of a month and for a year."""
    first = text.split(maxsplit=1)[0]
    if first == "1º" or (first.isdigit() and len(first) == 4):
        return "il"
    return article_of_number(text)


def indefinite(text: str) -> str:
    """Returns "an" before a number pronounced with a vowel (8, 11, 18, 80 to 89), otherwise "a"."""
    whole = re.match(r"\d+", text.lstrip("$£€"))
    if whole is None:
        return "an" if text[:1].lower() in "aeiou" else "a"
    digits = whole[0]
    return "an" if digits.startswith("8") or digits in ("11", "18") else "a"


def tidy(text: str) -> str:
    """Removes doubled commas after appositions and spaces before punctuation."""
    text = re.sub(r",\s*([,.;:])", r"\1", text)
    # "il doppio della" may precede "la sua variazione".
    text = re.sub(r"\b(della|volte la) la\b", r"\1", text)
    return re.sub(r"[^\S\N{NO-BREAK SPACE}]+", " ", re.sub(r"\s+([,.;:])", r"\1", text)).strip()
