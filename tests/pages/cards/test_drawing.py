"""How often a card is drawn, and that it is replaced with the figure or the text that it shows."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import product

import pytest
from django.conf import settings as config
from django.core.cache import cache
from django.db import connection
from django.utils import timezone

from briefing.core.web import cache_versions, page_cache
from briefing.pages.cards import views
from commentary.models import IndicatorSummary
from commentary.publishing import replacement
from indicators.models import IndicatorFigure
from tests.pages import edition
from tests.pages.cards.test_views import EDITION, FIGURE, KINDS, get

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def counted(monkeypatch) -> list[str]:
    """The images drawn from now on."""
    drawn: list[str] = []
    for image, (kind, render) in dict(views.RENDER).items():

        def count(drawing, image=image, render=render):
            drawn.append(image)
            return render(drawing)

        monkeypatch.setitem(views.RENDER, image, (kind, count))
    return drawn


@pytest.mark.usefixtures("published")
def test_card_is_drawn_once_a_publication(monkeypatch):
    cache.clear()
    page_cache.clear()
    drawn = counted(monkeypatch)
    paths = [f"/cards/{key}/{language}.{image}" for key, language, image in
             product(("indicator/DE10", "edition/2026-11-21"), ("en", "it"), KINDS)]  # fmt: skip
    for number, path in product(range(5), paths):
        assert get(f"{path}?v={number}").status_code == 200
    assert len(drawn) == len(paths)
    cache_versions.invalidate("news")
    assert get(FIGURE).status_code == 200
    assert len(drawn) == len(paths)
    cache_versions.invalidate("figures")
    assert (get(FIGURE).status_code, get(EDITION).status_code, len(drawn)) == (200, 200, len(paths) + 1)


@pytest.mark.django_db(transaction=True)
def test_hundred_at_once_draw_each_card_once(monkeypatch):
    edition.whole()
    cache.clear()
    page_cache.clear()
    drawn = counted(monkeypatch)
    cards = [f"/cards/indicator/{code}/{language}.{image}" for code, language, image in
             product(("DE10", "US10", "ESI"), ("en", "it"), KINDS)]  # fmt: skip
    paths = (cards * 9)[:100]

    def ask(path: str) -> tuple[str, bytes]:
        try:
            return path, get(path).content
        finally:
            connection.close()

    with ThreadPoolExecutor(16) as pool:
        answers = set(pool.map(ask, paths))
    assert (len(drawn), len(answers), all(content for _, content in answers)) == (
        len(cards),
        len(cards),
        True,
    )


@pytest.mark.usefixtures("published")
def test_corrected_figure_is_on_the_card_at_once():
    before = get(FIGURE)
    IndicatorFigure.objects.filter(code="DE10").update(value=7.77)
    cache_versions.invalidate("figures")
    after = get(FIGURE, **{"if-none-match": before["ETag"]})
    assert (after.status_code, b"7.77%" in before.content, b"7.77%" in after.content) == (200, False, True)


@pytest.mark.usefixtures("published")
def test_withdrawn_lead_leaves_its_card_at_once():
    leads = IndicatorSummary.objects.filter(group="all", tone=config.GENERATION_TONES[0])
    newest = leads.get()
    earlier = IndicatorSummary.objects.get(pk=newest.pk)
    earlier.pk, earlier.cycle, earlier.title = None, newest.cycle - timedelta(hours=3), "The earlier title"
    earlier.save()
    IndicatorSummary.objects.filter(pk=newest.pk).update(title="The withdrawn title")
    cache_versions.invalidate("reads")
    before = get(EDITION)
    assert b"The withdrawn title" in before.content
    assert replacement.withdraw(leads.get(pk=newest.pk), "wrong figure", now=timezone.now())
    after = get(EDITION, **{"if-none-match": before["ETag"]})
    assert (after.status_code, b"The earlier title" in after.content, b"withdrawn" in after.content) == (
        200,
        True,
        False,
    )
    assert replacement.withdraw(leads.get(pk=earlier.pk), "wrong figure", now=timezone.now())
    assert get(EDITION, **{"if-none-match": after["ETag"]}).status_code == 404


@pytest.mark.usefixtures("published")
def test_past_day_has_the_lead_that_stood_at_its_end():
    lead = IndicatorSummary.objects.get(group="all", tone=config.GENERATION_TONES[0])
    for hours, title in ((40, "Two days ago"), (14, "Yesterday late"), (20, "Yesterday early")):
        lead.pk, lead.title = None, title
        lead.cycle = lead.published_at = edition.NOW - timedelta(hours=hours)
        lead.save()
    cache_versions.invalidate("reads")
    titles = {
        day: re.search(
            r"Two days ago|Yesterday \w+", get(f"/cards/edition/2026-11-{day}/en.svg").content.decode()
        )
        for day in (19, 20, 21)
    }
    assert {day: found and found[0] for day, found in titles.items()} == {
        19: "Two days ago", 20: "Yesterday late", 21: None,
    }  # fmt: skip
    assert get("/cards/edition/2026-11-18/en.svg").status_code == 404
