"""Folds a text to a canonical form before review, with a map back to the original.

Characters are read by appearance, so that disguised words are recognised. Invisible characters and words of
mixed scripts are reported as oddities.
"""

import html
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field

from commentary.review.confusables import LOOKALIKES, is_foreign

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_BLOCK_TAG = re.compile(r"</?(?:p|br|div|li|ul|ol|h[1-6]|tr|table|section|article)\b[^<>]{0,300}>", re.I)
_CELL_TAG = re.compile(r"</?t[dh]\b[^<>]{0,300}>", re.I)
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,300}>|<!--[^<>]{0,500}-->")
_MARKS = re.compile(
    r"[*`~]+|(?<!_)(?:(?<=[^\W_])_++(?=[^\W_])|(?<![^\W_])_++(?=[^\W_])|(?<=[^\W_])_++(?![^\W_]))"
)
_LINK = re.compile(r"\[([^\[\]\n]{1,200})\]\([^()\s]{1,300}\)")
_HYPHEN_BREAK = re.compile(r"(?<=[^\W\d_])-[ \t]*\n[ \t]*(?=[^\W\d_])")
_SOFT_BREAK = re.compile(r"(?<![ \t])[ \t]*+\n[ \t]*+(?=[a-zà-ÿ(])")
_SPACED = re.compile(r"(?<![^\W_])[^\W\d_]([ .\-·/|])[^\W\d_](?:\1[^\W\d_])+(?![^\W_])")
_LEET = re.compile(
    r"(?<![^\W_])[a-z]{1,12}[013457@$]{1,3}[a-z]{1,12}(?:[013457@$]{1,2}[a-z]{1,12})?(?![^\W_])"
)
_ACCENT = re.compile(r"(?<=[a-z])([aeiou])'(?=[\s,.;:!?]|$)")
_BLANKS = re.compile(r"[^\S\n]{2,}|[^\S\n ]")
_WORD = re.compile(r"[^\W\d_]{2,}")
_WORDS = re.compile(r"[^\W_]+")
_INVISIBLE = {"\u3164", "\u115f", "\u1160", "\uffa0", "\u2800", "\u034f", "\u180e", "\u17b4", "\u17b5"}
_SAME = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u02bc\u00b4\u2032\u02b9\u02bb", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u2039\u203a", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63", "-"),
    }
)
_LEET_LETTERS = str.maketrans("013457@$", "oleastas")
_GRAVE = dict(zip("aeiou", "àèìòù", strict=True))


@dataclass
class Folded:
    """Folded text with an offset into `original` for each character; `oddities` are spans of the original."""

    original: str
    text: str
    offsets: list[int]
    oddities: list[tuple[str, int, int]] = field(default_factory=list)

    def excerpt(self, start: int, end: int, limit: int = 160) -> str:
        """Returns the original words of a span of the folded text."""
        if not self.offsets or start >= len(self.offsets):
            return ""
        first = self.offsets[start]
        last = self.offsets[min(end, len(self.offsets)) - 1] + 1
        return " ".join(self.original[first : max(last, first + 1)].split())[:limit]

    def _sub(self, pattern: re.Pattern[str], new: Callable[[re.Match[str]], str]) -> None:
        """Replaces matches; inserted characters map to the start of the match."""
        parts: list[str] = []
        offsets: list[int] = []
        at = 0
        for match in pattern.finditer(self.text):
            start, end = match.span()
            parts.append(self.text[at:start])
            offsets += self.offsets[at:start]
            text = new(match)
            parts.append(text)
            if end - start == len(text):
                offsets += self.offsets[start:end]
            else:
                offsets += [self.offsets[start]] * len(text) if start < end else []
            at = end
        if at:
            parts.append(self.text[at:])
            offsets += self.offsets[at:]
            self.text, self.offsets = "".join(parts), offsets


def fold(text: str, *, lang: str = "en") -> Folded:
    """Folds entities, tags, compatibility forms, hidden and look-alike letters, markup, spaces and case."""
    folded = _compose(text)
    folded._sub(_HYPHEN_BREAK, lambda _m: "")
    folded._sub(_SOFT_BREAK, lambda _m: " ")
    _lower(folded)
    folded._sub(_SPACED, _joined(folded))
    folded._sub(_LEET, lambda m: _without_leet(m[0]))
    if lang == "it":
        folded._sub(_ACCENT, lambda m: _GRAVE[m[1]])
    folded._sub(_BLANKS, lambda _m: " ")
    return folded


