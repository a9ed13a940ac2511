"""Decodes a feed's bytes by byte order mark, header or declaration, else by a guess.

Bytes that are valid UTF-8 beyond ASCII are decoded as UTF-8 whatever 8-bit encoding is named: other text is
practically never valid UTF-8.
"""

import codecs
import re
from collections.abc import Iterator

from charset_normalizer import from_bytes

MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    ("<?".encode("utf-32-le"), "utf-32-le"),
    ("<?".encode("utf-32-be"), "utf-32-be"),
    ("<?".encode("utf-16-le"), "utf-16-le"),
    ("<?".encode("utf-16-be"), "utf-16-be"),
    ("<?x".encode("cp037"), "cp037"),
)
# A UTF-16 document without a mark is recognised by its first characters, which are ASCII.
WIDE_WITHIN = 64
# Limits the search, since the first line of a document may be the whole of it.
DECLARED_WITHIN = 400
DECLARED = re.compile(rb"""\s{0,80}<\?xml[^>]{1,300}?encoding\s{0,20}=\s{0,20}["']([\w.:-]{1,40})["']""")
CHARSET = re.compile(r"""charset\s{0,20}=\s{0,20}["']?([\w.:-]{1,40})""", re.IGNORECASE)
DECLARATION = re.compile(r"<\?xml\b[^>]*>")
GUESSED_AMONG = 2**20
GUESSED_BY = 20_000
# English and Italian (settings.LANGUAGES) have single non-ASCII letters among ASCII ones, "è già più", or
# punctuation; other scripts decoded as windows-1252 are long runs.
BEYOND_ASCII = re.compile(r"[^\x00-\x7f‘’‚“”„–—…«»€\xa0]+")
LONGEST_WESTERN_RUN = 2
WESTERN_ENOUGH = 0.9
# A character beyond U+FFFF written as two three-byte surrogates (CESU-8), as some databases export it.
CESU = re.compile(rb"\xed[\xa0-\xaf][\x80-\xbf]\xed[\xb0-\xbf][\x80-\xbf]")
LONE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
# The first bytes of a truncated character; C2 or C3 alone are practically never windows-1252.
HALF = re.compile(rb"[\xc2\xc3]|[\xe0-\xef][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{1,2}")
BEYOND = re.compile(rb"[\x80-\xff]")
SEQUENCE = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}",
)
# Least share of non-ASCII bytes in valid UTF-8 sequences, by what is named: UTF-8, nothing, another encoding.
FITTING_NAMED, FITTING_UNNAMED, FITTING_OTHER = 0.5, 0.6, 0.8
EIGHT_BIT = bytes(range(128, 256))
# Not used for documents, and slow: quadratic in the length of the input.
UNFIT = {"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape", "utf-7"}
WIDER = {"gb2312": "gb18030"}


def text_of(body: bytes, content_type: str) -> tuple[str, int]:
    """Returns the document and the number of invalid UTF-8 sequences that were repaired.

    The document is without byte order mark, XML declaration and leading whitespace.
    """
    named_encodings = _named(body, content_type)
    for encoding in _marked(body):
        if (text := _decoded(body, encoding)) is not None:
            return _without_declaration(text), 0
    if (not named_encodings or _may_be_utf8(named_encodings[0])) and (
        found := _as_utf8(body, named_encodings)
    ):
        return _without_declaration(found[0]), found[1]
    for encoding in _candidates(body, named_encodings):
        if (text := _decoded(body, encoding)) is not None:
            return _without_declaration(text), 0
    return _without_declaration(body.decode("iso-8859-2")), 0  # defines every byte


def _decoded(body: bytes, encoding: str) -> str | None:
    try:
        return body.decode(encoding)
    except (UnicodeError, LookupError):
        return None


def _marked(body: bytes) -> Iterator[str]:
    yield from (encoding for mark, encoding in MARKS if body.startswith(mark))
    yield from _wide(body)


