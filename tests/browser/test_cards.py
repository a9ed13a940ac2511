"""The SVG cards in a browser's own fonts: no text leaves the card, and they load as images on another site's page."""

import pytest
import time_machine
from django.utils import translation

from briefing.pages.cards import layout, svg
from tests.pages import edition
from tests.pages.cards.test_images import WORST, every_card

pytestmark = pytest.mark.django_db
OUTSIDE = """() => [...document.querySelectorAll("svg")].flatMap(card => [...card.querySelectorAll("text")]
  .filter(text => { const box = text.getBBox(); return box.x < 55 || box.x + box.width > 1145 || box.y + box.height > 630; })
  .map(text => text.textContent))"""
COVERED = """() => [...document.querySelectorAll("svg")].flatMap(card => {
  const boxes = [...card.querySelectorAll("text")].map(text => [text.textContent, text.getBBox(), +text.getAttribute("y")]);
  return boxes.flatMap(([one, a, y], at) => boxes.slice(at + 1)
    .filter(([, b, other]) => y === other && a.x < b.x + b.width && b.x < a.x + a.width).map(([two]) => one + " / " + two));
})"""
SHOWN = "() => [...document.images].map(image => [image.complete, image.naturalWidth, image.naturalHeight])"


@pytest.mark.parametrize("family", ["", "DejaVu Sans"])
def test_every_card_fits_in_the_fonts_of_a_system(browser, family):
    """In the browser's choice of our families, and where it has none of them."""
    documents = []
    with time_machine.travel(edition.NOW, tick=False):
        edition.whole()
        for language in ("en", "it"):
            with translation.override(language):
                documents += [
                    svg.render(layout.draw(each)).decode() for each in (*every_card(language), *WORST)
                ]
    page = browser.new_page()
    serif = "text[font-family*=Georgia] { font-family: 'DejaVu Serif' }"
    font = f"<style>text {{ font-family: '{family}' }} {serif}</style>" if family else ""
    page.set_content(f"<!doctype html>{font}{''.join(documents)}")
    assert page.evaluate("document.querySelectorAll('svg').length") == len(documents)
    assert (page.evaluate(OUTSIDE), page.evaluate(COVERED)) == ([], [])
    page.close()


def test_another_site_may_show_a_card(browser, live_server, httpserver):
    edition.whole()
    paths = ["/cards/indicator/DE10/en.svg", "/cards/indicator/DE10/it.png"]
    page_text = "".join(f'<img src="{live_server.url}{path}">' for path in paths)
    httpserver.expect_request("/post").respond_with_data(page_text, content_type="text/html")
    page = browser.new_page()
    page.goto(httpserver.url_for("/post"))
    assert page.evaluate(SHOWN) == [[True, 600, 315], [True, 1200, 630]]
    page.close()
