import re
import xml.etree.ElementTree as ET
from urllib.parse import quote

import pytest
from django.test import Client
from django.utils import translation

from indicators.models import Quote
from tests.accounts.readers import reader, signed_in
from tests.indicators.conftest import NOW, compute_all, daily, store

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sample_day")]
US10 = "TREASURY:10Y"


@pytest.fixture
def yields():
    store(US10, daily([4.0 + n / 100 for n in range(300)]))
    Quote.objects.create(symbol=US10, fetched_at=NOW, error="US Treasury: no answer.")
    compute_all()


@pytest.fixture
def client():
    return signed_in()


def text(client, path: str, language: str = "en") -> str:
    client.cookies["svc.lang"] = language
    response = client.get(path)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


def drawing(page: str) -> ET.Element:
    """The plot's four parts: scale, lines, marks, dates."""
    svg = "".join(re.findall(r'<svg class="(?:scale|lines|marks|dates)".*?</svg>', page))
    return ET.fromstring(f"<plot>{svg}</plot>")


def test_detail_shows_figure_source_and_limits(client, yields):
    page = text(client, "/indicators/US10")
    assert "<h1>US 10-year yield</h1>" in page
    assert '<b class="num">6.99%</b>' in page
    assert "It mixes expected inflation" in page
    assert re.search(
        r'<a href="https://home\.treasury\.gov/[^"]+" rel="noopener external">US Department', page
    )
    assert "retrieved 21 Nov 2026" in page
    assert "Work of the US government, public domain" in page


def test_detail_chart_has_a_title_a_text_and_plain_numbers(client, yields):
    plot = drawing(text(client, "/indicators/US10", "it"))
    assert plot.findtext(".//title") == "Rendimento USA a 10 anni"
    assert plot.findtext(".//desc").startswith("300 ")
    places = [line.get("y1") for line in plot.iter("line")] + [tick.get("y") for tick in plot.iter("text")]
    places += [circle.get("cx") for circle in plot.iter("circle")]
    assert [place for place in places if not re.fullmatch(r"\d+(\.\d+)?(%|em)?", place)] == []
    line = next(plot.iter("polyline")).get("points")
    assert all(re.fullmatch(r"[\d.]+,[\d.]+", pair) for pair in line.split())


def test_detail_leads_to_its_other_views(client, yields):
    page = text(client, "/indicators/US10?range=1y&with=CPIE")
    links = set(re.findall(r'href="(\?[^"]*)#chart"', page))
    assert {
        "?with=CPIE",
        "?range=5y&amp;with=CPIE",
        "?range=1y&amp;with=CPIE&amp;as=percentile",
        "?range=1y",
    } <= links
    assert 'href="/indicators/US10.csv?range=1y" download' in page


@pytest.mark.parametrize("path", ["/indicators/US10", "/indicators/US10.csv"])
@pytest.mark.parametrize("query", ["range=2y", "range=%27--", "with=NOPE", "with=US10", "with=CPIE&as=x"])
def test_views_that_are_not_offered_are_not_found(client, yields, path, query):
    assert client.get(f"{path}?{query}").status_code == 404


def test_only_ranges_are_printed(client, yields):
    views = ("", "?range=5y", "?range=5y&junk=1", "?range=all", "?with=CPIE")
    assert ["ETag" in client.get(f"/indicators/US10{view}").headers for view in views] == [True] * 4 + [False]
    same = {
        client.get(f"/indicators/US10{view}").headers["ETag"] for view in ("?range=5y", "?range=5y&junk=1")
    }
    assert len(same) == 1


def test_detail_has_the_table_behind_the_chart(client, yields):
    page = text(client, "/indicators/US10")
    assert page.count('<th scope="row">') == 120
    assert "The latest 120 of 300 observations" in page
    assert '<time datetime="2026-11-20">20 Nov 2026</time></th><td class="num">6.99%</td>' in page


def test_detail_speaks_italian(client, yields):
    page = text(client, "/indicators/US10", "it")
    assert "<h1>Rendimento USA a 10 anni</h1>" in page
    assert '<b class="num">6,99%</b>' in page


def test_detail_hides_errors_from_readers(client, yields):
    assert "no answer" not in text(client, "/indicators/US10")


def test_detail_shows_errors_to_staff(client, yields):
    client.force_login(reader("staff@example.org", is_staff=True))
    assert "The last attempt to fetch it failed: US Treasury: no answer." in text(client, "/indicators/US10")


def test_detail_before_the_first_figure_says_so(client):
    assert "No figure has arrived from the source yet." in text(client, "/indicators/US10")


@pytest.mark.parametrize(
    "path", ["/indicators/NOPE", "/indicators/GDPU", "/indicators/us10", "/indicators/NOPE.csv"]
)
def test_unknown_and_hidden_codes_are_not_found(client, path):
    assert client.get(path).status_code == 404


def test_csv_holds_the_whole_history(client, yields):
    response = client.get("/indicators/US10.csv")
    lines = response.content.decode().split("\r\n")
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert response.headers["Content-Disposition"] == 'attachment; filename="market-briefing-sample-US10.csv"'
    assert (lines[0], lines[300], lines[301], len(lines)) == (
        "period,date,value", "2026-11-20,2026-11-20,6.99", "", 302,
    )  # fmt: skip


def test_csv_follows_the_range(client):
    store(US10, daily([4.0] * 400))
    response = client.get("/indicators/US10.csv?range=1y")
    assert (
        response.headers["Content-Disposition"] == 'attachment; filename="market-briefing-sample-US10-1y.csv"'
    )
    assert response.content.decode().count("\r\n") == 1 + 366


def test_csv_is_free_while_something_else_is_sold(client, yields, settings):
    settings.SUBSCRIPTIONS_ENABLED = True
    assert client.get("/indicators/US10.csv").status_code == 200


def test_csv_numbers_are_plain_in_every_language(client, yields):
    client.cookies["svc.lang"] = "it"
    with translation.override("it"):
        response = client.get("/indicators/US10.csv")
    assert response.content.decode().split("\r\n")[1].endswith(",4.0")


@pytest.mark.parametrize("size", [1, 1000])
def test_csv_needs_two_queries_beside_the_gate(client, size, django_assert_num_queries):
    store(US10, daily([1.0] * size))
    client.get("/indicators/US10.csv")  # the day's first visit is recorded once
    with django_assert_num_queries(3):
        client.get("/indicators/US10.csv")


@pytest.mark.parametrize("path", ["/indicators/US10", "/indicators/US10.csv", "/indicators/NOPE"])
def test_visitors_must_sign_in(path):
    response = Client().get(path)
    assert (response.status_code, response["Location"]) == (303, f"/login?next={quote(path, safe='')}")


def test_token_reads_the_series(settings, yields):
    settings.SERVICE_TOKEN = "t" * 40
    response = Client(headers={"authorization": f"Bearer {settings.SERVICE_TOKEN}"}).get(
        "/indicators/US10.csv"
    )
    assert response.status_code == 200
