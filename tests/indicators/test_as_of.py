"""`as_of` on a figure's page, its CSV and the API, and what was revised since a moment."""

import re
from datetime import timedelta

import pytest
import time_machine

from briefing.core.models import DataOrigin
from briefing.core.web import cache_versions
from indicators import groups, past_days
from indicators.models import DailyQuote, IndicatorFigure, Quote, Revision
from tests.accounts.readers import signed_in
from tests.indicators.conftest import NOW, compute_all, daily, store
from tests.indicators.test_vintages import fetched
from tests.pages import edition

pytestmark = pytest.mark.django_db
US10 = "TREASURY:10Y"
DAY = timedelta(days=1)
TODAY = NOW + 3 * DAY
FIRST, SECOND = "2026-11-21", "2026-11-22"  # days of the two states before today's


@pytest.fixture(autouse=True)
def _world(settings):
    """The last value was 4.2 on the first day, 4.3 from the second on; a new one came on the third."""
    settings.SAMPLE_DATA = True
    with time_machine.travel(TODAY, tick=False):
        edition.once(three_days, (DataOrigin, DailyQuote, Quote, Revision, IndicatorFigure))
        cache_versions.invalidate("figures")
        yield


def three_days() -> None:
    fetched(daily([4.0] * 30 + [4.2]), NOW, symbol=US10)
    fetched(daily([4.0] * 30 + [4.3]), NOW + DAY, symbol=US10)
    fetched(daily([4.0] * 30 + [4.3, 4.9], last=NOW.date()), NOW + 2 * DAY, symbol=US10)
    compute_all()


@pytest.fixture
def client():
    return signed_in()


def text(client, path: str, language: str = "en", **query: str) -> str:
    client.cookies["svc.lang"] = language
    response = client.get(path, query)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


# --- the page ---


def test_the_page_shows_a_revised_point_and_by_how_much(client):
    page = text(client, "/indicators/US10")
    assert '<th scope="col">First published</th><th scope="col">Revised by</th>' in page
    assert '<td class="num">4.30%</td><td class="num">4.20%</td><td class="num">+0.10 pp</td>' in page
    assert "Recorded since 21 Nov 2026." in page
    assert 'name="as_of" required min="2026-11-21" max="2026-11-24" value="2026-11-24"' in page


def test_the_page_in_italian(client):
    page = text(client, "/indicators/US10", "it", as_of=FIRST)
    assert "com’era noto" in page.lower()
    assert "4,20%" in page and "4,90%" not in page


@pytest.mark.parametrize(("day", "value"), [(FIRST, "4.20%"), (SECOND, "4.30%"), ("2026-11-23", "4.90%")])
def test_the_page_as_known_on_a_day(client, day, value):
    page = text(client, "/indicators/US10", as_of=day)
    assert f'<b class="num">{value}</b>' in page
    assert "(UTC), before later revisions." in page
    assert '<a href="?">As known today</a>' in page
    assert f'href="/indicators/US10.csv?as_of={day}" download' in page
    assert f'value="{day}"' in page


def test_a_past_day_keeps_range_and_second_figure(client):
    store("EUSTAT:x", [])
    page = text(client, "/indicators/US10", range="1y", as_of=FIRST)
    assert '<input type="hidden" name="range" value="1y">' in page
    assert 'href="?range=5y&amp;as_of=2026-11-21#chart"' in page


def test_pages_of_past_days_are_not_cached(client, django_assert_max_num_queries):
    before = text(client, "/indicators/US10", as_of=FIRST)
    Quote.objects.filter(symbol=US10).update(known_since=NOW - 2 * DAY)
    assert 'min="2026-11-19"' in text(client, "/indicators/US10", as_of=FIRST) != before


@pytest.mark.parametrize("path", ["/indicators/US10", "/indicators/US10.csv"])
@pytest.mark.parametrize(("day", "reason"), [
    ("2026-11-25", "yet to come"), ("2026-11-20", "known from 2026-11-21 on"), ("9999-12-31", "yet to come"),
    ("2026-11-31", "no such view"), ("20261121", "no such view"), ("2026-W47-6", "no such view"),
    ("2026-11-21T00:00", "no such view"), ("x", "no such view"), ("0000-01-01", "no such view"),
])  # fmt: skip
def test_other_days_say_why(client, path, day, reason):
    response = client.get(path, {"as_of": day})
    assert response.status_code == 404
    assert reason in response.content.decode()


