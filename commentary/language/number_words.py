"""Numbers in words, English and Italian. Pure.

num2words 0.5.14 writes "centodicotto" for 118 in Italian, so it is not used (docs/libraries.md).
"""

ENGLISH = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]  # fmt: skip
ENGLISH_TENS = ["_", "_", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
ITALIAN = [
    "zero", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci", "undici", "dodici",
    "tredici", "quattordici", "quindici", "sedici", "diciassette", "diciotto", "diciannove",
]  # fmt: skip
ITALIAN_TENS = [
    "_", "_", "venti", "trenta", "quaranta", "cinquanta", "sessanta", "settanta", "ottanta", "novanta",
]  # fmt: skip
SCALES = (  # value, English, Italian singular and plural
    (10**12, "trillion", "mille miliardi", "mila miliardi"),
    (10**9, "billion", "un miliardo", " miliardi"),
    (10**6, "million", "un milione", " milioni"),
    (10**3, "thousand", "mille", "mila"),
)
MOST = 10**15
IRREGULAR = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
}  # fmt: skip
ITALIAN_ORDINALS = [
    "_", "primo", "secondo", "terzo", "quarto", "quinto", "sesto", "settimo", "ottavo", "nono", "decimo",
]  # fmt: skip


def cardinal(number: int, language: str) -> str:
    """ "one hundred and eighteen", "centodiciotto"; from 10^15 on digit by digit. For numbers from 0."""
    if number >= MOST:
        return spelled(str(number), language)
    return _italian(number) if language == "it" else _english(number)


def decimal(whole: int, rest: str, language: str) -> str:
    """ "four point one two", "quattro virgola dodici"; zeros at the end of the decimals `rest` are not read."""
    rest = rest.rstrip("0")
    if not rest:
        return cardinal(whole, language)
    if language == "en":
        return f"{cardinal(whole, 'en')} point {spelled(rest, 'en')}"
    # As Italians read them: "virgola dodici", but "virgola uno due cinque".
    if len(rest) > 2 or rest.startswith("0"):
        return f"{cardinal(whole, 'it')} virgola {spelled(rest, 'it')}"
    return f"{cardinal(whole, 'it')} virgola {cardinal(int(rest), 'it')}"


def spelled(digits: str, language: str) -> str:
    """ "one two"."""
    return " ".join((ITALIAN if language == "it" else ENGLISH)[int(digit)] for digit in digits)


def year(number: int, language: str) -> str:
    """ "twenty twenty-five", "two thousand and five", "nineteen ninety"; "duemilaventicinque"."""
    century, rest = divmod(number, 100)
    if language == "it" or (century % 10 == 0 and rest < 10):
        return cardinal(number, language)
    end = "hundred" if not rest else f"oh {_english(rest)}" if rest < 10 else _english(rest)
    return f"{_english(century)} {end}"


def ordinal(place: int, language: str, *, feminine: bool = False) -> str:
    """ "twenty-first", "ventunesimo", "ventunesima"."""
    if language == "it":
        word = ITALIAN_ORDINALS[place] if 0 < place <= 10 else _italian_ordinal(place)
        return word[:-1] + "a" if feminine else word
    words = _english(place)
    at = max(words.rfind(" "), words.rfind("-")) + 1
    last = words[at:]
    return words[:at] + (IRREGULAR.get(last) or (last[:-1] + "ieth" if last.endswith("y") else f"{last}th"))


def _english(number: int) -> str:
    if number < 20:
        return ENGLISH[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return ENGLISH_TENS[tens] + (f"-{ENGLISH[ones]}" if ones else "")
    if number < 1000:
        hundreds, rest = divmod(number, 100)
        return f"{ENGLISH[hundreds]} hundred" + (f" and {_english(rest)}" if rest else "")
    value, name = next((value, name) for value, name, *_italian in SCALES if number >= value)
    many, rest = divmod(number, value)
    joint = " and " if 0 < rest < 100 else " "
    return f"{_english(many)} {name}" + (f"{joint}{_english(rest)}" if rest else "")


def _italian(number: int) -> str:
    if number < 1000:
        return _italian_hundreds(number)
    value, one, many = next((value, one, many) for value, _name, one, many in SCALES if number >= value)
    count, rest = divmod(number, value)
    words = _italian(count)
    head = one if count == 1 else f"{words.replace('tré', 'tre') if many.startswith('mila') else words}{many}"
    if not rest:
        return head
    if value > 1000:
        return f"{head} {_italian(rest)}"
    return head + ("tré" if rest == 3 else _italian(rest))


def _italian_hundreds(number: int) -> str:
    if number < 20:
        return ITALIAN[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        head = ITALIAN_TENS[tens][:-1] if ones in (1, 8) else ITALIAN_TENS[tens]
        return head + ("tré" if ones == 3 else ITALIAN[ones] if ones else "")
    hundreds, rest = divmod(number, 100)
    head = (ITALIAN[hundreds] if hundreds > 1 else "") + "cento"
    if 80 <= rest <= 89:
        head = head[:-1]  # "centottanta"
    return head + ("tré" if rest == 3 else _italian_hundreds(rest) if rest else "")


def _italian_ordinal(place: int) -> str:
    word = _italian(place)
    if word.endswith("tré"):
        return word[:-1] + "eesimo"
    return (word if word.endswith("sei") else word[:-1]) + "esimo"
