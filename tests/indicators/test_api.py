"""The figures and the agenda for programs: what is in them, what terms keep back, 304, and bounded queries."""

import json
from datetime import date

import pytest
import time_machine
from django.test import Client

from briefing.core.models import DataOrigin
from briefing.core.web import cache_versions
from indicators import groups, redistribution
from indicators.models import DailyQuote, IndicatorFigure
from tests.accounts.readers import signed_in
from tests.indicators.agenda.conftest import release
from tests.indicators.conftest import HEAD, NOW, compute_all, daily, monthly, row_text, store
from tests.pages import edition

pytestmark = pytest.mark.django_db
US10, GB10 = "TREASURY:10Y", "BOE:IUDMNPY"
PATHS = ("/api/indicators", "/api/indicators/US10", "/api/agenda")


@pytest.fixture(autouse=True)
def _world(settings):
    settings.SAMPLE_DATA = True
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def client() -> Client:
    return signed_in()


@pytest.fixture
def yields() -> None:
    edition.once(two_yields, (DataOrigin, DailyQuote, IndicatorFigure))
    cache_versions.invalidate("figures")


def two_yields() -> None:
    store(US10, daily([4.0 + n / 1000 for n in range(2000)]))
    store(GB10, daily([4.5, 4.6]))
    compute_all()


def rows(client: Client, **query) -> dict[str, dict]:
    return {item["code"]: item for item in client.get("/api/indicators", query).json()["items"]}


# --- the list ---


def test_every_active_row_stands_in_the_list_with_its_figure(client, yields):
    found = rows(client)
    assert list(found) == [row.code for row in groups.load().active_rows()]
    item = found["US10"]
    assert item["figure"] == {
        "value": 5.999, "period": "2026-11-20", "observed_on": "2026-11-20", "previous": 5.998, "change": 0.001,
        "year_ago": 5.634, "percentile": 99.975, "zscore": pytest.approx(1.7303, abs=1e-3), "lowest": 4.0,
        "highest": 5.999, "since": "2021-05-31", "notes": [],
    }  # fmt: skip
    assert (item["group"], item["unit"], item["frequency"], item["flags"], item["refused"]) == (
        "bonds", "%", "D", [], None,
    )  # fmt: skip
    assert item["source"]["name"] == "US Department of the Treasury"
    assert (found["CPIE"]["figure"], found["CPIE"]["refused"]) == (None, None)


def test_group_and_language_narrow_and_translate(client, yields):
    found = rows(client, group="bonds", lang="it")
    assert {item["group"] for item in found.values()} == {"bonds"}
    assert found["US10"]["label"] == "Rendimento USA a 10 anni"
    assert found["GB10"]["refused"]["reason"].startswith("Non è chiaro se le condizioni del titolare")


def test_language_is_the_parameters_and_nothing_elses(client, yields):
    plain = client.get("/api/indicators").content
    client.cookies["svc.lang"] = "it"
    assert client.get("/api/indicators", headers={"accept-language": "it"}).content == plain


def test_old_figures_are_flagged(client):
    symbol = "EUSTAT:une_rt_m?freq=M&s_adj=SA&age=TOTAL&unit=PC_ACT&sex=T&geo=EA21"
    store(symbol, monthly([6.1] * 12, last=date(2026, 7, 31)))
    compute_all()
    assert rows(client)["UNEE"]["flags"][:1] == ["stale"]


# --- the series ---


@pytest.mark.parametrize(("span", "count"), [("", 2000), ("all", 2000), ("1y", 366), ("5y", 1827)])
def test_series_follow_the_ranges_of_the_page(client, yields, span, count):
    found = client.get("/api/indicators/US10", {"range": span}).json()
    assert (len(found["observations"]), found["range"]) == (count, span or "all")
    assert found["observations"][-1] == {"period": "2026-11-20", "day": "2026-11-20", "value": 5.999}
    csv = client.get("/indicators/US10.csv", {"range": span or "all"}).content.decode().splitlines()
    assert [f"{each['period']},{each['day']},{each['value']!r}" for each in found["observations"]] == csv[1:]


