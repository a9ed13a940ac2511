"""Who may be named, and with whose word: a name from the headlines stands with "according to" its publisher.

Names are looked for among words with a capital letter inside a sentence, and among the bodies of `names.toml` wherever
they stand. A name that the figures use themselves, a place or a month needs nobody's word.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from commentary.facts.notation import MONTHS
from commentary.review.normalise import fold
from commentary.review.verdict import Finding
from commentary.writing.drafts import Draft

SENTENCE = re.compile(r"(?<=[.!?…])[\"'”’»)]*\s+(?=[\"'“‘«(]*[^\W\d_])|\n+")
WORD = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)*")
ELIDED = re.compile(r"^(?:[ldnsLDNS]|[Dd]ell|[Nn]ell|[Aa]ll|[Ss]ull|[Dd]all|[Uu]n)[’'](?=\w)")
ROOT = 5  # letters by which "Yields" is known from "yield"
ARTICLE = re.compile(r"^(?:the|il|lo|la|i|gli|le)\s|^l'")
POSSESSIVE = re.compile(r"[’']s?$")
# "according to the Paper": the name begins with a capital letter, after an article at most.
ATTRIBUTED = {
    "en": re.compile(r"\b[Aa]ccording to (?:the |The |a )?(?=[A-ZÀ-Þ])"),
    "it": re.compile(
        r"\b(?:[Ss]econdo|[Ss]tando a(?:l|lla|i|gli)?|[Ss]tando all[’'])\s?"
        r"(?:(?:il|lo|la|i|gli|le)\s|l[’'])?(?=[A-ZÀ-Þ])"
    ),
}
TEXTS = ("label_en", "label_it", "note_en", "note_it", "limits_en", "limits_it", "basis_en", "basis_it", "unit",
         "what_en", "what_it", "name_en", "name_it")  # fmt: skip
SAY = {
    "en": 'Put "according to" and the publisher of its headline into the same sentence, or leave the name out.',
    "it": "Put “secondo” and the publisher of its headline into the same sentence.",
}


def check(draft: Draft, facts: Mapping[str, Any], *, lang: str) -> Iterable[Finding]:
    """A finding for each sentence that names somebody without the word of a publisher who did."""
    stories = facts.get("stories") or ()
    known = frozenset(_known(facts)) | _ordinary()
    for sentence in (part for part in SENTENCE.split(draft.body) if part):
        yield from _sentence(sentence, stories, known, lang)


def _sentence(
    sentence: str, stories: Sequence[Mapping[str, Any]], known: frozenset[str], lang: str
) -> Iterable[Finding]:
    vouched = [story for story in stories if _attributes(sentence, story["publisher"], lang)]
    yield from _false_source(sentence, stories, lang)
    own = {word for story in vouched for word in _words(story["publisher"])}
    for name in sorted(_names(sentence, stories, known) - known - own):
        tellers = [
            story for story in stories if name in _words(f"{story['title']} {story.get('summary', '')}")
        ]
        if any(story["publisher"] == each["publisher"] for story in tellers for each in vouched):
            continue
        if tellers:
            yield Finding("form.attribution", sentence[:200], f"{name!r} is from a headline.", SAY[lang])
        elif name in bodies():
            reason = f"No headline names {name!r}."
            yield Finding("form.named", sentence[:200], reason, "Name nobody whom no headline names.")


def _false_source(sentence: str, stories: Sequence[Mapping[str, Any]], lang: str) -> Iterable[Finding]:
    """ "According to" somebody who published none of the headlines."""
    names = tuple(_source(story["publisher"]) for story in stories)
    for found in ATTRIBUTED[lang].finditer(sentence):
        if not _source(sentence[found.end() :]).startswith(names):
            reason = "Nobody of that name published a headline."
            yield Finding("form.source", sentence[found.start() :][:80], reason, SAY[lang])


def _attributes(sentence: str, publisher: str, lang: str) -> bool:
    found = ATTRIBUTED[lang].finditer(sentence)
    return any(_source(sentence[each.end() :]).startswith(_source(publisher)) for each in found)


def _source(text: str) -> str:
    """Folded, without an article that may or may not belong to the name."""
    return ARTICLE.sub("", " ".join(fold(text, lang="en").text.casefold().split()))


def _names(sentence: str, stories: Sequence[Mapping[str, Any]], known: frozenset[str]) -> set[str]:
    """Words with a capital letter inside the sentence, bodies wherever they stand, and how it opens where that is a
    word of the headlines that no figure has.
    """
    found = [_bare(each[0]) for each in WORD.finditer(sentence)]
    inside = {word.casefold() for word in found[1:] if word[:1].isupper()}
    first = {word.casefold() for word in found[:1]}
    told = {word for story in stories for word in _words(f"{story['title']} {story.get('summary', '')}")}
    roots = {word[:ROOT] for word in known}
    opens = {word for word in first & told if len(word) > ROOT and word[:ROOT] not in roots}
    return inside | (first & bodies()) | opens


def _bare(word: str) -> str:
    """Without an Italian article before it or an English genitive behind it."""
    return POSSESSIVE.sub("", ELIDED.sub("", word))


def _words(text: str) -> set[str]:
    return {_bare(word).casefold() for word in WORD.findall(fold(text, lang="en").text)}


def _known(document: Any) -> Iterable[str]:
    """Every word of the texts that the figures and the agenda bring with them."""
    for part in ("rows", "agenda"):
        for entry in document.get(part) or ():
            for name in TEXTS:
                yield from _words(entry.get(name, ""))
            for crossed in entry.get("crossed", ()):
                yield from _words(f"{crossed.get('name_en', '')} {crossed.get('name_it', '')}")


@cache
def _lists() -> dict[str, list[str]]:
    return tomllib.loads(Path(__file__).with_name("names.toml").read_text(encoding="utf-8"))


@cache
def bodies() -> frozenset[str]:
    """Words that stand for a body or a company, whatever else the text says."""
    return frozenset(word.casefold() for word in _lists()["bodies"])


@cache
def _ordinary() -> set[str]:
    """Places, peoples, months, days and the words that are written with capitals everywhere."""
    months = {month.casefold() for names in MONTHS.values() for month in names.split()}
    return months | {word.casefold() for name in ("places", "words") for word in _lists()[name]}
