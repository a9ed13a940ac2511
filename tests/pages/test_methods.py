"""The methods page: every active figure with its source and limits, and the constants of the ranking; both languages."""

import re
from collections import defaultdict
from html import unescape

import pytest
from django.test import Client
from django.utils import translation

from briefing.pages import methods
from commentary.facts import ranking
from indicators import figures, groups

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def html(lang: str = "en", query: str = "") -> str:
    client = Client()
    client.cookies["svc.lang"] = lang
    response = client.get(f"/methods{query}")
    assert response.status_code == 200
    return response.content.decode()


def words(markup: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", markup))).replace("\N{NO-BREAK SPACE}", " ")


def part(page: str, start: str, end: str = "<h2") -> str:
    """What stands under a heading."""
    return page.partition(f'<h2 id="{start}"')[2].partition(end)[0]


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_active_figure_is_there_with_its_limits_and_source(lang):
    page = html(lang)
    shown = part(page, "indicators")
    for row in groups.load().active_rows():
        told = words(shown.partition(f'<span class="code">{row.code}</span>')[2].partition("</details>")[0])
        wanted = (
            row.note(lang),
            row.limits(lang),
            row.source_name,
            row.licence(lang),
            row.attribution(lang),
            *row.symbols,
        )
        assert [text for text in wanted if text not in told] == []
    assert shown.count("<details") == len(groups.load().active_rows())
    assert [unescape(title) for title in re.findall(r'<h3 id="group-\w+">(.*?)</h3>', shown)] == [
        group.title(lang) for group in groups.load().configured
    ]


@pytest.mark.parametrize(("lang", "gap", "off"), [
    ("en", "price-earnings ratio, CAPE", "Not shown here, because their source requires a key"),
    ("it", "il rapporto prezzo-utili, il CAPE", "Qui non compaiono, perché la fonte richiede una chiave"),
])  # fmt: skip
def test_what_is_missing_is_named(settings, lang, gap, off):
    settings.SAMPLE_DATA, settings.FRED_API_KEY = False, ""
    text = words(part(html(lang), "indicators"))
    absent = [row for group in groups.load().configured for row in group.absent]
    assert (gap in text, off in text, [row.label(lang) for row in absent if row.label(lang) not in text]) == (
        True, True, [],
    )  # fmt: skip


@pytest.mark.parametrize(("lang", "said"), [
    ("en", "a consent that this installation does not have: S&P 500, US; FTSE 100, UK; DAX, Germany; Nikkei 225, Japan; "
           "Hang Seng, Hong Kong; SSE Composite, Shanghai."),
    ("it", "S&P 500, USA; FTSE 100, Regno Unito; DAX, Germania; Nikkei 225, Giappone; Hang Seng, Hong Kong; "
           "SSE Composite, Shanghai."),
])  # fmt: skip
def test_share_indices_without_a_source_are_named_as_missing(settings, lang, said):
    settings.SAMPLE_DATA, settings.YAHOO_ENABLED = False, False
    assert said in words(part(html(lang), "indicators"))
    settings.YAHOO_ENABLED = True
    assert said not in words(part(html(lang), "indicators"))


def test_a_figure_whose_source_is_off_is_not_there(settings):
    settings.FRED_API_KEY = ""
    without = html()
    settings.FRED_API_KEY = "k"
    assert ("BUFF</span>" in without, "BUFF</span>" in html()) == (False, True)


@pytest.mark.parametrize(
    ("code", "lang", "how"),
    [
        ("BUFF", "en", "Ratio: FRED:NCBEILQ027S divided by FRED:GDP, times 0.1."),
        ("BUFF", "it", "Rapporto: FRED:NCBEILQ027S diviso FRED:GDP, per 0,1."),
        ("TOBQ", "en", "Ratio: FRED:NCBEILQ027S divided by FRED:TNWMVBSNNCB."),
        ("RY10", "en", "As published: FRED:DFII10."),
    ],
)
def test_the_transform_is_stated_in_words(settings, code, lang, how):
    settings.FRED_API_KEY = "k"
    with translation.override(lang):
        assert methods.method(groups.load().row(code), lang).how == how


@pytest.mark.parametrize(
    ("code", "lang", "unit"),
    [
        ("TOBQ", "en", "ratio (×) to company net worth"),
        ("HPUS", "it", "indice 2010 = 100"),
        ("BUFF", "en", "% of GDP"),
        ("RY10", "it", "% annuo, oltre l’inflazione"),
        ("FEDB", "en", "% year on year"),
    ],
)
def test_the_unit_is_stated_in_words(settings, code, lang, unit):
    settings.FRED_API_KEY = "k"
    with translation.override(lang):
        assert methods.method(groups.load().row(code), lang).unit == unit


def test_every_transform_has_words():
    for row in (row for group in groups.load().configured for row in group.rows):
        with translation.override("en"):
            told = methods.method(row, "en")
        opening = {"level": "As published", "yoy": "Year on year", "spread": "Difference", "ratio": "Ratio"}
        assert told.how.startswith(opening[row.transform])
        assert all(symbol in told.how for symbol in row.symbols)
        mixed = len(set(row.frequencies)) > 1
        assert ("different intervals" in told.how) is mixed


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_least_history_is_the_programs(lang):
    text = words(part(html(lang), "computing"))
    assert text.count(f" {figures.LEAST_POINTS} ") == 2
    assert " 90 " in text


def test_the_footer_of_every_public_page_leads_here():
    for path in ("/", "/about", "/login", "/methods"):
        assert 'href="/methods"' in Client().get(path).content.decode()


@pytest.mark.parametrize(
    ("language", "heading", "words"),
    [
        (
            "en",
            "What counts as news",
            "by {0.35} for the rest; and by {0.7} when the figure is two business days old",
        ),
        (
            "it",
            "Che cosa fa notizia",
            "per {0.35} per il resto; e per {0.7} se il dato ha due giorni lavorativi",
        ),
    ],
)
def test_the_ranking_is_explained_with_the_constants_of_the_code(language, heading, words):
    page = html(language)
    told = [f"{number:g}" for number in (ranking.CLASSES["C"], ranking.AGES[2])]
    told = [number.replace(".", ",") if language == "it" else number for number in told]
    assert heading in page
    assert words.replace("{0.35}", told[0]).replace("{0.7}", told[1]) in page


def test_the_floors_that_the_page_names_are_those_of_the_figures():
    floors: defaultdict[str, set[float]] = defaultdict(set)
    for group in groups.load().configured:
        for row in group.rows:
            floors[row.wire.voice] |= {row.wire.floor} - {0.0}
    assert floors["yield"] == floors["spread"] == {0.03}
    assert (floors["currency"], floors["price"], floors["index"]) == ({0.2}, {0.5, 1.0, 2.0}, {0.2, 5.0})