def _named(body: bytes, content_type: str) -> list[str]:
    """Returns the encodings named by the header and the declaration that are possible for this document."""
    named = CHARSET.search(content_type[:500])
    declared = DECLARED.match(body.removeprefix(codecs.BOM_UTF8)[:DECLARED_WITHIN])
    named_encodings = [named[1]] if named else []
    named_encodings += [declared[1].decode("ascii", "replace")] if declared else []
    fit = [found for name in named_encodings if (found := _codec(name))]
    # A document that begins with the single byte "<" cannot be in a two- or four-byte encoding.
    narrow = body.lstrip().startswith(b"<") and b"\0" not in body[:8]
    return [name for name in fit if not narrow or _decoded(b"<", name) == "<"]


def _candidates(body: bytes, named_encodings: list[str]) -> Iterator[str]:
    """Yields encodings by priority: header, declaration, the usual ones."""
    yield from named_encodings
    yield "utf-8"
    if not named_encodings:
        yield from _guesses(body)
    yield "windows-1252"


def _as_utf8(body: bytes, named_encodings: list[str]) -> tuple[str, int] | None:
    """Returns the text and the number of repairs, or None if too few non-ASCII bytes are valid UTF-8."""
    if not BEYOND.search(body):
        return None
    if LONE.search(body):
        body = LONE.sub("\ufffd".encode(), CESU.sub(_joined, body))
    if (text := _decoded(body, "utf-8")) is not None:
        return text, 0
    beyond = len(BEYOND.findall(body))
    fitting = sum(map(len, SEQUENCE.findall(body)))
    least = (
        FITTING_NAMED
        if "utf-8" in named_encodings
        else FITTING_UNNAMED
        if not named_encodings
        else FITTING_OTHER
    )
    if fitting < beyond * least:
        return None
    repaired = body.decode("utf-8", "feed_repair")
    return repaired, beyond - fitting


def _joined(pair: re.Match[bytes]) -> bytes:
    return (
        pair[0].decode("utf-8", "surrogatepass").encode("utf-16", "surrogatepass").decode("utf-16").encode()
    )


def _repair(error: UnicodeError) -> tuple[str, int]:
    """Handles invalid UTF-8: drops a truncated character, decodes anything else as windows-1252."""
    assert isinstance(error, UnicodeDecodeError)
    run = error.object[error.start : error.end]
    if HALF.fullmatch(run):
        return "", error.end
    return run.decode("windows-1252", "replace"), error.end


codecs.register_error("feed_repair", _repair)


def _codec(name: str) -> str:
    """Returns the codec of an encoding name, "" if it is unknown or unsuitable for documents."""
    try:
        found = codecs.lookup(WIDER.get(name.lower(), name)).name
    except (LookupError, ValueError):
        return ""
    return "" if found in UNFIT else found


def _may_be_utf8(encoding: str) -> bool:
    """Returns whether the encoding is UTF-8 or has one byte per character."""
    if encoding == "utf-8":
        return True
    try:
        return len(EIGHT_BIT.decode(encoding, "replace")) == len(EIGHT_BIT)
    except (UnicodeError, LookupError):
        return False


def _wide(body: bytes) -> Iterator[str]:
    """Recognises UTF-16 without a mark: every other one of the first bytes is zero."""
    even, odd = body[:WIDE_WITHIN:2], body[1:WIDE_WITHIN:2]
    if len(odd) > 8 and not any(odd) and all(even):
        yield "utf-16-le"
    elif len(odd) > 8 and not any(even) and all(odd):
        yield "utf-16-be"


def _guesses(body: bytes) -> Iterator[str]:
    lines = body[:GUESSED_AMONG].splitlines()
    named_encodings = b" ".join(line for line in lines if not line.isascii())[:GUESSED_BY]
    words = re.sub(rb"<[^<>]*+>", b" ", named_encodings)
    if _is_western(words):
        yield "windows-1252"
    guess = from_bytes(words).best()
    if guess is not None:
        yield guess.encoding


def _is_western(words: bytes) -> bool:
    """Returns whether the bytes read as text of the configured feed languages."""
    try:
        text = words.decode("windows-1252")
    except UnicodeError:
        return False
    runs = [len(run) for run in BEYOND_ASCII.findall(text)]
    short = sum(run <= LONGEST_WESTERN_RUN for run in runs)
    return short >= WESTERN_ENOUGH * len(runs)


def _without_declaration(text: str) -> str:
    text = text.removeprefix("\ufeff").lstrip()
    declaration = DECLARATION.match(text)
    return text[declaration.end() :].lstrip() if declaration else text
