"""Where a string of a broken reply ends: quotes of all kinds, unescaped ones inside, every sort of escape."""

import re

_DOUBLE = '"“”„‟″＂'
_SINGLE = "'‘’‚‛′＇`´"
# What may close a string that the key opened.
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
_GAP = r"[\s\u00a0\u2000-\u200f\u202f\u3000\ufeff]{0,400}+"  # possessive: blanks are never given back
_COMMENT = r"(?://[^\n]{0,400}|/\*[^*]{0,400}\*/|#[^\n]{0,400})?"
_QUOTE = r"[\"'“”„«»‘’＂]"
_KEY = rf"{_QUOTE}?[\w# -]{{1,60}}?{_QUOTE}?{_GAP}[:：=]"
# After a value in an object: its end, or a further key with its colon. In a list: its end, or a further item.
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
    """The string whose quote is at `start`: its text, the place behind it, and whether a quote inside was passed over.

    A quote ends the string only where what follows can follow a string at that place. None when no quote does.
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