def test_a_figure_without_a_record_says_so(client):
    Quote.objects.update(known_since=None)
    assert "None recorded yet." in text(client, "/indicators/US10")
    response = client.get("/indicators/US10", {"as_of": FIRST})
    assert (response.status_code, "No revisions of this figure" in response.content.decode()) == (404, True)


def test_twenty_revisions_have_a_usual_size(client):
    fetched(daily([4.1] * 30 + [4.3, 4.9], last=NOW.date()), TODAY, symbol=US10)
    page = text(client, "/indicators/US10")
    usual = "0.100 pp, the median of 31 revised observations, first published to latest. On average +0.100 pp; 31 were"
    assert usual in page


# --- the CSV ---


def test_the_csv_as_known_on_a_day(client):
    response = client.get("/indicators/US10.csv", {"as_of": FIRST})
    rows = response.content.decode().splitlines()
    assert (len(rows), rows[-1]) == (32, "2026-11-20,2026-11-20,4.2")
    assert response["Content-Disposition"].endswith('-US10-as-of-2026-11-21.csv"')
    assert client.get("/indicators/US10.csv").content.decode().splitlines()[-1] == "2026-11-21,2026-11-21,4.9"


# --- the API ---


def series(client, **query):
    return client.get("/api/indicators/US10", query).json()


def test_the_api_gives_the_series_as_known_on_a_day(client):
    found = series(client, as_of=FIRST)
    assert (found["as_of"], found["known_since"], found["revised"]) == (FIRST, "2026-11-21T12:00:00Z", [])
    assert (found["figure"]["value"], found["figure"]["observed_on"]) == (4.2, "2026-11-20")
    assert found["observations"][-1] == {"period": "2026-11-20", "day": "2026-11-20", "value": 4.2}
    assert series(client, as_of=SECOND)["figure"]["value"] == 4.3


def test_the_api_lists_revised_points(client):
    found = series(client)
    assert (found["as_of"], found["usual_revision"], found["figure"]["value"]) == (None, None, 4.9)
    assert found["revised"] == [{
        "period": "2026-11-20", "day": "2026-11-20", "first": 4.2, "value": 4.3, "change": 0.1,
        "seen_at": "2026-11-21T12:00:00Z", "revised_at": "2026-11-22T12:00:00Z", "vintage": None,
    }]  # fmt: skip


def test_as_of_today_is_the_series_as_it_stands(client):
    today, now = series(client, as_of="2026-11-24"), series(client)
    assert today | {"as_of": None, "flags": []} == now | {"flags": []}


def test_the_api_answers_304_for_a_past_day(client):
    first = client.get("/api/indicators/US10", {"as_of": FIRST})
    again = client.get("/api/indicators/US10", {"as_of": FIRST}, headers={"if-none-match": first["ETag"]})
    assert (first["Cache-Control"], again.status_code) == ("private, no-cache", 304)


@pytest.mark.parametrize(("day", "status", "code"), [
    ("2026-11-25", 400, "invalid_request"), ("2026-11-20", 404, "not_known_then"), ("x", 400, "invalid_request"),
    ("20261121", 400, "invalid_request"), ("1795000000", 400, "invalid_request"), ("2026-02-30", 400, "invalid_request"),
])  # fmt: skip
def test_the_api_refuses_other_days(client, day, status, code):
    response = client.get("/api/indicators/US10", {"as_of": day})
    assert (response.status_code, response.json()["code"]) == (status, code)
    if status == 400:
        assert response.json()["errors"][0]["field"] == "as_of"
    else:
        assert response.json()["known_since"] == "2026-11-21T12:00:00+00:00"


