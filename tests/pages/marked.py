"""Finds texts in what a surface answers, and says which of them lack the mark of a model's text."""

import html
import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponse

from commentary.language.spoken import spoken
from commentary.marks import SOURCE_TYPES

AI = SOURCE_TYPES["ai"]
LABELS = ("Written by AI, reviewed", "Scritto dall’IA e verificato")
SPOKEN = ("Written by artificial intelligence.", "Scritto dall’intelligenza artificiale.")
VOID = {"meta", "link", "br", "input", "img", "hr", "source", "wbr", "col"}
ATOM = "{http://www.w3.org/2005/Atom}"


def flat(text: str) -> str:
    return " ".join(text.replace("\N{NO-BREAK SPACE}", " ").split())


@dataclass
class Node:
    tag: str
    attrs: dict[str, str | None]
    parent: "Node | None" = None
    children: list["Node | str"] = field(default_factory=list)

    @property
    def is_badge(self) -> bool:
        return "ai" in (self.attrs.get("class") or "").split()

    @cached_property
    def text(self) -> str:
        """Its words as read on the page, without badges, explanations of terms and scripts."""
        if self.is_badge or self.attrs.get("role") == "tooltip" or self.tag in ("script", "style", "head"):
            return ""
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    def walk(self) -> Iterator["Node"]:
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def ancestors(self) -> Iterator["Node"]:
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent


class _Builder(HTMLParser):
    def __init__(self, source: str) -> None:
        super().__init__()
        self.root = self.open = Node("", {})
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, dict(attrs), self.open)
        self.open.children.append(node)
        if tag not in VOID:
            self.open = node

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.children.append(Node(tag, dict(attrs), self.open))

    def handle_endtag(self, tag: str) -> None:
        for node in self.open.ancestors():
            if node.tag == tag and node.parent is not None:
                self.open = node.parent
                return

    def handle_data(self, data: str) -> None:
        self.open.children.append(data)


def tree(source: str) -> Node:
    return _Builder(source).root


def _words(string: str) -> str:
    return tree(string).text if "<" in string or "&" in string else string


def shown(response: HttpResponse, texts: set[str], language: str) -> set[str]:
    """Which of the texts stand in an answer."""
    body = response.content.decode()
    kind = response.headers.get("Content-Type", "")
    if "html" in kind:
        body = tree(body).text
    elif "atom" in kind:
        body = tree(html.unescape(html.unescape(body))).text
    elif "json" in kind:
        body = " ".join(_words(each) for each in _strings(json.loads(body)))
    body = flat(body)
    if kind.startswith("text/plain"):
        return {text for text in texts if flat(spoken(text, language)) in body}
    return {text for text in texts if flat(text) in body}


def unmarked(response: HttpResponse, texts: set[str], language: str) -> set[str]:
    """Which of a model's texts stand in an answer without a mark for readers or for machines."""
    kind = response.headers.get("Content-Type", "")
    if "html" in kind:
        return unmarked_in_page(response.content.decode(), texts)
    if "atom" in kind:
        return unmarked_in_atom(response.content, texts)
    if "json" in kind:
        return unmarked_in_json(response.json(), texts)
    if "svg" in kind:
        body = response.content.decode()
        return (
            set()
            if response.get("Digital-Source-Type") == AI and any(each in body for each in LABELS)
            else texts
        )
    body, found = flat(response.content.decode()), set()
    for text in texts:
        before = body.partition(flat(spoken(text, language)))[0]
        if response.get("Digital-Source-Type") != AI or not any(label in before for label in SPOKEN):
            found.add(text)
    return found


def unmarked_in_page(source: str, texts: set[str], *, machine: bool = True) -> set[str]:
    flat_texts = [(node, flat(node.text)) for node in _body(tree(source)).walk()]
    found = set()
    for text in texts:
        places = [node for node, words in flat_texts if flat(text) in words]
        innermost = [node for node in places if not any(each.parent is node for each in places)]
        if not innermost or not all(_is_marked(node, machine=machine) for node in innermost):
            found.add(text)
    return found


def _body(root: Node) -> Node:
    return next((node for node in root.walk() if node.tag == "body"), root)


def _is_marked(place: Node, *, machine: bool) -> bool:
    by_machine = not machine or any(
        (node.attrs.get("data-written-by"), node.attrs.get("data-digital-source-type")) == ("ai", AI)
        and "model" in (node.attrs.get("data-reviewed-by") or "").split()
        for node in place.ancestors()
    )
    around = next((node for node in place.ancestors() if _is_block(node)), None)
    by_reader = around is not None and (
        any(label in around.text for label in LABELS) or any(each.is_badge for each in around.walk())
    )
    return by_machine and by_reader


def _is_block(node: Node) -> bool:
    """The nearest element that holds one text: its mark has to stand in it too."""
    return node.tag in ("section", "article", "li") or (node.tag == "div" and "data-written-by" in node.attrs)


def unmarked_in_atom(source: bytes, texts: set[str]) -> set[str]:
    found = set(texts)
    for entry in ET.fromstring(source).iter(f"{ATOM}entry"):
        content = entry.findtext(f"{ATOM}content") or ""
        terms = {f"{each.get('scheme')}{each.get('term')}" for each in entry.iter(f"{ATOM}category")}
        is_marked = AI in terms and any(label in content for label in LABELS)
        whole = flat(f"{entry.findtext(f'{ATOM}title')} {tree(content).text}")
        found -= {text for text in texts if is_marked and flat(text) in whole}
    return found


def unmarked_in_json(document: Any, texts: set[str]) -> set[str]:
    """Each text needs an object around it with its mark: the API's fields, or a feed item's."""
    found = set(texts)
    for item in _objects(document):
        is_marked = (item.get("source_type") == AI and item.get("label", "").startswith(LABELS)
                     and "model" in item.get("reviewed_by", ()))  # fmt: skip
        subjects = item.get("_market_briefing", {}).get("subjects", [])
        is_marked = is_marked or (
            any(f"{each['scheme']}{each['term']}" == AI for each in subjects)
            and any(tag.startswith(LABELS) for tag in item["tags"])
            and any(label in item["content_html"] for label in LABELS)
        )
        whole = flat(" ".join(_words(each) for each in _strings(item)))
        found -= {text for text in texts if is_marked and flat(text) in whole}
    return found


def _objects(document: Any) -> Iterator[dict[str, Any]]:
    if isinstance(document, dict):
        yield document
    for each in (
        document.values() if isinstance(document, dict) else document if isinstance(document, list) else ()
    ):
        yield from _objects(each)


def _strings(document: Any) -> Iterator[str]:
    if isinstance(document, str):
        yield document
    for each in (
        document.values() if isinstance(document, dict) else document if isinstance(document, list) else ()
    ):
        yield from _strings(each)
