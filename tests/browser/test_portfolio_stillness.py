"""The portfolio page sits still while it fills, and its first load stays light."""

import pytest

from tests.browser.waiting import expect, load_again
from tests.portfolio import holdings

MOST_SHIFT = 0.02
MOST_FIRST_LOAD = 100_000
SHIFTS = """new Promise((resolve) => {
  const found = [];
  new PerformanceObserver((list) => found.push(...list.getEntries())).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(found.filter((each) => !each.hadRecentInput).map((each) =>
    [each.value, each.sources.map(({ node, previousRect, currentRect }) => `${node?.nodeName}.${node?.className} ${node?.parentElement?.className} ${previousRect.y}+${previousRect.height}>${currentRect.y}+${currentRect.height}`).join(" | ")])), 300);
})"""


def shifted(page) -> tuple[float, list[object]]:
    found = page.evaluate(SHIFTS)
    return sum(value for value, _ in found), found


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("lang", ["en", "it"])
def test_page_sits_still_while_it_fills(open_portfolio, width, lang):
    page = open_portfolio(width=width, lang=lang)
    expect(page.locator("[data-press=example]:visible")).to_be_visible()
    empty, why = shifted(page)
    assert empty < MOST_SHIFT, why
    holdings.keep(page, holdings.state())
    page.reload(wait_until="networkidle")
    expect(page.locator('[data-view=totals] [data-say="today"]')).to_contain_text("%")
    full, why = shifted(page)
    assert full < MOST_SHIFT, why


def test_first_load_is_light(open_portfolio):
    answers = load_again(open_portfolio())
    assert 20_000 < sum(size for _kind, _address, size in answers) < MOST_FIRST_LOAD
