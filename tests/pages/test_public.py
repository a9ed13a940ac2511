"""The pages that need no session: both languages, living links, what crawlers find, and who gets which front page."""

import itertools
import json
import re
import xml.etree.ElementTree as ET
from html import unescape

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from billing.plans import ANNUAL, CURRENCY, MONTHLY, WITHDRAWAL_DAYS
from briefing.pages.public import TEXTS, addresses
from commentary.review.context import sentences_of
from commentary.review.lexicon import check
from commentary.review.normalise import fold
from tests.pages import edition

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


# Orders, verdicts, levels, odds, timing, promises, hype, fear, ideas, track records, the crowd.
HELD = (
    "C01",
    "C04",
    "C05",
    "C07",
    "C08",
    "C09",
    "C13",
    "C14",
    "C18",
    "C19",
    "C21",
    "C22",
    "C24",
    "C28",
    "C30",
    "C31",
)


PATHS = ["/", *(f"/{name}" for name in TEXTS), "/methods"]


HEADINGS = {
    ("about", "en"): "About Market Briefing", ("about", "it"): "Informazioni su Market Briefing",
    ("disclaimer", "en"): "Disclaimer", ("disclaimer", "it"): "Avvertenze",
    ("terms", "en"): "Terms of use", ("terms", "it"): "Termini d’uso",
    ("privacy", "en"): "Privacy notice", ("privacy", "it"): "Informativa sulla privacy",
}  # fmt: skip


def html(path: str, lang: str = "en", client: Client | None = None) -> str:
    client = client or Client()
    client.cookies["svc.lang"] = lang
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


def words(page: str) -> str:
    """What a reader reads between the masthead and the footer."""
    main = re.search(r"<main.*?</main>", page, re.DOTALL)[0]
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", main)))


@pytest.mark.parametrize(("name", "lang"), HEADINGS)
def test_text_is_in_the_readers_language(name, lang):
    page = html(f"/{name}", lang)
    assert f'<html lang="{lang}"' in page
    assert re.findall(r"<h1>(.*?)</h1>", page) == [HEADINGS[name, lang]]


@pytest.mark.parametrize("name", TEXTS)
def test_both_languages_say_as_much(name):
    """The same parts, lists and tables, so that no language leaves a paragraph out."""
    for tag in ("h2", "p", "li", "tr", "a", "code"):
        counts = [len(re.findall(rf"<{tag}[ >]", html(f"/{name}", lang))) for lang in ("en", "it")]
        assert (tag, counts[0]) == (tag, counts[1])


def test_every_link_answers():
    edition.whole()
    local: set[str] = set()
    for path, lang in itertools.product(PATHS, ["en", "it"]):
        page = html(path, lang)
        links = {unescape(link) for link in re.findall(r'\shref="([^"]*)"', page)}
        local |= {link if link[0] == "/" else path + link for link in links if link.startswith(("/", "?"))}
        ids = set(re.findall(r'\sid="([^"]+)"', page))
        assert {link for link in links if link.startswith("#")} - {f"#{name}" for name in ids} == set(), path
    asked = {link: Client().get(link).status_code for link in local if not link.startswith("/static/")}
    assert (len(asked) > 20, {link: status for link, status in asked.items() if status >= 400}) == (True, {})


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("path", PATHS)
def test_each_language_has_its_own_address(path, lang, settings):
    settings.BASE_URL = "https://briefing.example"
    page = html(f"{path}?tone=INTERMEDIATE", lang)
    here = f"https://briefing.example{path}"
    assert re.findall(r'rel="canonical" href="([^"]+)"', page) == [f"{here}?lang={lang}"]
    assert dict(re.findall(r'rel="alternate" hreflang="([^"]+)" href="([^"]+)"', page)) == {
        "en": f"{here}?lang=en", "it": f"{here}?lang=it", "x-default": f"{here}?lang=en",
    }  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_social_card_tells_the_page(path, settings):
    settings.BASE_URL = "https://briefing.example"
    cards = [
        dict(re.findall(r'property="(og:[a-z_]+)" content="([^"]*)"', html(path, lang)))
        for lang in ("en", "it")
    ]
    assert [card["og:url"] for card in cards] == [
        f"https://briefing.example{path}?lang={lang}" for lang in ("en", "it")
    ]
    assert [card["og:image"] for card in cards] == [
        f"https://briefing.example/static/social/{lang}.png" for lang in ("en", "it")
    ]
    assert all(card["og:title"] and card["og:description"] for card in cards)


def test_titles_and_descriptions_differ_between_pages():
    heads = [
        re.search(r"<title>(.*?)</title>.*?name=\"description\" content=\"(.*?)\"", html(path), re.DOTALL)
        for path in PATHS
    ]
    assert len({head[1] for head in heads}) == len({head[2] for head in heads}) == len(PATHS)


