"""Italian articles and prepositions before names and numbers. Pure grammar."""

import re

CONTRACTIONS = {
    "di": {"il": "del", "lo": "dello", "l’": "dell’", "la": "della", "i": "dei", "gli": "degli", "le": "delle"},
    "a": {"il": "al", "lo": "allo", "l’": "all’", "la": "alla", "i": "ai", "gli": "agli", "le": "alle"},
    "da": {"il": "dal", "lo": "dallo", "l’": "dall’", "la": "dalla", "i": "dai", "gli": "dagli", "le": "dalle"},
}  # fmt: skip


def joined(preposition: str, name: str) -> str:
    """ "di" and "l’inflazione" make "dell’inflazione"; a name without article keeps the plain preposition."""
    forms = CONTRACTIONS[preposition]
    if name.startswith("l’"):
        return forms["l’"] + name[2:]
    article, space, rest = name.partition(" ")
    return f"{forms[article]} {rest}" if space and article in forms else f"{preposition} {name}"


def article_of_number(text: str) -> str:
    """The article as a number is spoken: lo zero, l’uno, l’otto, l’undici, l’ottanta, il mille."""
    first, *groups = re.split(r"\.", re.split(r"[,%\s]", text)[0])
    if first == "0":
        return "lo"
    if first.startswith("8") or first == "11" or (first == "1" and len(groups) != 1):
        return "l’"
    return "il"


def with_article(preposition: str, text: str) -> str:
    """ "a" and "8,5%" make "all’8,5%"; a negative number takes the plain preposition."""
    if not text[:1].isdigit():
        return f"{preposition} {text}"
    article = article_of_number(text)
    form = CONTRACTIONS[preposition][article]
    return f"{form}{text}" if article == "l’" else f"{form} {text}"


def agree(stem: str, form: str) -> str:
    """ "salit" with "fs" gives "salita"; form is gender (m, f) and number (s, p)."""
    return stem + {"ms": "o", "fs": "a", "mp": "i", "fp": "e"}[form]


def article_of(noun: str, form: str) -> str:
    """The article of a noun with the blank that follows it: "l’", "lo ", "gli "; form is gender and number."""
    vowel = noun[:1].lower() in "aeiou"
    hard = bool(re.match(r"(?:s[^aeiou]|z|ps|gn)", noun.lower()))
    if form == "fs":
        return "l’" if vowel else "la "
    if form == "ms":
        return "l’" if vowel else "lo " if hard else "il "
    return "le " if form == "fp" else "gli " if vowel or hard else "i "
