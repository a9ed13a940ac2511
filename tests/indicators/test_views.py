import re
import xml.etree.ElementTree as ET
from urllib.parse import quote

import pytest
import time_machine
from django.test import Client
from django.utils import translation

from indicators.models import Quote
from tests.accounts.readers import reader, signed_in
from tests.indicators.conftest import NOW, daily, reckon_all, store

pytestmark = pytest.mark.django_db
US10 = "TREASURY:10Y"


@pytest.fixture(autouse=True)
def _world(settings):
    settings.SAMPLE_DATA = True
    with time_machine.travel(NOW):
        yield


@pytest.fixture
def yields():
    store(US10, daily([4.0 + n / 100 for n in range(300)]))
    Quote.objects.create(symbol=US10, fetched_at=NOW, error="US Treasury: no answer.")
    reckon_all()


@pytest.fixture
def client():
    return signed_in()


def text(client, path: str, language: str = "en") -> str:
    client.cookies["svc.lang"] = language
    response = client.get(path)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


def drawing(page: str) -> ET.Element:
    return ET.fromstring(re.search(r"<svg class=\"plot\".*?</svg>", page)[0])


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
    assert plot.find("title").text == "Rendimento USA a 10 anni"
    assert plot.find("desc").text.startswith("300 ")
    numbers = [line.get("y1") for line in plot.iter("line")] + [plot.find("circle").get("cx")]
    assert [number for number in numbers if not re.fullmatch(r"\d+(\.\d+)?", number)] == []
    assert all(re.fullmatch(r"[\d.]+,[\d.]+", pair) for pair in plot.find("polyline").get("points").split())


def test_detail_has_the_table_behind_the_chart(client, yields):
    page = text(client, "/indicators/US10")
    assert page.count('<th scope="row">') == 120
    assert "The newest 120 of 300 observations" in page
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
    assert response.headers["Content-Disposition"] == 'attachment; filename="market-briefing-US10.csv"'
    assert (lines[0], lines[300], lines[301], len(lines)) == (
        "period,date,value", "2026-11-20,2026-11-20,6.99", "", 302,
    )  # fmt: skip


def test_csv_is_free_while_something_else_is_sold(client, yields, settings):
    settings.SUBSCRIPTIONS_ENABLED = True
    assert client.get("/indicators/US10.csv").status_code == 200


def test_csv_numbers_are_plain_in_every_language(client, yields):
    client.cookies["svc.lang"] = "it"
    with translation.override("it"):
        response = client.get("/indicators/US10.csv")
    assert response.content.decode().split("\r\n")[1].endswith(",4.0")


@pytest.mark.parametrize("size", [1, 1000])
def test_csv_needs_one_query_beside_the_gate(client, size, django_assert_num_queries):
    store(US10, daily([1.0] * size))
    client.get("/indicators/US10.csv")  # the day's first visit is recorded once
    with django_assert_num_queries(3):
        client.get("/indicators/US10.csv")


@pytest.mark.parametrize("path", ["/indicators/US10", "/indicators/US10.csv", "/indicators/NOPE"])
def test_strangers_are_asked_to_sign_in(path):
    response = Client().get(path)
    assert (response.status_code, response["Location"]) == (303, f"/login?next={quote(path, safe='')}")


def test_token_reads_the_series(settings, yields):
    settings.SERVICE_TOKEN = "t" * 40
    response = Client(headers={"authorization": f"Bearer {settings.SERVICE_TOKEN}"}).get(
        "/indicators/US10.csv"
    )
    assert response.status_code == 200