def test_reasons_are_in_the_requested_language(client):
    response = client.get("/api/indicators/US10", {"as_of": "2026-11-25", "lang": "it"})
    assert "deve ancora venire" in response.json()["detail"]


def test_sixty_requests_for_past_days_in_ten_minutes(client):
    """Page, CSV and API count together, whatever the day and however often its series was rewritten."""
    paths = ("/indicators/US10", "/indicators/US10.csv", "/api/indicators/US10")
    for count in range(past_days.REBUILT):
        day = (FIRST, SECOND)[count % 2]
        assert client.get(paths[count % 3], {"as_of": day}).status_code == 200
    other = signed_in(email="bob@example.org")
    for path in paths:
        refused = client.get(path, {"as_of": FIRST})
        assert (path, refused.status_code, refused["Retry-After"]) == (path, 429, "600")
        assert (path, client.get(path).status_code) == (path, 200)
        assert (path, other.get(path, {"as_of": FIRST}).status_code) == (path, 200)
    with time_machine.travel(TODAY + past_days.WINDOW, tick=False):
        assert [client.get(path, {"as_of": FIRST}).status_code for path in paths] == [200] * 3


def test_a_series_that_may_not_be_redistributed_stays_so(client):
    assert client.get("/api/indicators/GB10", {"as_of": FIRST}).status_code == 403


# --- what was revised since ---


def revisions(client, since=NOW):
    return client.get("/api/revisions", {"since": since.isoformat()}).json()


def test_revisions_since_a_moment(client):
    found = revisions(client)
    [item] = found["items"]
    assert {name: item[name] for name in ("code", "period", "before", "value", "change", "revised_at")} == {
        "code": "US10", "period": "2026-11-20", "before": 4.2, "value": 4.3, "change": 0.1,
        "revised_at": "2026-11-22T12:00:00Z",
    }  # fmt: skip
    assert "US10" not in found["incomplete"]
    assert revisions(client, NOW + DAY)["items"] == []
    assert "US10" in revisions(client, NOW - DAY)["incomplete"]


def test_without_a_moment_it_is_the_last_week(client):
    found = client.get("/api/revisions", {"since": ""}).json()
    assert (found["since"], [item["code"] for item in found["items"]]) == ("2026-11-17T12:00:00Z", [])
    with time_machine.travel(NOW + 7 * DAY, tick=False):
        assert [item["code"] for item in client.get("/api/revisions").json()["items"]] == ["US10"]


def test_a_withdrawn_observation_has_no_value(client):
    fetched([*daily([4.0] * 30)[:-1], *daily([4.3, 4.9], last=NOW.date())[1:]], TODAY, symbol=US10)
    found = [(item["period"], item["value"]) for item in revisions(client, NOW + 2 * DAY)["items"]]
    assert ("2026-11-20", None) in found


def test_of_a_rewritten_history_twelve_are_listed_and_of_a_new_base_none(client):
    fetched(daily([4.1] * 30 + [4.3, 4.9], last=NOW.date()), TODAY, symbol=US10)
    assert len(revisions(client)["items"]) == 12
    fetched(daily([8.2] * 30 + [8.6, 9.8], last=NOW.date()), TODAY, symbol=US10)
    assert revisions(client)["items"] == []


def test_revisions_of_what_may_not_be_redistributed_are_left_out(client):
    shut = groups.load().row("GB10").symbols[0]
    fetched(daily([4.5, 4.6]), NOW, symbol=shut)
    fetched(daily([4.7, 4.6]), NOW + DAY, symbol=shut)
    assert {item["code"] for item in revisions(client)["items"]} == {"US10"}


@pytest.mark.parametrize(("since", "refusal"), [
    ("x", (400, "invalid_request")), ("2026-11-20", (400, "invalid_request")),
    ("2026-11-20T00:00:00", (400, "invalid_request")),
    ("2026-10-01T00:00:00Z", (404, "not_listed")), ("2026-11-25T00:00:00Z", (404, "not_listed")),
])  # fmt: skip
def test_other_moments_are_refused(client, since, refusal):
    response = client.get("/api/revisions", {"since": since})
    assert (response.status_code, response.json()["code"]) == refusal
