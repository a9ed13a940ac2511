"""The limits of a feed document: each one by its name, and documents that stay within them."""

import pytest

from news.feeds import bounds, decode
from tests.news.conftest import rss
from tests.news.hostile_feeds import SHAPES

SIZE = 2 * 2**20
PASSED = {
    "attributes of one element": "more than 100 attributes in one element",
    "one long attribute": "an attribute of more than 262,144 characters",
    "attributes of many elements": "more than 100,000 attributes",
    "nested elements": "elements inside each other more than 200 deep",
    "nested elements without end": "elements inside each other more than 200 deep",
    "nested items": "elements inside each other more than 200 deep",
    "nested xhtml": "elements inside each other more than 200 deep",
    "many elements": "more than 100,000 elements",
    "many items": "more than 100,000 elements",
    "many links of one item": "more than 100,000 elements",
    "huge date": "a name or a date of more than 1,000 characters",
    "names without address": "a name or a date of more than 1,000 characters",
    "names in cdata": "a name or a date of more than 1,000 characters",
    "namespaces of one element": "more than 100 attributes in one element",
    "namespaces of nested elements": "elements inside each other more than 200 deep",
    "namespaces of many elements": "more than 100 namespaces",
    "billion laughs": "entities of its own that expand",
    "quadratic entities": "more than 16,384 bytes before its first element",
    "many entity declarations": "more than 16,384 bytes before its first element",
    "many doctypes": "more than 16,384 bytes before its first element",
    "encodings in the first line": "more than 16,384 bytes before its first element",
    "declaration without end": "malformed, with a tag of more than 60,000 bytes",
    "malformed: attributes": "malformed, with a tag of more than 60,000 bytes",
    "malformed: attributes without quotes": "malformed, with a tag of more than 60,000 bytes",
    "malformed: attribute without end": "malformed, with a tag of more than 60,000 bytes",
    "malformed: spaces": "malformed, with a tag of more than 60,000 bytes",
    "malformed: open tags": "malformed, with more than 200,000 tags",
    "malformed: open tag names": "malformed, with more than 200,000 tags",
    "malformed: nested": "malformed, with more than 200,000 tags",
    "malformed: ampersands": "malformed, with more than 500,000 entities",
    "malformed: entities": "malformed, with more than 500,000 entities",
    "utf-16": "more than 100,000 elements",
}


@pytest.mark.parametrize("name", PASSED)
def test_hostile_shape_is_refused_by_its_bound(name):
    document = decode.text_of(SHAPES[name](SIZE), "application/xml")[0].encode()
    with pytest.raises(bounds.TooCostly, match=PASSED[name]):
        bounds.check(document)


def test_256_kib_of_attributes_are_refused():
    with pytest.raises(bounds.TooCostly, match="attributes in one element"):
        bounds.check(SHAPES["attributes of one element"](256 * 1024))


@pytest.mark.parametrize(
    "document",
    [
        rss(*[f"Title {number}" for number in range(3000)]),
        "<rss version='2.0'><channel><item><description>" + "&lt;p&gt;x&lt;/p&gt;" * 50_000 + "</description></item></channel></rss>",
        "<rss version='2.0'><channel><item><description><![CDATA[" + "<p>x</p>" * 90_000 + "]]></description></item></channel></rss>",
        "<!DOCTYPE rss PUBLIC '-//Netscape//DTD RSS 0.91//EN' 'http://x.example/rss.dtd'><rss><channel/></rss>",
        "<!DOCTYPE rss [<!ENTITY nbsp '&#160;'><!ENTITY lt '&#38;#60;'>]><rss><channel>&nbsp;</channel></rss>",
        "<!-- " + "a licence " * 1000 + "--><rss><channel/></rss>",
        "<rss><channel>" + "<div>" * 100 + "</div>" * 100 + "</channel></rss>",
        "<rss><channel><item><author>" + "A. Writer, " * 60 + "</author></item></channel></rss>",
        "<rss><channel><item><title>AT&T &nbsp; <b>bold</title><br></item></channel></rss>",
        "",
    ],
    ids=["3000 items", "a megabyte of entities", "cdata", "doctype", "entities", "licence", "deep", "authors", "malformed", "empty"],
)  # fmt: skip
def test_what_publishers_send_has_room(document):
    bounds.check(document.removeprefix("<?xml version='1.0'?>").encode())
