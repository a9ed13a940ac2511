"""Feed documents designed to be expensive to parse, by name; each function takes the size."""

from collections.abc import Callable, Iterator

HEAD = b"<?xml version='1.0'?>"
RSS = HEAD + b"<rss version='2.0'><channel><title>P</title>"
END = b"</channel></rss>"
ITEM = b"<item><title>T</title><guid>g</guid><link>https://paper.example/1</link></item>"


def _filled(piece: bytes, size: int) -> bytes:
    return piece * (size // len(piece))


def _numbered(pattern: bytes, size: int) -> bytes:
    return b"".join(_numbers(pattern, size))


def _numbers(pattern: bytes, size: int) -> Iterator[bytes]:
    length = number = 0
    while length < size:
        piece = pattern % number
        length += len(piece)
        number += 1
        yield piece


def _in_rss(inner: bytes) -> bytes:
    return RSS + inner + END


def _laughs(size: int) -> bytes:
    names = b"".join(b'<!ENTITY l%d "%s">' % (level, b"&l%d;" % (level - 1) * 10) for level in range(1, 10))
    doctype = b'<!DOCTYPE rss [<!ENTITY l0 "' + b"ha" * 50 + b'">' + names + b"]>"
    return HEAD + doctype + b"<rss version='2.0'><channel><item><title>&l9;</title></item></channel></rss>"


def _quadratic(size: int) -> bytes:
    half = size // 2
    doctype = b'<!DOCTYPE rss [<!ENTITY a "' + b"a" * half + b'">]>'
    return (
        HEAD
        + doctype
        + b"<rss version='2.0'><channel><item><title>"
        + _filled(b"&a;", half)
        + b"</title></item></channel></rss>"
    )


SHAPES: dict[str, Callable[[int], bytes]] = {
    "attributes of one element": lambda n: _in_rss(b"<item " + _numbered(b"a%d='' ", n) + b"/>"),
    "one long attribute": lambda n: _in_rss(b"<item a='" + b"x" * n + b"'/>"),
    "attributes of many elements": lambda n: _in_rss(_filled(b"<item " + _numbered(b"a%d='' ", 400) + b"/>", n)),
    "nested elements": lambda n: _in_rss(_filled(b"<a>", 3 * n // 7) + _filled(b"</a>", 4 * n // 7)),
    "nested elements without end": lambda n: RSS + _filled(b"<a>", n),
    "nested items": lambda n: RSS + _filled(b"<item>", n),
    "nested xhtml": lambda n: (
        HEAD + b"<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='xhtml'>" + _filled(b"<div>", n)
    ),
    "many elements": lambda n: _in_rss(_filled(b"<a/>", n)),
    "many items": lambda n: _in_rss(_filled(ITEM, n)),
    "many small items": lambda n: _in_rss(_filled(b"<item><title>x</title></item>", n)),
    "many links of one item": lambda n: _in_rss(b"<item>" + _filled(b"<link>x</link>", n) + b"</item>"),
    "many categories of one item": lambda n: _in_rss(b"<item>" + _filled(b"<category>x</category>", n) + b"</item>"),
    "many authors of one item": lambda n: _in_rss(b"<item>" + _filled(b"<author>x y (z@z.z)</author>", n) + b"</item>"),
    "huge text": lambda n: _in_rss(b"<item><title>" + b"x" * n + b"</title></item>"),
    "huge text of ampersands": lambda n: _in_rss(b"<item><title>" + _filled(b"&amp;", n) + b"</title></item>"),
    "huge text of tags": lambda n: _in_rss(b"<item><title>" + _filled(b"&lt;a&gt;", n) + b"</title></item>"),
    "huge text of spaces": lambda n: _in_rss(b"<item><title>" + b" " * n + b"</title></item>"),
    "huge date": lambda n: _in_rss(b"<item><title>T</title><pubDate>" + b"1" * n + b"</pubDate></item>"),
    "huge date of spaces": lambda n: _in_rss(b"<item><title>T</title><pubDate>1" + b" " * n + b"x</pubDate></item>"),
    "huge link": lambda n: _in_rss(b"<item><title>T</title><link>http://" + b"a." * (n // 2) + b"</link></item>"),
    "huge author": lambda n: _in_rss(b"<item><title>T</title><author>" + b"a@" * (n // 2) + b"</author></item>"),
    "huge cdata": lambda n: _in_rss(b"<item><description><![CDATA[" + _filled(b"<p>x ", n) + b"]]></description></item>"),
    "many cdata": lambda n: _in_rss(b"<item><description>" + _filled(b"<![CDATA[x]]>", n) + b"</description></item>"),
    "huge comment": lambda n: _in_rss(b"<!--" + b"- " * (n // 2) + b"-->" + ITEM),
    "many comments": lambda n: _in_rss(_filled(b"<!---->", n)),
    "many instructions": lambda n: _in_rss(_filled(b"<?a b?>", n)),
    "namespaces of one element": lambda n: _in_rss(b"<item " + _numbered(b"xmlns:a%d='b' ", n) + b"/>"),
    "namespaces of nested elements": lambda n: _in_rss(_numbered(b"<a%d xmlns='b'>", n)),
    "namespaces of many elements": lambda n: _in_rss(_numbered(b"<a xmlns:p%d='b'/>", n)),
    "billion laughs": _laughs,
    "quadratic entities": _quadratic,
    "many entity declarations": lambda n: (
        HEAD + b"<!DOCTYPE rss [" + _numbered(b'<!ENTITY e%d "x">', n) + b"]><rss version='2.0'><channel>" + ITEM + END
    ),
    "doctype without end": lambda n: HEAD + b"<!DOCTYPE rss [" + _filled(b"<!ENTITY a 'x' ", n),
    "many doctypes": lambda n: HEAD + _filled(b"<!DOCTYPE a>", n) + ITEM,
    "declaration without end": lambda n: b"<?xml " + b"a " * (n // 2),
    "many declarations": lambda n: _filled(b"<?xml version='1.0'?>", n) + b"<rss>",
    "malformed: attributes": lambda n: RSS + b"<item " + _numbered(b"a%d='' ", n) + b"& />" + END,
    "malformed: attributes without quotes": lambda n: RSS + b"<item " + _numbered(b"a%d=b ", n) + b">" + END,
    "malformed: attribute without end": lambda n: RSS + b"<item a='" + _filled(b"x ", n),
    "malformed: open tags": lambda n: RSS + _filled(b"<", n),
    "malformed: open tag names": lambda n: RSS + _filled(b"<a ", n),
    "malformed: end tags": lambda n: RSS + _filled(b"</a>", n),
    "malformed: nested": lambda n: RSS + b"&x;" + _filled(b"<a>", n),
    "malformed: nested items": lambda n: RSS + b"&x;" + _filled(b"<item>", n),
    "malformed: many items": lambda n: RSS + b"&x;" + _filled(ITEM, n) + END,
    "malformed: ampersands": lambda n: RSS + _filled(b"&", n),
    "malformed: entities": lambda n: RSS + b"<item><title>" + _filled(b"&x;", n) + b"</title></item>" + END,
    "malformed: cdata without end": lambda n: RSS + b"<item><title>" + _filled(b"<![CDATA[", n),
    "malformed: comments without end": lambda n: RSS + _filled(b"<!--", n),
    "malformed: declarations": lambda n: RSS + _filled(b"<!a ", n),
    "malformed: brackets": lambda n: RSS + _filled(b"<![", n),
    "malformed: instructions without end": lambda n: RSS + _filled(b"<?", n),
    "malformed: quotes": lambda n: RSS + b"<item " + _filled(b"a='\" ", n),
    "malformed: spaces": lambda n: RSS + b"<item " + b" " * n + b"<",
    "malformed: base64 text": lambda n: RSS + b"&x;<item><title mode='base64'>" + b"A" * n + b"</title></item>" + END,
    "malformed: html": lambda n: RSS + b"&x;<item><description><![CDATA[" + _filled(b"<p a=", n) + b"]]></description></item>" + END,
    "lines before the root": lambda n: HEAD + b"\n" * n + RSS[len(HEAD) :] + ITEM + END,
    "encodings in the first line": lambda n: b"<?xml version='1.0'?>" + _filled(b"encoding='", n) + b"<rss>",
    "punycode": lambda n: b"<?xml version='1.0' encoding='punycode'?><rss>" + b"a" * n + b"</rss>",
    "names without address": lambda n: _in_rss(b"<item><author>" + b"a" * n + b"</author></item>"),
    "names in cdata": lambda n: _in_rss(b"<item><author>a<![CDATA[" + b"a" * n + b"]]></author></item>"),
    "malformed: names in cdata": lambda n: (
        RSS + b"&x;<item><author>a<![CDATA[" + b"a" * n + b"]]></author></item>" + END
    ),
    "malformed: names with entities": lambda n: (
        RSS + b"&x;<item><author>" + (b"a" * 900 + b"&#97;") * (n // 905) + b"</author></item>" + END
    ),
    "no tags at all": lambda n: b"x" * n,
    "bytes of no encoding": lambda n: RSS + _filled(b"\xe9\xff\x81 ", n),
    "utf-16": lambda n: _in_rss(_filled(b"<a/>", n // 2)).decode().encode("utf-16"),
    "json nested": lambda n: b'{"version": "https://jsonfeed.org/version/1.1", "items": ' + b"[" * n,
    "json many items": lambda n: (
        b'{"version": "https://jsonfeed.org/version/1.1", "items": [' + _filled(b"{},", n) + b"{}]}"
    ),
    "json many keys": lambda n: (
        b'{"version": "https://jsonfeed.org/version/1.1", "items": [{' + _numbered(b'"%d":0,', n) + b'"id":1}]}'
    ),
    "json huge number": lambda n: b'{"version": "https://jsonfeed.org/version/1.1", "items": [{"id":' + b"9" * n + b"}]}",
}  # fmt: skip
