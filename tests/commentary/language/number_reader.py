"""Reads numbers in words back, English and Italian: it knows nothing of the code that writes them."""

from decimal import Decimal
from functools import cache


def _listed(words: str) -> list[str]:
    return words.split()


ENGLISH = {word: number for number, word in enumerate(
    _listed("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
     " eighteen nineteen")
)} | {word: 10 * number for number, word in enumerate(
    _listed("twenty thirty forty fifty sixty seventy eighty ninety"), start=2
)}  # fmt: skip
ENGLISH_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
ITALIAN = {word: number for number, word in enumerate(
    _listed("zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici"
     " diciassette diciotto diciannove")
)} | {word: 10 * number for number, word in enumerate(
    _listed("venti trenta quaranta cinquanta sessanta settanta ottanta novanta"), start=2
)} | {"un": 1, "tré": 3}  # fmt: skip
# Before "uno" and "otto" a ten loses its last vowel, before "otto" and "ottanta" a hundred.
ITALIAN |= {word[:-1]: number for word, number in ITALIAN.items() if 20 <= number < 100}
ITALIAN_SCALES = {"milione": 10**6, "milioni": 10**6, "miliardo": 10**9, "miliardi": 10**9}


def value(text: str, language: str) -> Decimal | None:
    """The first number in a text, with "minus" or "meno" before it; None without one."""
    point, minus = {"en": ("point", "minus"), "it": ("virgola", "meno")}[language]
    tokens = text.lower().replace("-", " ").replace("’", " ").rstrip(".").split()
    start = next((at for at, token in enumerate(tokens) if _is_number(token, language)), None)
    if start is None:
        return None
    whole = _run(tokens[start:], language)
    found = Decimal(_cardinal(whole, language))
    rest = tokens[start + len(whole) :]
    if rest[:1] == [point]:
        found += _fraction(_run(rest[1:], language, scales=False), language)
        scale = rest[1 + len(_run(rest[1:], language, scales=False)) :][:1]
        found *= {**ENGLISH_SCALES, **ITALIAN_SCALES}.get(scale[0], 1) if scale else 1
    return -found if start and tokens[start - 1] == minus else found


def _is_number(token: str, language: str) -> bool:
    return token in ENGLISH if language == "en" else _parts(token) is not None


def _run(tokens: list[str], language: str, *, scales: bool = True) -> list[str]:
    """The leading words of one number."""
    found: list[str] = []
    for at, token in enumerate(tokens):
        if language == "en" and scales and (token in ENGLISH_SCALES or token == "hundred"):
            found.append(token)
        elif language == "en" and token == "and" and found and found[-1] in ("hundred", *ENGLISH_SCALES):
            if not _is_number("".join(tokens[at + 1 : at + 2]), language):
                break
            found.append(token)
        elif _is_number(token, language) or (language == "it" and scales and token in ITALIAN_SCALES):
            found.append(token)
        else:
            break
    return found


def _cardinal(words: list[str], language: str) -> int:
    if language == "it":
        return _italian(words)
    total = group = 0
    for word in words:
        if word == "hundred":
            group *= 100
        elif word in ENGLISH_SCALES:
            total, group = total + group * ENGLISH_SCALES[word], 0
        elif word != "and":
            group += ENGLISH[word]
    return total + group


def _italian(words: list[str]) -> int:
    done = total = group = 0
    for word in words:
        if word in ITALIAN_SCALES:
            done, total, group = done + max(total + group, 1) * ITALIAN_SCALES[word], 0, 0
            continue
        for part in _parts(word) or ():
            if part in ("cento", "cent"):
                group = group - group % 10 + 100 * (group % 10 or 1)
            elif part == "mila":
                total, group = total + group * 1000, 0
            elif part == "mille":
                total += 1000
            else:
                group += ITALIAN[part]
    return done + total + group


@cache
def _parts(word: str) -> tuple[str, ...] | None:
    """The pieces of an Italian number word; None if it is none."""
    if not word:
        return ()
    for piece in sorted([*ITALIAN, "cento", "cent", "mila", "mille"], key=len, reverse=True):
        rest = _parts(word[len(piece) :]) if word.startswith(piece) else None
        if rest is not None:
            return (piece, *rest)
    return None


def _fraction(words: list[str], language: str) -> Decimal:
    if language == "en":
        return Decimal("0." + "".join(str(ENGLISH[word]) for word in words))
    digits = words if len(words) > 1 else [str(_italian(words))]
    return Decimal("0." + "".join(word if word.isdigit() else str(ITALIAN[word]) for word in digits))
