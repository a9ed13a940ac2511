"""Both kinds of image: what is on them, that nothing leaves the card or covers anything else, and how large they are."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from datetime import date, timedelta
from io import BytesIO
from itertools import combinations
from pathlib import Path

import pytest
from django.utils import translation
from PIL import Image

from briefing.pages.cards import content, layout, png, svg, typeface
from briefing.pages.cards.content import Content, EditionContent, FigureContent
from briefing.pages.cards.layout import HEIGHT, MARGIN, WIDTH, Box, Drawing, Text
from commentary.marks import mark_of
from commentary.past_editions import PastFigure
from indicators import groups
from tests.pages import edition

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
SVG = "{http://www.w3.org/2000/svg}"
TODAY = edition.NOW.date()
LANGUAGES = ("en", "it")
LONG = "Differenza tra il rendimento dei titoli di Stato italiani e quello dei titoli tedeschi a dieci anni"
FIGURE = FigureContent(
    title=LONG, alt=LONG, sample=True, kicker="Valute e materie prime · ABCDEFGHIJKL", value_text="−1.234.567,89 USD bn",
    basis="variazione percentuale rispetto allo stesso periodo dell’anno precedente", change_text="−12.345,67 USD bn",
    direction="down", date_text="settembre 2026", stale=True,
    attribution="Fonte: US Bureau of Labor Statistics, CUUR0000SA0L1E. " + LONG, licence=LONG,
    spark=[(TODAY - timedelta(days=30 - day), -float(day % 7)) for day in range(30)], since_text="settembre 2020",
)  # fmt: skip
EDITION = EditionContent(
    title=LONG, alt=LONG, sample=True, language="en", day_text="Edizione di mercoledì 25 novembre 2026",
    mark=mark_of("ai", by_rules=12),
    figures=[PastFigure(code, LONG, "−1.234.567,89 USD bn", "settembre 2026", "") for code in ("A", "B", "C")],
    sources=["Federal Reserve Bank of St. Louis (FRED)"] * 6,
)  # fmt: skip
TITLES = (
    "x", "W" * 200, "i" * 200, ("W" * 12 + " ") * 15, (LONG * 3)[:200], ("Štátní dluhopisy “Erdoğan” " * 9)[:200],
)  # fmt: skip
WORST: list[Content] = [
    FIGURE,
    replace(FIGURE, spark=[], since_text=""),
    replace(FIGURE, spark=FIGURE.spark[-1:]),
    replace(FIGURE, spark=[(day, -1.0) for day, _ in FIGURE.spark]),
    replace(FIGURE, change_text="", basis="", stale=False),
    *(replace(EDITION, title=title) for title in TITLES),
    replace(EDITION, figures=EDITION.figures[:1]),
    replace(EDITION, figures=[], sources=[]),
]


def every_card(language: str) -> list[Content]:
    found: list[Content] = [content.edition(TODAY)]
    for row in groups.load().active_rows():
        try:
            found.append(content.figure(row.code))
        except (content.NoCardError, content.WithheldError):
            continue
    assert len(found) > 30
    return found


def box_of(text: Text) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of a line, in a font as wide as a system's may be."""
    wide = typeface.width(text.text, text.face, text.size)
    left = text.x - wide * {"start": 0, "middle": 0.5, "end": 1}[text.anchor]
    return left, text.y - text.size * 0.78, left + wide, text.y + text.size * 0.22


def troubles(drawing: Drawing) -> list[str]:
    """Lines that leave the card, cover each other or cross a rule."""
    boxes = [(text.text, box_of(text)) for text in drawing.texts]
    rules = [
        ("rule", (b.x, b.y, b.x + b.width, b.y + b.height))
        for b in drawing.shapes
        if isinstance(b, Box) and b.height < 4
    ]
    outside = [
        text for text, (left, top, right, bottom) in boxes
        if left < MARGIN - 1 or right > WIDTH - MARGIN + 1 or top < 0 or bottom > HEIGHT
    ]  # fmt: skip
    crossing = [
        f"{one} / {other}"
        for (one, a), (other, b) in combinations([*boxes, *rules], 2)
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
    ]
    return outside + crossing


