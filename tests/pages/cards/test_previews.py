"""What a link to a page shows elsewhere: on the page, and on the sign-in page that programs are sent to."""

import re
from html import unescape
from urllib.parse import urlsplit

import pytest
from django.test import Client

from briefing.core import cache_versions
from indicators.models import IndicatorFigure
from tests.accounts.readers import signed_in
from tests.pages import edition, feed_reader
from tests.pages.test_outage import away, browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
BASE = "https://briefing.example"


@pytest.fixture(autouse=True)
def at_its_address(settings) -> None:
    settings.BASE_URL = BASE


def tags(page: bytes) -> dict[str, str]:
    """The tags of a preview by name, each once."""
    found = re.findall(
        r'<meta (?:property|name)="((?:og|twitter):[a-z_:]+)" content="([^"]*)"', page.decode()
    )
    assert len({name for name, _ in found}) == len(found)
    return {name: unescape(value) for name, value in found}


def followed(path: str, language: str = "en") -> dict[str, str]:
    """The tags that a program finds which follows a link without a session."""
    answer = Client().get(path, headers={"accept-language": language}, follow=True)
    assert answer.status_code == 200
    return tags(answer.content)


def card_of(found: dict[str, str]) -> str:
    """The path of the card, which answers."""
    url = urlsplit(found["og:image"])
    assert f"{url.scheme}://{url.netloc}" == BASE
    assert Client().get(f"{url.path}?{url.query}")["Content-Type"] == "image/png"
    return url.path


@pytest.mark.usefixtures("published")
@pytest.mark.parametrize(
    ("path", "language", "title", "card"),
    [
        ("/indicators/DE10", "en", "German 10-year yield", "/cards/indicator/DE10/en.png"),
        ("/indicators/DE10", "it", "Rendimento Bund a 10 anni", "/cards/indicator/DE10/it.png"),
        ("/indicators/DE10?lang=it", "en", "Rendimento Bund a 10 anni", "/cards/indicator/DE10/it.png"),
        ("/indicators/DE10?range=5y", "en", "German 10-year yield", "/cards/indicator/DE10/en.png"),
        ("/log", "en", "Strategic log", "/cards/edition/2026-11-21/en.png"),
        ("/log/1", "it", "Diario strategico", "/cards/edition/2026-11-21/it.png"),
    ],
)
def test_link_to_a_readers_page_shows_its_card(path, language, title, card):
    feed_reader.log(1, pk=1)
    found = followed(path, language)
    page, shown = path.partition("?")[0], card[-6:-4]
    assert (found["og:title"], card_of(found), found["og:url"]) == (title, card, f"{BASE}{page}?lang={shown}")
    assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
    assert (found["og:image:type"], found["twitter:card"]) == ("image/png", "summary_large_image")
    assert (found["og:image:alt"], found["og:locale"][:2]) == (found["og:description"], shown)


@pytest.mark.usefixtures("published")
def test_link_to_an_edition_shows_its_lead():
    found = followed("/edition/2026-11-21")
    assert card_of(found) == "/cards/edition/2026-11-21/en.png"
    assert found["og:title"] in found["og:image:alt"]
    assert ("Written by rules" in found["og:image:alt"], found["og:url"]) == (
        True,
        f"{BASE}/edition/2026-11-21?lang=en",
    )


@pytest.mark.usefixtures("published")
@pytest.mark.parametrize(
    "path",
    ["/indicators/GB10", "/indicators/XXXX", "/edition/2026-11-22", "/edition/2026-02-30", "/log/99", "/news",
     "/settings", "/portfolio"],
)  # fmt: skip
def test_link_to_what_has_no_card_shows_none(path):
    assert followed(path) == {}


@pytest.mark.parametrize(
    "next_", ["//evil.example/indicators/DE10", "/indicators/DE10\r\nx", "/nowhere", "", "/"]
)
@pytest.mark.usefixtures("published")
def test_sign_in_page_previews_no_other_address(next_):
    assert tags(Client().get("/login", {"next": next_}).content) == {}


@pytest.mark.usefixtures("published")
def test_preview_is_escaped():
    path = '/indicators/DE10?"><script>alert(1)</script>&lang=it'
    page = Client().get("/login", {"next": path}).content
    assert (b"<script>alert" in page, tags(page)["og:url"]) == (False, f"{BASE}/indicators/DE10?lang=it")


@pytest.mark.usefixtures("published")
@pytest.mark.parametrize("path", ["/indicators/DE10", "/edition/2026-11-20", "/log", "/log/7"])
def test_robots_may_follow_and_nobody_indexes_the_sign_in_page(path):
    target = Client().get(path)["Location"]
    robots = Client().get("/robots.txt").content.decode()
    allowed = re.findall(r"^Allow: (.+)$", robots, re.MULTILINE)
    assert [rule for rule in allowed if target.startswith(rule)]
    assert not [rule for rule in allowed if "/login?next=%2Fsettings".startswith(rule)]
    assert b'<meta name="robots" content="noindex">' in Client().get(target).content


@pytest.mark.usefixtures("published")
@pytest.mark.parametrize("language", ["en", "it"])
def test_landing_page_shows_todays_edition(language):
    found = tags(Client().get("/", headers={"accept-language": language}).content)
    assert card_of(found) == f"/cards/edition/2026-11-21/{language}.png"
    assert found["og:title"].startswith("Market Briefing")


def test_landing_page_without_data_shows_the_picture_of_the_service(settings):
    settings.SAMPLE_DATA = False
    found = tags(Client().get("/").content)
    assert (found["og:image"], followed("/indicators/DE10")) == (f"{BASE}/static/social/en.png", {})


@pytest.mark.usefixtures("published")
def test_address_of_the_picture_changes_with_it_alone():
    first = followed("/indicators/DE10")["og:image"]
    cache_versions.invalidate("figures")
    assert followed("/indicators/DE10")["og:image"] == first
    IndicatorFigure.objects.filter(code="DE10").update(value=7.77)
    cache_versions.invalidate("figures")
    changed = followed("/indicators/DE10")["og:image"]
    assert (changed != first, changed.partition("?")[0]) == (True, first.partition("?")[0])


@pytest.mark.usefixtures("published")
def test_signing_in_goes_on_while_the_database_is_away():
    with away():
        answer = browser().get("/login", {"next": "/indicators/DE10"})
    assert (answer.status_code, tags(answer.content)) == (200, {})


@pytest.mark.usefixtures("published")
def test_figures_page_has_its_card_and_how_to_embed_it():
    client = signed_in()
    page = client.get("/indicators/DE10").content.decode()
    assert tags(page.encode())["og:image"].startswith(f"{BASE}/cards/indicator/DE10/en.png?v=")
    [markup] = re.findall(r"<textarea id=\"embed\"[^>]*>(.*?)</textarea>", page, re.DOTALL)
    assert unescape(markup) == (
        f'<a href="{BASE}/indicators/DE10?lang=en"><img src="{BASE}/cards/indicator/DE10/en.svg" width="600" height="315"'
        ' alt="German 10-year yield, Market Briefing"></a>'
    )
    assert Client().get("/cards/indicator/DE10/en.svg").status_code == 200


@pytest.mark.usefixtures("published")
def test_figure_that_may_not_be_redistributed_has_neither():
    page = signed_in().get("/indicators/GB10").content
    assert (tags(page), b"/cards/" in page) == ({}, False)
    assert "No download or card is available for these figures." in page.decode()


def test_edition_is_that_of_the_tests():
    assert str(edition.NOW.date()) == "2026-11-21"
