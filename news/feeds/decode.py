"""A feed's bytes as text, in the encoding that its bytes, its header or its declaration name, else a likely one.

Bytes that are valid UTF-8 beyond ASCII are UTF-8, whatever 8-bit encoding is named: no other text looks like it.
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
# A document without a mark that is written in two bytes a character shows it in its first signs, which are ASCII.
WIDE_WITHIN = 64
# Looked for in the first bytes alone: a stranger's first line may be the whole document.
DECLARED_WITHIN = 400
DECLARED = re.compile(rb"""\s{0,80}<\?xml[^>]{1,300}?encoding\s{0,20}=\s{0,20}["']([\w.:-]{1,40})["']""")
CHARSET = re.compile(r"""charset\s{0,20}=\s{0,20}["']?([\w.:-]{1,40})""", re.IGNORECASE)
DECLARATION = re.compile(r"<\?xml\b[^>]*>")
GUESSED_AMONG = 2**20
GUESSED_BY = 20_000
# What English and Italian (settings.LANGUAGES) write beyond ASCII stands alone among ASCII letters, "è già più",
# or is punctuation; other scripts, read as windows-1252, are long runs.
BEYOND_ASCII = re.compile(r"[^\x00-\x7f‘’‚“”„–—…«»€\xa0]+")
LONGEST_WESTERN_RUN = 2
WESTERN_ENOUGH = 0.9
# A character beyond U+FFFF written as two surrogates of three bytes each (CESU-8), as some databases export it.
CESU = re.compile(rb"\xed[\xa0-\xaf][\x80-\xbf]\xed[\xb0-\xbf][\x80-\xbf]")
LONE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
# The first bytes of a character that was cut through; alone, C2 and C3 are as good as never windows-1252.
HALF = re.compile(rb"[\xc2\xc3]|[\xe0-\xef][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{1,2}")
BEYOND = re.compile(rb"[\x80-\xff]")
SEQUENCE = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}",
)
# Of the bytes beyond ASCII those that are UTF-8, where it is named, nothing is, or another encoding is.
FITTING_NAMED, FITTING_UNNAMED, FITTING_OTHER = 0.5, 0.6, 0.8
EIGHT_BIT = bytes(range(128, 256))
# No encodings of documents, and slow in the square of what they read.
UNFIT = {"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape", "utf-7"}
WIDER = {"gb2312": "gb18030"}


def text_of(body: bytes, content_type: str) -> str:
    """The document from its first sign on, without byte order mark and XML declaration."""
    return repaired_text_of(body, content_type)[0]


def repaired_text_of(body: bytes, content_type: str) -> tuple[str, int]:
    """`text_of`, and how many byte sequences of a UTF-8 document were none and had to be repaired."""
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
    return _without_declaration(body.decode("iso-8859-2")), 0  # which gives every byte a meaning


def _decoded(body: bytes, encoding: str) -> str | None:
    try:
        return body.decode(encoding)
    except (UnicodeError, LookupError):
        return None


def _marked(body: bytes) -> Iterator[str]:
    yield from (encoding for mark, encoding in MARKS if body.startswith(mark))
    yield from _wide(body)


def _named(body: bytes, content_type: str) -> list[str]:
    """The encodings that the header and the declaration name, as far as they can be those of this document."""
    named = CHARSET.search(content_type[:500])
    declared = DECLARED.match(body.removeprefix(codecs.BOM_UTF8)[:DECLARED_WITHIN])
    named_encodings = [named[1]] if named else []
    named_encodings += [declared[1].decode("ascii", "replace")] if declared else []
    fit = [found for name in named_encodings if (found := _codec(name))]
    # What begins with "<" in one byte is not written in two or four, whatever is named.
    narrow = body.lstrip().startswith(b"<") and b"\0" not in body[:8]
    return [name for name in fit if not narrow or _decoded(b"<", name) == "<"]


def _candidates(body: bytes, named_encodings: list[str]) -> Iterator[str]:
    """Encodings in the order of their worth: the header, the declaration, the usual ones."""
    yield from named_encodings
    yield "utf-8"
    if not named_encodings:
        yield from _guesses(body)
    yield "windows-1252"


def _as_utf8(body: bytes, named_encodings: list[str]) -> tuple[str, int] | None:
    """The text and the number of repairs, where most of the bytes beyond ASCII are UTF-8."""
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
    """One run of bytes that is no UTF-8: half a character is dropped, anything else read as windows-1252."""
    assert isinstance(error, UnicodeDecodeError)
    run = error.object[error.start : error.end]
    if HALF.fullmatch(run):
        return "", error.end
    return run.decode("windows-1252", "replace"), error.end


codecs.register_error("feed_repair", _repair)


def _codec(name: str) -> str:
    """The codec of a stranger's encoding name; "" when there is none for documents."""
    try:
        found = codecs.lookup(WIDER.get(name.lower(), name)).name
    except (LookupError, ValueError):
        return ""
    return "" if found in UNFIT else found


def _may_be_utf8(encoding: str) -> bool:
    """Whether each byte is a character, or it is UTF-8 itself."""
    if encoding == "utf-8":
        return True
    try:
        return len(EIGHT_BIT.decode(encoding, "replace")) == len(EIGHT_BIT)
    except (UnicodeError, LookupError):
        return False


def _wide(body: bytes) -> Iterator[str]:
    """UTF-16 without a mark: every other of the first bytes is zero, and none beside them."""
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
    """Whether it reads as text of the languages that feeds are configured in."""
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
