"""A feed's bytes as text, in the encoding that its bytes, its header or its declaration name, else a likely one."""

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
# No encodings of documents, and slow in the square of what they read.
UNFIT = {"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape", "utf-7"}
WIDER = {"gb2312": "gb18030"}


def text_of(body: bytes, content_type: str) -> str:
    """The document from its first sign on, without byte order mark and XML declaration."""
    for encoding in _candidates(body, content_type):
        try:
            text = body.decode(encoding)
        except (UnicodeError, LookupError):
            continue
        return _without_declaration(text)
    return _without_declaration(body.decode("iso-8859-2"))  # which gives every byte a meaning


def _candidates(body: bytes, content_type: str) -> Iterator[str]:
    """Encodings in the order of their worth: sure marks, the header, the declaration, the usual ones."""
    yield from (encoding for mark, encoding in MARKS if body.startswith(mark))
    yield from _wide(body)
    named = CHARSET.search(content_type[:500])
    declared = DECLARED.match(body.removeprefix(codecs.BOM_UTF8)[:DECLARED_WITHIN])
    told = [named[1]] if named else []
    told += [declared[1].decode("ascii", "replace")] if declared else []
    for name in told:
        if fit := _fit(name):
            yield fit
    yield "utf-8"
    if not told:
        yield from _guesses(body)
    yield "windows-1252"


def _fit(name: str) -> str:
    """The codec of a stranger's encoding name; "" when there is none for documents."""
    try:
        found = codecs.lookup(WIDER.get(name.lower(), name)).name
    except (LookupError, ValueError):
        return ""
    return "" if found in UNFIT else found


def _wide(body: bytes) -> Iterator[str]:
    """UTF-16 without a mark: every other of the first bytes is zero, and none beside them."""
    even, odd = body[:WIDE_WITHIN:2], body[1:WIDE_WITHIN:2]
    if len(odd) > 8 and not any(odd) and all(even):
        yield "utf-16-le"
    elif len(odd) > 8 and not any(even) and all(odd):
        yield "utf-16-be"


def _guesses(body: bytes) -> Iterator[str]:
    lines = body[:GUESSED_AMONG].splitlines()
    told = b" ".join(line for line in lines if not line.isascii())[:GUESSED_BY]
    words = re.sub(rb"<[^<>]*+>", b" ", told)
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