@pytest.mark.parametrize("on", [True, False])
def test_sitemap_lists_each_page_in_each_language(settings, on):
    settings.BASE_URL, settings.SUBSCRIPTIONS_ENABLED = "https://briefing.example", on
    response = Client().get("/sitemap.xml")
    assert response.headers["Content-Type"] == "application/xml; charset=utf-8"
    names = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
    urls = ET.fromstring(response.content).findall("s:url", names)
    paths = [*PATHS, *(["/pricing"] if on else [])]
    assert [url.find("s:loc", names).text for url in urls] == [
        f"https://briefing.example{path}?lang={lang}" for path in paths for lang in ("en", "it")
    ]
    assert {tuple(link.get("hreflang") for link in url.findall("x:link", names)) for url in urls} == {
        ("en", "it", "x-default")
    }


def test_listed_pages_are_open_to_robots():
    response = Client().get("/robots.txt")
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    lines = response.content.decode().splitlines()
    closed = [line.removeprefix("Disallow: ") for line in lines if line.startswith("Disallow: ")]
    assert [path for path in addresses() if path.startswith(tuple(closed))] == []
    assert "Sitemap: http://127.0.0.1:8000/sitemap.xml" in lines


def test_manifest_names_pictures_that_are_there():
    response = Client().get("/manifest.webmanifest", headers={"accept-language": "it"})
    card = json.loads(response.content)
    assert response.headers["Content-Type"] == "application/manifest+json"
    assert (card["start_url"], card["lang"]) == ("/", "it")
    assert [
        icon["src"] for icon in card["icons"] if not finders.find(icon["src"].removeprefix("/static/"))
    ] == []
    assert '<link rel="manifest" href="/manifest.webmanifest">' in html("/")


@pytest.mark.parametrize("lang", ["en", "it"])
def test_terms_tell_prices_trial_and_withdrawal(settings, lang):
    settings.SUBSCRIPTIONS_ENABLED = True
    page = words(html("/terms", lang)).replace("\N{NO-BREAK SPACE}", " ")
    assert (CURRENCY, MONTHLY.price, ANNUAL.price, ANNUAL.trial_days, WITHDRAWAL_DAYS) == (
        "GBP",
        7,
        70,
        14,
        14,
    )
    expected = {"en": ["£7 a month", "£70 a year", "first 14 days", "within 14 days"],
                "it": ["7 £ al mese", "70 £ all’anno", "primi 14 giorni", "entro 14 giorni"]}[lang]  # fmt: skip
    assert [text for text in expected if text not in page] == []


def test_terms_say_when_nothing_is_sold(settings):
    settings.SUBSCRIPTIONS_ENABLED = False
    assert "No subscription is sold at present" in html("/terms")
    settings.SUBSCRIPTIONS_ENABLED = True
    assert "No subscription is sold at present" not in html("/terms")


@pytest.mark.parametrize("lang", ["en", "it"])
def test_disclaimer_names_the_law_on_marking(lang):
    page = words(html("/disclaimer", lang))
    assert "2024/1689" in page
    assert {"en": "Article 50(4)", "it": "articolo 50, paragrafo 4"}[lang] in page


@pytest.mark.parametrize("name", TEXTS)
def test_texts_ask_the_database_nothing(client, django_assert_num_queries, name):
    with django_assert_num_queries(0):
        client.get(f"/{name}")


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("path", PATHS)
def test_texts_neither_advise_nor_sell(path, lang):
    """The reviewer's lexicon, less its broad rules and the classes that a contract's words fall under ("we", "your")."""
    blocks = re.findall(r"<(h[1-3]|p|li|th|td)\b[^>]*>(.*?)</\1>", html(path, lang), re.DOTALL)
    texts = [unescape(re.sub(r"<[^>]+>", "", block)) for _tag, block in blocks]
    folded = [fold(text, lang=lang) for text in texts]
    found = [
        (finding.rule, finding.excerpt)
        for text in folded
        for finding in check(text, sentences_of(text.text, lang), kind="summary")
        if finding.rule.startswith(HELD) and not finding.weak
    ]
    assert found == []


@pytest.mark.parametrize("path", addresses())
def test_long_text_is_english_where_a_new_language_has_none_yet(client, settings, path):
    settings.LANGUAGES = [*settings.LANGUAGES, ("fr", "French")]
    edition.whole()
    french, english = (client.get(path, {"lang": lang}) for lang in ("fr", "en"))
    assert (french.status_code, english.status_code) == (200, 200)
    headings = [re.findall("<h[12][^>]*>.*?</h[12]>", page.content.decode()) for page in (french, english)]
    assert ('<html lang="fr"' in french.content.decode(), headings[0]) == (True, headings[1])
