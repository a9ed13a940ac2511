"""The private link to the feeds as a reader meets it: made, copied, made anew, with script and without."""

from functools import partial

import pytest

from accounts import feed_links
from accounts.models import User
from tests.browser.screens import NARROW
from tests.browser.waiting import expect, pasted, until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def settings_page(open_page, session):
    return partial(open_page, "/settings?include=EU,AI#feeds", session=session)


def test_the_links_are_for_everyone(settings_page, violations):
    page = settings_page(**NARROW)
    page.locator("#feeds button").click()
    page.locator("#feed-log-atom").wait_for()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_a_link_is_copied_whole(settings_page):
    page = settings_page(permissions=["clipboard-write"])
    page.get_by_role("button", name="Create my private link").click()
    page.locator("#feed-news-atom ~ button").click()
    page.get_by_text("Copied").first.wait_for()
    token = feed_links.token_of(User.objects.get())
    link = f"/feeds/news/en.atom?include=EU,AI&token={token}"
    until(page, lambda: pasted(page).endswith(link))


def test_without_script_the_links_are_there_to_be_read(settings_page):
    page = settings_page(script=False)
    page.get_by_role("button", name="Create my private link").click()
    first = page.locator("#feed-log-atom").input_value()
    page.get_by_role("button", name="Create a new link").click()
    expect(page.locator("#feed-log-atom")).not_to_have_value(first)
    expect(page.locator("copy-button button:visible")).to_have_count(0)
    page.get_by_role("button", name="Switch the feeds off").click()
    expect(page.locator("#feed-log-atom")).to_have_count(0)


def test_the_news_page_hands_its_filter_over(open_page, session):
    page = open_page("/news?include=EU&exclude=AI", session=session)
    page.get_by_role("link", name="Subscribe to the feed").click()
    page.wait_for_url("**/settings?include=EU&exclude=AI&headlines=all#feeds")
