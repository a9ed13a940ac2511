"""The front page of a day that is over: its parts in their order, its figures within the screen, reached by keyboard."""

from datetime import timedelta
from itertools import pairwise
from urllib.parse import urlsplit

import pytest
import time_machine
from django.utils import timezone

from commentary.models import IndicatorSummary
from tests.browser.screens import NARROW, WIDTHS, widths
from tests.browser.waiting import expect
from tests.pages import edition
from tests.pages.feed_reader import log


@pytest.fixture
def yesterday(transactional_db, settings):
    """The day before this one, on which a whole edition was written."""
    settings.SAMPLE_DATA = True
    moment = timezone.now() - timedelta(days=1)
    with time_machine.travel(moment, tick=False):
        edition.whole(3)
    return moment.date()


@pytest.fixture
def open_edition(open_page, session, yesterday):
    """open_edition(width=320, …): yesterday's front page."""
    return lambda path=f"/edition/{yesterday}", **more: open_page(path, session=session, **more)


def test_parts_stand_one_below_the_other_on_every_screen(open_edition):
    page = open_edition()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        boxes = [part.bounding_box() for part in page.locator(".pastpage > *").all()]
        for above, below in pairwise(boxes):
            assert above["y"] + above["height"] <= below["y"], width
        last = page.locator(".pastpage .figures tr").last.bounding_box()
        groups = page.locator(".pastpage .groups").bounding_box()
        assert last["y"] + last["height"] <= groups["y"] + groups["height"] + 1, width


@pytest.mark.parametrize("lang", ["en", "it"])
def test_no_screen_scrolls_sideways(open_edition, lang):
    assert widths(open_edition(lang=lang)) == WIDTHS


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("width", [320, 390, 1440])
def test_a_value_is_on_one_line(open_edition, lang, width):
    broken = (
        open_edition(width=width, lang=lang)
        .locator(".pastpage td.value")
        .evaluate_all(
            """cells => cells.filter(cell => { const range = document.createRange(); range.selectNodeContents(cell);
        return new Set([...range.getClientRects()].map(box => Math.round(box.top / 8))).size > 1; }).map(cell => cell.textContent)"""
        )
    )
    assert broken == []


@pytest.mark.parametrize("screen", [NARROW, {"width": 1440, "lang": "en"}])
def test_axe_finds_nothing(open_edition, violations, screen):
    assert violations(open_edition(**screen)) == []


def test_log_leads_to_it_by_keyboard(open_edition, yesterday):
    page = open_edition("/log", **NARROW)
    page.get_by_role("link", name="La prima pagina di ieri").press("Enter")
    page.wait_for_url(f"**/edition/{yesterday}")
    page.get_by_role("link", name="Oggi").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_paper_shows_each_sentence_with_its_figures(open_edition):
    read = IndicatorSummary.objects.exclude(sentences=[]).filter(group="all").last()
    entry = log(0, cycle=read.cycle, facts=read.facts, sentences=read.sentences)
    page = open_edition(f"/texts/read/{read.pk}")
    for address in (f"/texts/read/{read.pk}", f"/log/{entry.pk}"):
        page.emulate_media(media="screen")
        page.goto(page.url.replace(urlsplit(page.url).path, address))
        figures = page.locator(".receipt dd")
        expect(figures.first).to_be_hidden()
        page.emulate_media(media="print")
        expect(figures.first).to_be_visible()
        expect(figures.last).to_be_visible()
