"""Finds where a string ends in malformed JSON from a model: any quote characters, unescaped quotes, any escape."""

import re

_DOUBLE = '"“”„‟″＂'
_SINGLE = "'‘’‚‛′＇`´"
# Characters that may close a string, by its opening quote.
CLOSERS = {
    '"': '"',
    **dict.fromkeys("“”„‟″＂", _DOUBLE),
    "'": "'",
    **dict.fromkeys("‘’‚‛′＇`´", _SINGLE),
    "«": "»«",
    "»": "»«",
    "‹": "›‹",
    "›": "›‹",
}
ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
PLAIN = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
_GAP = r"[\s\u00a0\u2000-\u200f\u202f\u3000\ufeff]{0,400}+"  # possessive: no backtracking into blanks
_COMMENT = r"(?://[^\n]{0,400}|/\*[^*]{0,400}\*/|#[^\n]{0,400})?"
_QUOTE = r"[\"'“”„«»‘’＂]"
_KEY = rf"{_QUOTE}?[\w# -]{{1,60}}?{_QUOTE}?{_GAP}[:：=]"
# What may follow a value: in an object, its end or another key with a colon; in a list, its end or another item.
IN_OBJECT = re.compile(
    rf"{_GAP}{_COMMENT}{_GAP}(?:[}}｝]|\Z|[,，;、]+{_GAP}{_COMMENT}{_GAP}(?:{_KEY}|[}}｝]|\Z|//|/\*|#)"
    rf"|\s{_GAP}{_QUOTE}[\w# -]{{1,60}}?{_QUOTE}{_GAP}[:：=])"
)
IN_LIST = re.compile(
    rf"{_GAP}{_COMMENT}{_GAP}(?:[\]］}}｝)）]|\Z|[,，;、]+{_GAP}(?:{_QUOTE}|[\[{{(［｛\]］}}｝)）]|[\w#.-]|\Z|//|/\*)|{_QUOTE}|[\[{{])"
)
AS_KEY = re.compile(rf"{_GAP}{_COMMENT}{_GAP}(?:[:：]|=|[,，}}｝]|\Z|[\[{{])")
MOST_QUOTES = 400


def read_string(text: str, start: int, *, node_kind: str, is_key: bool) -> tuple[str, int, bool] | None:
    """Returns the text of the string whose quote is at `start`, its end, and whether it contains an unescaped quote.

    A quote closes the string only if the text after it is valid there. Returns None if no quote does.
    """
    closers = CLOSERS[text[start]]
    follows = AS_KEY if is_key else IN_OBJECT if node_kind == "{" else IN_LIST
    wanted = re.compile(rf"\\.|[{closers}]", re.DOTALL)
    passed = 0
    for found in wanted.finditer(text, start + 1):
        if found.group()[0] == "\\":
            continue
        if follows.match(text, found.end()):
            return _unescaped(text[start + 1 : found.start()]), found.end(), passed > 0
        passed += 1
        if passed > MOST_QUOTES:
            return None
    return None


def _unescaped(text: str) -> str:
    return ESCAPE.sub(_char, text) if "\\" in text else text


def _char(found: re.Match[str]) -> str:
    code = found.group(1) or found.group(2)
    if code:
        return chr(int(code, 16))
    return PLAIN.get(found.group(3), found.group(3))