def words_of(text: str) -> list[str]:
    """Returns the words of a text, folded and without punctuation."""
    return _WORDS.findall(fold(text, lang="en").text.casefold())


def _compose(text: str) -> Folded:
    folded = Folded(text, text, list(range(len(text))))
    if "&" in text:
        folded._sub(_ENTITY, lambda m: html.unescape(m[0]))
    if "<" in folded.text:
        folded._sub(_BLOCK_TAG, lambda _m: "\n")
        folded._sub(_CELL_TAG, lambda _m: " | ")
        folded._sub(_TAG, lambda _m: "")
    if not folded.text.isascii():
        _drop_hidden(folded)
        _compatible(folded)
        folded.text = folded.text.translate(_SAME)
        _unmix(folded)
    folded._sub(_LINK, lambda m: m[1])
    folded._sub(_MARKS, lambda _m: "")
    return folded


def _drop_hidden(folded: Folded) -> None:
    """Removes zero-width characters and reports them as oddities."""
    hidden = {char for char in set(folded.text) if char > "\u00ac" and _is_hidden(char)}
    if not hidden:
        return
    characters: list[str] = []
    offsets: list[int] = []
    for char, offset in zip(folded.text, folded.offsets, strict=True):
        if char in hidden:
            folded.oddities.append(("hidden_character", offset, offset + 1))
        else:
            characters.append(char)
            offsets.append(offset)
    folded.text, folded.offsets = "".join(characters), offsets


def _is_hidden(char: str) -> bool:
    return (
        char in _INVISIBLE or "\ufe00" <= char <= "\ufe0f" or unicodedata.category(char) in ("Cf", "Co", "Cn")
    )


def _compatible(folded: Folded) -> None:
    """Applies NFKC to each base character with its combining marks."""
    if unicodedata.is_normalized("NFKC", folded.text):
        return
    parts: list[str] = []
    offsets: list[int] = []
    text, at = folded.text, 0
    while at < len(text):
        end = at + 1
        while end < len(text) and end - at < 8 and unicodedata.combining(text[end]):
            end += 1
        new = text[at:end] if text[at:end].isascii() else unicodedata.normalize("NFKC", text[at:end])
        parts.append(new)
        offsets += [folded.offsets[at]] * len(new)
        at = end
    folded.text, folded.offsets = "".join(parts), offsets


def _unmix(folded: Folded) -> None:
    """Replaces look-alike letters by Latin ones; words with foreign letters are oddities."""
    chars: list[str] | None = None
    for match in _WORD.finditer(folded.text):
        word = match[0]
        if word.isascii() or not any(is_foreign(char) for char in word):
            continue
        start = match.start()
        chars = chars or list(folded.text)
        chars[start : match.end()] = [LOOKALIKES.get(char, char) for char in word]
        folded.oddities.append(
            ("foreign_letters", folded.offsets[start], folded.offsets[match.end() - 1] + 1)
        )
    if chars is not None:
        folded.text = "".join(chars)


def _lower(folded: Folded) -> None:
    lowered = folded.text.lower()
    if len(lowered) == len(folded.text):
        folded.text = lowered
        return
    parts = [char.lower() for char in folded.text]
    folded.offsets = [o for o, part in zip(folded.offsets, parts, strict=True) for _ in part]
    folded.text = "".join(parts)


def _joined(folded: Folded) -> Callable[[re.Match[str]], str]:
    """Joins letters separated by the same character; spaced or hyphenated ones are oddities."""

    def join(match: re.Match[str]) -> str:
        if match[1] in " -·" and len(match[0]) >= 5:
            start, end = folded.offsets[match.start()], folded.offsets[match.end() - 1] + 1
            folded.oddities.append(("spaced_letters", start, end))
        return match[0].replace(match[1], "")

    return join


def _without_leet(word: str) -> str:
    """Replaces digits in words such as s3ll and b0nds, but not in g7 and b2b."""
    return word if len(word) < 4 else word.translate(_LEET_LETTERS)