def test_what_was_held_back_stays_back(client):
    store(US10, daily([4.0, 400.0]))
    compute_all()
    found = client.get("/api/indicators/US10").json()
    assert (found["figure"], found["observations"]) == (None, [])


@pytest.mark.parametrize("path", ["NOPE", "us10", "GDPU", "US10.csv", "US%20", "-"])
def test_what_is_no_row_is_not_found(client, yields, path):
    response = client.get(f"/api/indicators/{path}")
    assert (response.status_code, response["Content-Type"]) == (404, "application/problem+json")


# --- terms ---


def test_what_terms_keep_back_has_its_reason_and_no_figures(client, yields):
    item = rows(client)["GB10"]
    assert (item["figure"], item["flags"]) == (None, [])
    assert item["refused"] == {
        "code": "redistribution_refused",
        "reason": "It is not clear whether its owner’s terms allow this series to be redistributed"
        " (Bank of England database terms, source named).",
        "terms": "https://www.bankofengland.co.uk/legal",
    }
    assert "4.6" not in json.dumps(item)
    refused = client.get("/api/indicators/GB10")
    assert (refused.status_code, refused["Content-Type"], refused.json()["code"]) == (
        403, "application/problem+json", "redistribution_refused",
    )  # fmt: skip
    assert (refused.json()["detail"], refused.json()["terms"]) == (
        item["refused"]["reason"],
        item["refused"]["terms"],
    )


def test_no_file_of_what_may_not_be_handed_on(client, yields):
    page = client.get("/indicators/GB10").content.decode()
    assert (
        "4.60%" in page,
        "GB10.csv" in page,
        "No download or card is available for these figures." in page,
    ) == (
        True,
        False,
        True,
    )
    refused = client.get("/indicators/GB10.csv")
    assert (refused.status_code, "It is not clear" in refused.content.decode()) == (403, True)
    assert "US10.csv" in client.get("/indicators/US10").content.decode()


def test_consent_by_name_opens_a_row_or_a_source(client, yields, settings):
    for named in (["GB10"], ["BOE"]):
        settings.REDISTRIBUTION_ALLOWED = named
        assert rows(client)["GB10"]["figure"]["value"] == 4.6
        assert client.get("/api/indicators/GB10").status_code == 200
        assert client.get("/indicators/GB10.csv").status_code == 200
    settings.REDISTRIBUTION_ALLOWED = ["FRED"]
    assert client.get("/api/indicators/GB10").status_code == 403


TERMS = '{ allowed = %s, terms = "https://example.org/terms" }'
SAYS = 'attribution = { en = "Source: ECB, {dataset}", it = "Fonte: BCE, {dataset}" }\n'


@pytest.mark.parametrize(
    ("of_source", "of_row", "allowed"),
    [("true", "", True), ("false", "", False), ('"unknown"', "", False), ("", "", False), ("false", "true", True),
     ("true", "false", False), ("true", '"unknown"', False)],
)  # fmt: skip
def test_a_row_says_it_or_its_source(registry_file, of_source, of_row, allowed):
    head = HEAD.replace(SAYS, SAYS + (f"redistribute = {TERMS % of_source}\n" if of_source else ""))
    changes = {"redistribute": TERMS % of_row} if of_row else {}
    row = groups.load(registry_file(row_text(**changes), head=head)).row("AAA")
    assert (redistribution.refusal(row, "en") is None) == allowed


def test_of_two_sources_the_stricter_decides(registry_file, settings):
    settings.FRED_API_KEY = "k"
    head = HEAD.replace(SAYS, SAYS + f"redistribute = {TERMS % 'true'}\n")
    row = row_text(symbol="", symbols='["ECB:FM/ONE", "FRED:TWO"]', transform='"spread"')
    assert redistribution.refusal(groups.load(registry_file(row, head=head)).row("AAA"), "en")


def test_a_spare_has_terms_of_its_own(settings):
    settings.SAMPLE_DATA, settings.FRED_API_KEY, settings.CBOE_ENABLED = False, "k", False
    row = groups.load().row("VIX")
    assert (row.symbols, row.redistribute.terms) == (
        ("FRED:VIXCLS",),
        "https://fred.stlouisfed.org/series/VIXCLS",
    )
    settings.FRED_API_KEY = ""
    fallback = groups.load().row("RY10")
    assert (fallback.symbols, redistribution.refusal(fallback, "en")) == (("TREASURY:REAL10Y",), None)


