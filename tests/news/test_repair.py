"""Repairs of feed documents: each is reported, and no other item is lost."""

import pytest

from news.feeds import parse as parsing
from news.feeds.parse import parse

HEAD = "<?xml version='1.0'?>"


def titles(inner: str, *, doctype: str = "", more: str = "") -> tuple[list[str], str]:
    body = f"{HEAD}{doctype}<rss version='2.0' {more}><channel><title>D</title>{inner}<item><title>Next</title></item>"
    found = parse(f"{body}</channel></rss>".encode())
    return [one.title for one in found.entries], found.repairs


@pytest.mark.parametrize(
    ("title", "shown", "kind"),
    [
        ("Rally &#55357;&#56960; on", "Rally 🚀 on", "two surrogates joined (1)"),
        ("Rally &#xD83D;&#xDE80; on", "Rally 🚀 on", "two surrogates joined (1)"),
        ("<![CDATA[Rally &#55357;&#56960; on]]>", "Rally 🚀 on", "two surrogates joined (1)"),
        ("Rally &#55357; on", "Rally \ufffd on", "no character replaced (1)"),
        ("Order &#99999999; filled", "Order \ufffd filled", "no character replaced (1)"),
        ("Order &#x110000; filled", "Order \ufffd filled", "no character replaced (1)"),
        (f"Order &#{'9' * 30}; filled", "Order \ufffd filled", "no character replaced (1)"),
        ("Order&#0; fil&#x1F;led", "Order filled", "no character replaced (2)"),
        ("Order\x0b fil\x01led", "Order filled", "control characters removed (2)"),
    ],
)
def test_character_is_repaired_and_the_items_stay(title, shown, kind):
    found, repairs = titles(f"<item><title>{title}</title></item>")
    assert found == [shown, "Next"]
    assert kind in repairs


@pytest.mark.parametrize("value", ['"C:\\data"', "'a]\\1b'", '"\\g<0>"'])
def test_backslash_in_the_doctype_costs_no_item(value):
    found, repairs = titles("", doctype=f"<!DOCTYPE rss [<!ENTITY path {value}>]>")
    assert found == ["Next"]
    assert "DOCTYPE" in repairs


@pytest.mark.parametrize("attribute", ["srsName='urn:ogc:def:crs:EPSG::x'", 'srsDimension="two"'])
def test_attribute_that_is_no_number_costs_no_item(attribute):
    place = f"<g:where><m:Point {attribute}><m:pos>45.2 -71.9</m:pos></m:Point></g:where>"
    spaces = "xmlns:g='http://www.georss.org/georss' xmlns:m='http://www.opengis.net/gml'"
    assert titles(f"<item><title>Map</title>{place}</item>", more=spaces)[0] == ["Map", "Next"]


@pytest.mark.parametrize(
    "names",
    ["<dc:creator>%s</dc:creator>", "<author><![CDATA[%s]]></author>", "<author><name>%s</name></author>"],
)
def test_long_list_of_authors_is_left_out_and_named(names):
    found, repairs = titles(
        f"<item><title>Paper</title>{names % ('Ada Byron, ' * 200)}</item>",
        more="xmlns:dc='http://purl.org/dc/elements/1.1/'",
    )
    assert found == ["Paper", "Next"]
    assert "of more than 1,000 characters left out (1)" in repairs


def test_inline_picture_of_a_malformed_document_costs_no_item():
    picture = f"<![CDATA[<img src='data:image/png;base64,{'iVBORw0KGgo' * 9000}'> Yields fell.]]>"
    found, _repairs = titles(f"<item><title>A&nbsp;chart</title><description>{picture}</description></item>")
    assert found == ["A chart", "Next"]


@pytest.mark.parametrize(
    "title", ["&lt;![CDATA[Rates held]]&gt;", "<![CDATA[&lt;![CDATA[Rates held]]&gt;]]>"]
)
def test_text_between_escaped_marks_of_cdata_is_read(title):
    assert titles(f"<item><title>{title}</title></item>") == (
        ["Rates held", "Next"],
        "escaped marks of CDATA removed (2)",
    )


@pytest.mark.parametrize(
    "title", ["<![CDATA[<![CDATA[Rates held]]>]]>", "<![CDATA[ <![CDATA[Rates held]]]]><![CDATA[>]]>"]
)
def test_text_that_is_wrapped_twice_in_cdata_is_read(title):
    assert titles(f"<item><title>{title}</title></item>") == (
        ["Rates held", "Next"],
        "doubled marks of CDATA removed (1)",
    )


def test_sound_document_has_no_repairs():
    assert titles("<item><title>Caffè &#8217; &amp; &#x1F680;</title></item>") == (
        ["Caffè ’ & 🚀", "Next"],
        "",
    )


def test_item_over_which_the_parser_fails_is_left_out_alone():
    duration = (
        "<psc:chapters xmlns:psc='http://podlove.org/simple-chapters'><psc:chapter start='x'/></psc:chapters>"
    )
    items = "".join(f"<item><title>T{n}</title></item>" for n in range(5))
    assert titles(items + f"<item><title>Podcast</title>{duration}</item>")[0][:5] == [
        f"T{n}" for n in range(5)
    ]


def test_json_feed_with_a_bad_byte_is_read():
    body = b'{"version": "https://jsonfeed.org/version/1", "items": [{"id": 1, "title": "Caff\xe8 \xc3\xa9 \xe2\x80\x99"}]}'
    found = parsing.parse(body)
    assert ([one.title for one in found.entries], "(1)" in found.repairs) == (["Caffè é ’"], True)


@pytest.mark.parametrize(
    ("first", "after", "shown", "kind"),
    [
        (r'{"id": "1", "title": "It\'s up"}', "", "It's up", "backslashes that escape nothing removed (1)"),
        (
            r'{"id": "1", "title": "C:\\new \"up\""}, ',
            "",
            'C:\\new "up"',
            "commas before a bracket removed (1)",
        ),
        (r'{"id": "1", "title": "Up, ]",}', "", "Up, ]", "commas before a bracket removed (1)"),
        (
            '{"id": "1", "title": "Up"}',
            "<!-- cached -->",
            "Up",
            "text after the end of the JSON left out (1)",
        ),
        ('{"id": %s, "title": "Up"}' % ("9" * 5000), "", "Up", ""),
    ],
)
def test_character_in_json_costs_no_item(first, after, shown, kind):
    next_one = "" if first.endswith(", ") else ', {"id": "2", "title": "Next"}'
    body = f'{{"version": "https://jsonfeed.org/version/1.1", "items": [{first}{next_one}]}}{after}'
    found = parse(body.encode())
    assert [one.title for one in found.entries] == [shown, "Next"][: 2 if next_one else 1]
    assert kind in found.repairs


@pytest.mark.parametrize("text", ["{", "{]}", '{"items": [1 2]}', '{"a": ' + "[" * 100_000, '{"a": "'])
def test_what_no_repair_makes_json_is_malformed(text):
    with pytest.raises(parsing.Unreadable, match="looks like JSON and is not") as caught:
        parse(text.encode())
    assert caught.value.code == "malformed"
