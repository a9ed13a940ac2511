"""The reader's other pages in a real browser: everyone's access, narrow screens, the filters of the news."""

from functools import partial
from urllib.parse import urljoin

import pytest
from django.utils import timezone

from briefing.core.web import cache_versions
from news.models import Feed, Headline, Story
from tests.browser.screens import NARROW
from tests.browser.waiting import comes_to, expect
from tests.pages import feed_reader

pytestmark = pytest.mark.usefixtures("whole_edition")
PATHS = [
    "/news", "/news?include=EU&exclude=AI", "/news?q=zebra", "/log", "/log?month=2020-01", "/indicators/US10",
    "/news/publishers", "/portfolio", "/settings", "/offline", "/nowhere",
]  # fmt: skip
WIDE = "document.documentElement.scrollWidth"


@pytest.fixture
def open_page(open_page, session):
    return partial(open_page, session=session, refusals=(404,))


def titles(page) -> set[str]:
    """The shown headlines without the number that the edition gives each."""
    return {text.rpartition(" ")[0] for text in page.locator(".news .title").all_inner_texts()}


def test_pages_are_for_everyone(open_page, violations):
    log = feed_reader.log(1)
    feed_reader.italian(log)
    page = open_page("/about", **NARROW)
    found, widths = {}, {}
    for path in (*PATHS, f"/log/{log.pk}"):
        page.goto(urljoin(page.url, path), wait_until="networkidle")
        page.evaluate(
            "document.querySelectorAll('details').forEach(each => each.open ||= each.checkVisibility())"
        )
        found[path], widths[path] = violations(page), page.evaluate(WIDE)
    assert {path: items for path, items in found.items() if items} == {}
    assert widths == dict.fromkeys(widths, 320)


def test_pages_at_twice_their_size_need_no_scrolling_sideways(open_page):
    page = open_page("/?lang=it", width=720, lang="it", device_scale_factor=2)
    for path in (*PATHS, "/?lang=it"):
        page.goto(urljoin(page.url, path), wait_until="load")
        assert (path, page.evaluate(WIDE)) == (path, 720)


@pytest.mark.parametrize("script", [True, False])
def test_news_are_filtered_by_tag_language_and_words_and_remembered(open_page, script):
    page = open_page("/news?all", script=script)
    everything = {
        "Account of the October monetary policy meeting",
        "Istat, produzione industriale in lieve ripresa",
        "Chip makers spend more on data centres",
    }
    comes_to(page, lambda: titles(page), everything)
    page.get_by_role("link", name="Show: AI", exact=True).click()
    comes_to(page, lambda: titles(page), {"Chip makers spend more on data centres"})
    page.get_by_role("link", name="Shown, press to remove the filter: AI").click()
    page.get_by_role("link", name="Hide: AI").click()
    page.get_by_role("navigation", name="Language of the headlines").get_by_role(
        "link", name="English"
    ).click()
    page.wait_for_url("**headlines=en**")
    comes_to(page, lambda: titles(page), {"Account of the October monetary policy meeting"})
    page.goto(urljoin(page.url, "/about"))
    page.get_by_role("link", name="News", exact=True).click()
    comes_to(page, lambda: titles(page), {"Account of the October monetary policy meeting"})
    page.get_by_role("link", name="Clear all filters").click()
    page.get_by_label("Search headlines").fill("chip")
    page.keyboard.press("Enter")
    page.wait_for_url("**q=chip**")
    comes_to(page, lambda: titles(page), {"Chip makers spend more on data centres"})
    page.get_by_label("Search headlines").fill("zebra")
    page.keyboard.press("Enter")
    page.wait_for_url("**q=zebra**")
    expect(page.get_by_text("No headline matches this filter.")).to_be_visible()


@pytest.mark.parametrize(("width", "closed"), [(390, True), (1440, False)])
def test_tags_stand_open_where_there_is_room(open_page, width, closed):
    page = open_page("/news", width=width)
    only = page.get_by_role("link", name="Show: AI", exact=True)
    expect(page.locator(".filters summary")).to_be_visible(visible=closed)
    expect(only).to_be_visible(visible=not closed)
    if closed:
        page.locator(".filters summary").focus()
        page.keyboard.press("Enter")
        expect(only).to_be_visible()


def test_muted_publisher_makes_way_for_another_or_goes(open_page, violations):
    rows = {}
    for name in ("Paper", "Gazette"):
        feed = Feed.objects.create(url=f"https://{name}.example/rss", publisher=name)
        rows[name] = Headline.objects.create(
            feed=feed,
            guid="1",
            title=f"Ports shut, says {name}",
            url="https://a.example/1",
            published_at=timezone.now(),
        )
    Headline.objects.create(
        feed=rows["Paper"].feed, guid="2", title="Only in the Paper", published_at=timezone.now()
    )
    Headline.objects.filter(guid="1", feed__in=[row.feed for row in rows.values()]).update(
        story=Story.objects.create()
    )
    cache_versions.invalidate("news")
    page = open_page("/news/publishers")
    page.get_by_role("checkbox", name="Paper").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    assert violations(page) == []
    page.goto(urljoin(page.url, "/news?all"))
    expect(page.locator(".news .title", has_text="Ports shut, says Gazette")).to_be_visible()
    expect(page.get_by_text("Only in the Paper")).to_be_hidden()
    page.get_by_role("link", name="The story").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/news/{rows['Paper'].pk}")
    expect(page.get_by_role("heading", name="Who reports it")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("width", [360, 390])
def test_navigation_is_one_line_on_a_phone(open_page, width):
    page = open_page("/news", width=width, lang="it")
    tops = page.locator(".nav li").evaluate_all(
        "items => items.map(item => item.getBoundingClientRect().top)"
    )
    assert len(tops) == 5
    assert len(set(tops)) == 1


@pytest.mark.parametrize("width", [390, 1440])
def test_every_page_begins_at_the_left_edge_of_the_masthead(open_page, width):
    page = open_page("/about", width=width)
    edges = {}
    for path in (*PATHS, "/indicators/US10"):
        page.goto(urljoin(page.url, path), wait_until="load")
        edges[path] = page.evaluate(
            """[...document.querySelectorAll(".brand, main h1")].map(each => Math.round(each.getBoundingClientRect().x))"""
        )
    assert {path: found for path, found in edges.items() if len(set(found)) > 1} == {}


@pytest.mark.parametrize(("path", "first", "later"), [
    ("/news", "main muted-news", ".pager"), ("/log", ".entry", ".entry ~ *")
])  # fmt: skip
def test_a_page_cut_short_is_laid_out_as_the_whole(open_page, path, first, later):
    """The browser draws what has arrived: what comes later must not move it."""
    feed_reader.log(2)
    page = open_page(path)
    place = f"""() => {{ const box = document.querySelector("{first}").getBoundingClientRect();
        return [box.x, box.y, box.width] }}"""
    whole = page.evaluate(place)
    assert page.evaluate(f"""document.querySelectorAll("{later}").forEach(each => each.remove())""") is None
    assert page.evaluate(place) == whole


@pytest.mark.parametrize("width", [320, 1440])
@pytest.mark.parametrize("path", ["/news", "/log", "/indicators/US10", "/settings"])
def test_nothing_moves_while_the_page_loads(open_page, path, width):
    feed_reader.log(1)
    page = open_page(path, width=width)
    moved = page.evaluate(
        """() => new Promise(done => { new PerformanceObserver(list => done(list.getEntries().reduce((sum, each) => sum
        + each.value, 0))).observe({type: "layout-shift", buffered: true}); setTimeout(() => done(0), 300); })"""
    )
    assert moved <= 0.01