def test_every_source_says_what_its_terms_allow():
    configured = [row for group in groups.load().configured for row in group.rows]
    assert [row.code for row in configured if row.redistribute is None] == []
    refused = {row.code for row in configured if redistribution.refusal(row, "en")}
    assert {"GOLD", "VIX", "HYS", "BAA", "BTC", "EURI", "NFCI", "GB10", "HPUS", "BRNT"} <= refused
    assert refused.isdisjoint(
        {"CPIE", "CPIU", "US10", "ECBD", "EURU", "JP10", "DE10", "CORA", "LEAD", "USDB"}
    )


# --- as all of the interface ---


@pytest.mark.parametrize("path", PATHS)
def test_unchanged_is_304_and_a_publication_is_not(client, yields, path):
    first = client.get(path)
    assert first["Cache-Control"] == "private, no-cache"
    again = client.get(path, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    IndicatorFigure.objects.update(value=5, change=1)
    release("hicp", NOW.date())
    cache_versions.invalidate("figures", "agenda")
    changed = client.get(path, headers={"if-none-match": first["ETag"]})
    assert (changed.status_code, changed.content != first.content) == (200, True)


@pytest.mark.parametrize(
    "query",
    ["lang=de", "lang=en&lang=it", "range=2y", "nonsense=1", "lang=en&nonsense=", "group=Bonds%27--", "region=XX",
     "token=mb_x", "limit=5", "range=1y&range=1y"],
)  # fmt: skip
@pytest.mark.parametrize("path", PATHS)
def test_what_is_not_a_parameter_is_refused(client, path, query):
    response = client.get(f"{path}?{query}")
    assert (response.status_code, response.json()["code"]) == (400, "invalid_request")
    assert response["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("path", ["/api/indicators", "/api/agenda"])
def test_an_unknown_group_is_not_found(client, path):
    assert client.get(path, {"group": "nonsense"}).status_code == 404


@pytest.mark.parametrize(("path", "queries"), [("/api/indicators", 8), ("/api/indicators/US10", 9)])
@pytest.mark.parametrize("many", [1, 3000])
def test_queries_do_not_grow(client, django_assert_max_num_queries, path, queries, many):
    symbols = (
        {symbol for row in groups.load().active_rows() for symbol in row.symbols} if many > 1 else {US10}
    )
    for symbol in sorted(symbols):
        store(symbol, daily([4.0] * (many if symbol == US10 else 3)))
    compute_all()
    client.get("/settings")
    with django_assert_max_num_queries(queries):
        assert client.get(path).status_code == 200
    with django_assert_max_num_queries(3):  # the reader, the editions, and a figure's source where it has two
        assert client.get(path).status_code == 200


@pytest.mark.parametrize("many", [1, 50])
def test_agenda_takes_the_same_queries_however_long_it_is(client, django_assert_max_num_queries, many):
    for number in range(many):
        release("hicp", NOW.date(), key=f"release {number}")
    client.get("/settings")
    with django_assert_max_num_queries(6):
        assert client.get("/api/agenda").status_code == 200


def test_agenda_tells_what_comes_when(client):
    release("hicp", date(2026, 12, 2), period="2026-11", url="https://example.org/r")
    found = client.get("/api/agenda", {"group": "economy"}).json()["items"]
    [item] = [each for each in found if each["url"] == "https://example.org/r"]
    assert (item["day"], item["starts_at"], item["state"], item["provisional"]) == (
        "2026-12-02",
        None,
        "due",
        False,
    )
    assert "CPIE" in item["codes"]
    assert {each["group"] for each in found} == {"economy"}
    banks = client.get("/api/agenda", {"group": "central_banks", "region": "EU", "lang": "it"}).json()[
        "items"
    ]
    assert banks
    assert all(each["starts_at"] is None or each["starts_at"].endswith("Z") for each in banks)
