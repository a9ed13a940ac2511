"""Whether Italian prose holds together: its language, and what must agree in gender, number and auxiliary.

Patterns of what no native writes, not a grammar: what they do not know passes, and the second reviewer reads the rest.
The words are in `italian.toml`.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from commentary.review.grounding.subjects import about
from commentary.review.grounding.words import words
from commentary.review.normalise import readable
from commentary.review.sentences import segments
from commentary.review.verdict import Finding

PATH = Path(__file__).with_name("italian.toml")
FOREIGN_SHARE, FOREIGN_LEAST = (
    0.12,
    2,
)  # of a sentence's words that may be another language's, and how many in all
LEAST_WORDS, MOST_WORDS = 5, 16  # of a sentence that must have a verb
NO_ENDING = frozenset(
    "bcdfgkhjmpqstvwxyz"
)  # letters that end no Italian word; l, n and r do ("per", "han", "qual")
PLURALS = ("sono", "erano", "hanno")
_VERBLESS = re.compile(
    r"(?:(?:il|lo|la|i|gli|le) |l'|bilancio )[^,;:]{3,60}? (?:al|all'|a|meno) ?\d[\d.,]* ?(?:%|perc)"
)
_WORD = re.compile(r"[^\W\d_]+'?")
_SMALL = re.compile(r"(?<![\w'])[a-zà-ù]{3,}(?![\w'])")  # no names, nothing cut off by an apostrophe
_NUMBER = re.compile(r"\d")
_ARTICLES = {
    "il": "ms", "lo": "ms", "un": "ms", "uno": "ms", "del": "ms", "dello": "ms", "al": "ms", "nel": "ms", "dal": "ms", "sul": "ms",
    "la": "fs", "una": "fs", "della": "fs", "alla": "fs", "nella": "fs", "dalla": "fs", "sulla": "fs",
    "i": "mp", "gli": "mp", "dei": "mp", "degli": "mp", "ai": "mp", "nei": "mp", "dai": "mp",
    "le": "fp", "delle": "fp", "alle": "fp", "nelle": "fp", "dalle": "fp",
}  # fmt: skip
_ENDINGS = {"o": "ms", "a": "fs", "i": "mp", "e": "fp"}
_PLACED = re.compile(
    r"(?:il |lo |la |i |gli |le |l')(?P<noun>[^\W\d_]+) (?:nell'area (?:dell')?euro|in italia|negli stati uniti|nel regno unito|in giappone|italian[oaie]|american[oaie]) "
    r"(?:erano|era|sono|è|valgono|vale) (?:al |all'|il |l'|lo |pari al )?\d"
)
_SUBJECT = re.compile(
    r"(?:^|, |; |: |\b(?:e|mentre|ma|che) )(?P<article>il |lo |la |i |gli |le |l')(?P<noun>[^\W\d_]+)(?P<rest>(?: (?!è\b|sono\b|era\b|erano\b|ha\b|hanno\b)[^\s,;:.()]+){0,7}?) "
    r"(?:si )?(?P<verb>è|sono|era|erano|ha|hanno|costa|costano|costava|costavano|vale|valgono|sale|salgono|scende|scendono|resta|restano)\b"
    r"(?: (?:leggermente|ancora|poco|appena|anche|già|stat[oaie]|più))* ?(?P<word>[^\W\d_]*)"
)


@cache
def _known() -> tuple[dict[str, str], dict[str, re.Pattern[str]], frozenset[str], frozenset[str]]:
    found = tomllib.loads(PATH.read_text(encoding="utf-8"))
    nouns = {noun: form for form, each in found["nouns"].items() for noun in each.split()}
    wrong = {why: re.compile(pattern) for why, pattern in found["wrong"].items()}
    return (
        nouns,
        wrong,
        frozenset(found["foreign"]["words"].split()),
        frozenset(found["foreign"]["verbs"].split()),
    )


def italian(text: str, facts: Mapping[str, Any] | None = None) -> list[Finding]:
    """Findings for each sentence that is broken, mixed with another language, or says its figures of nothing known."""
    found: list[Finding] = []
    for place, segment in enumerate(segments(readable(text).text)):
        for rule, why in _faults(segment.text, alone=facts is not None and place == 0):
            found.append(_finding(rule, segment.text.lower(), why))
    return found


def _faults(written: str, *, alone: bool) -> Iterator[tuple[str, str]]:
    _nouns, wrong, foreign, _verbs = _known()
    sentence = written.lower()
    said = [word.rstrip("'") for word in _WORD.findall(sentence)]
    strange = [word for word in said if word in foreign]
    if len(strange) >= FOREIGN_LEAST or (strange and len(strange) / len(said) >= FOREIGN_SHARE):
        yield "language", f"is not Italian: {', '.join(strange[:4])}"
        return
    odd = [*strange, *(word for word in _foreign_forms(_SMALL.findall(written)) if word not in strange)]
    if len(odd) >= FOREIGN_LEAST:
        yield "language", f"is not Italian: {', '.join(odd[:4])}"
        return
    for why, pattern in wrong.items():
        if match := pattern.search(sentence):
            yield "grammar", f"{why.replace('_', ' ')}: {match[0]}"
            return
    yield from _agreement(sentence)
    if alone:
        yield from _subject(sentence)
    if LEAST_WORDS <= len(said) <= MOST_WORDS and _VERBLESS.match(sentence) and not _has_verb(said):
        yield "grammar", "has no verb"


def _agreement(sentence: str) -> Iterator[tuple[str, str]]:
    """Article and noun; subject and verb; subject and participle after "essere"."""
    nouns = _known()[0]
    for article, noun in re.findall(r"\b(\w+) ([^\W\d_]+)", sentence):
        form, own = _ARTICLES.get(article), nouns.get(noun)
        if form and own and form not in own.split("|"):
            yield "agreement", f"article and noun do not agree: {article} {noun}"
            return
    for match in _SUBJECT.finditer(sentence):
        form = nouns.get(match["noun"])
        if (
            form is None
            or "|" in form
            or (match[0].startswith("e ") and match["verb"] in PLURALS)
            or re.search(r"\b(?:e|che|cui|quanto|come|quando|dove|quali|se)\b", match["rest"])
        ):
            continue
        plural, verb = form[1] == "p", match["verb"]
        if plural != (verb.endswith(("no", "ono")) or verb == "sono"):
            yield "agreement", f"subject and verb do not agree: {match[0].strip()}"
            return
        word = match["word"]
        if verb in ("è", "sono", "era", "erano") and _participle(word) and _ENDINGS[word[-1]] != form:
            yield "agreement", f"subject and participle do not agree: {match[0].strip()}"
            return


def _foreign_forms(words: list[str]) -> list[str]:
    """Words that end as hardly any Italian word does, and that Italian has not taken over."""
    known = _known()[0]
    return [
        word for word in words
        if word[-1] in NO_ENDING and word not in known and word not in _loans()
    ]  # fmt: skip


@cache
def _loans() -> frozenset[str]:
    found = tomllib.loads(PATH.read_text(encoding="utf-8"))
    return frozenset(found["loans"]["words"].split())


def _participle(word: str) -> bool:
    return (
        len(word) > 4
        and re.search(
            r"(?:at|ut|it|sces|mess|rimast|strett|ridott|ferm|invariat|cresciut|car|bass|alt)[oaie]$", word
        )
        is not None
    )


def _subject(sentence: str) -> Iterator[tuple[str, str]]:
    """A figure said of a noun that is no figure: "i gatti nell'area euro erano il 3,0 %"."""
    nouns = _known()[0]
    match = _PLACED.match(sentence)
    if match and match["noun"] not in nouns and not about(sentence, words("it")).concepts:
        yield "subject", f"a figure of something that no figure is about: {match[0]}"


def _has_verb(said: list[str]) -> bool:
    verbs = _known()[3]
    return any(
        word in verbs
        or re.search(
            r"(?:ato|ata|ati|ate|uto|uta|uti|ute|ava|avano|eva|evano|ono|ano|erà|sse|isce|isca|ò|iva)$", word
        )
        for word in said
    )


def _finding(rule: str, sentence: str, why: str) -> Finding:
    excerpt = sentence.strip()[:160]
    return Finding(
        f"italian.{rule}",
        excerpt,
        why[0].upper() + why[1:] + ".",
        f"Write this in correct Italian: “{excerpt}” ({why}).",
    )