def words_of(document: bytes) -> str:
    return " ".join(text.text or "" for text in ET.fromstring(document).iter(f"{SVG}text"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_and_the_edition_fit(language):
    edition.whole()
    with translation.override(language):
        found = {each.title: troubles(layout.draw(each)) for each in every_card(language)}
    assert {title: wrong for title, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", WORST)
def test_the_longest_texts_fit(language, card):
    with translation.override(language):
        assert troubles(layout.draw(card)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_svg_is_small_and_holds_nothing_active(language):
    edition.whole()
    with translation.override(language):
        documents = [svg.render(layout.draw(each)) for each in (*every_card(language), *WORST)]
    assert max(map(len, documents)) <= 15_000
    names = {element.tag.removeprefix(SVG) for each in documents for element in ET.fromstring(each).iter()}
    assert names <= {"svg", "title", "rect", "polyline", "polygon", "circle", "text"}
    active = re.compile(rb'<script|<style|style=|href|url\(|\bon\w+=|<!|@import|"data:')
    assert [match for each in documents for match in active.findall(each)] == []


def test_texts_are_escaped():
    bad = "</text><script>alert(1)</script> & \"quoted\" 'too' ]]> \x00\x1b\ufffe"
    card = replace(EDITION, title=bad, alt=bad, figures=[PastFigure("A", bad, bad, bad, "")])
    document = svg.render(layout.draw(card))
    assert ET.fromstring(document).find(f"{SVG}script") is None
    shown = words_of(document).split()
    assert ("<script>alert(1)</script>" in "".join(shown), b"\x1b" in document, b"\0" in document) == (
        True,
        False,
        False,
    )
    assert png.render(layout.draw(card)).startswith(b"\x89PNG")


@pytest.mark.parametrize("language", LANGUAGES)
def test_png_is_of_the_size_that_the_tags_state(language):
    edition.whole()
    with translation.override(language):
        found = [png.render(layout.draw(each)) for each in (*every_card(language)[:4], *WORST)]
    images = [Image.open(BytesIO(each)) for each in found]
    assert {(image.size, image.format) for image in images} == {((1200, 630), "PNG")}
    assert max(map(len, found)) <= 60_000
    for image in images:
        corner = image.convert("RGB").getpixel((5, 5))
        assert max(abs(a - b) for a, b in zip(corner, (0xFB, 0xFA, 0xF6), strict=True)) <= 3


def ink(image: bytes, box: tuple[int, int, int, int]) -> int:
    """How many pixels of an area are darker than paper."""
    found = Image.open(BytesIO(image)).convert("L").crop(box)
    return sum(found.histogram()[:180])


def test_png_shows_the_value_and_the_history():
    """Without them the same areas are paper."""
    bare = replace(FIGURE, value_text="", change_text="", basis="", date_text="", stale=False, spark=[])
    left, right = (MARGIN, 270, 600, 470), (640, 270, WIDTH - MARGIN, 450)
    filled, empty = (png.render(layout.draw(each)) for each in (FIGURE, bare))
    assert (ink(filled, left) > 2000, ink(filled, right) > 1000) == (True, True)
    assert (ink(empty, left), ink(empty, right)) == (0, 0)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["German 10-year yield", "Source: Deutsche Bundesbank", "20 Nov 2026", "Educational, not advice",
                "since the previous observation", "Market Briefing", "Bonds · DE10", "127.0.0.1"]),
        ("it", ["Rendimento Bund a 10 anni", "Fonte: Deutsche Bundesbank", "20 nov 2026",
                "Materiale didattico, non consulenza", "dall’osservazione precedente", "Obbligazioni · DE10"]),
    ],
)  # fmt: skip
def test_figure_tells_what_it_is(language, words):
    edition.whole()
    with translation.override(language):
        card = content.figure("DE10")
        shown = words_of(svg.render(layout.draw(card)))
    assert [each for each in (*words, card.value_text, card.change_text) if each not in shown] == []
    assert ("%" in card.value_text, "pp" in card.change_text or "p.p." in card.change_text) == (True, True)


@pytest.mark.parametrize(("sample", "times"), [(True, 1), (False, 0)])
def test_made_up_data_are_marked(settings, sample, times):
    settings.SAMPLE_DATA = sample
    edition.whole()
    for card in (content.figure("DE10"), content.edition(TODAY)):
        shown = words_of(svg.render(layout.draw(card)))
        assert shown.count("Sample data: the figures are made up") == times
        assert card.alt.count("Sample data") == times


def test_direction_is_a_shape_as_well_as_a_colour():
    up, down, flat = (
        svg.render(layout.draw(replace(FIGURE, direction=direction))) for direction in ("up", "down", "flat")
    )
    assert (up.count(b"<polygon"), down.count(b"<polygon"), flat.count(b"<polygon")) == (1, 1, 0)
    assert layout.UP.encode() in up
    assert layout.DOWN.encode() in down
    assert (
        re.search(rb'points="([^"]*)" fill="#17653a"', up)[1]
        != re.search(rb'points="([^"]*)" fill="#a32c22"', down)[1]
    )


def test_old_figure_says_so():
    assert "older than 90 days" in words_of(svg.render(layout.draw(FIGURE)))
    assert "older than" not in words_of(svg.render(layout.draw(replace(FIGURE, stale=False))))


def test_title_of_another_language_is_marked():
    document = ET.fromstring(svg.render(layout.draw(replace(EDITION, title="A title", language="it"))))
    lang = "{http://www.w3.org/XML/1998/namespace}lang"
    assert (document.get(lang), [text.get(lang) for text in document if text.text == "A title"]) == (
        "en",
        ["it"],
    )


def test_colours_are_those_of_the_light_scheme():
    tokens = Path("static/css/tokens.css").read_text(encoding="utf-8")
    light = dict(re.findall(r"--([a-z-]+): light-dark\((#\w+),", tokens))
    names = ("PAPER", "INK", "SOFT", "LINE", "ACCENT", "UP", "DOWN", "WARN", "WARN_TINT")
    assert {name: getattr(layout, name) for name in names} == {
        name: light[name.lower().replace("_", "-")] for name in names
    }


def test_fonts_have_every_letter_of_names_and_sources():
    def drawn(character: str, face: typeface.Face) -> bytes:
        return bytes(typeface.font(face, 30).getmask(character))

    letters = set("abcdàèéìòùÀÈÉŠčğÇñöüß0123456789%×−+–’“”«»…°€£¥·,.;:()/&")
    for row in groups.load().active_rows():
        for language in LANGUAGES:
            letters |= set(
                row.label(language) + row.attribution(language) + row.licence(language) + row.basis(language)
            )
    missing = {
        (face.name, character)
        for face in typeface.Face
        for character in letters - set(" \xa0")
        if drawn(character, face) == drawn("\U0001f600", face)
    }
    assert missing == set()


def test_date_of_the_edition_is_its_own():
    edition.whole()
    assert "Edition of Saturday 21 November 2026 · Written by rules" in words_of(
        svg.render(layout.draw(content.edition(date(2026, 11, 21))))
    )
