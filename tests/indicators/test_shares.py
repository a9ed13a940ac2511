"""The group of share indices: where it is shown, that the strip says the same, and what terms refuse."""

from datetime import UTC, date, datetime
from itertools import pairwise

import pytest
import time_machine
from django.test import Client

from commentary.scopes import scopes
from indicators import closures, exchanges, groups, panel, refresh
from indicators.hours import latest_slot
from indicators.models import ExchangeClosure, Quote
from indicators.sources import Observation
from indicators.storage import store_observations
from indicators.trading_hours import load, sessions_on
from tests.accounts.readers import signed_in
from tests.indicators.conftest import NOW, compute_all

pytestmark = pytest.mark.django_db
CODES = ["SPX", "FTSE", "DAX", "NIKKEI", "HSI", "SSEC"]
NEW_YORK, LONDON, SHANGHAI = "YAHOO:^GSPC", "YAHOO:^FTSE", "YAHOO:000001.SS"
REFUSED = "terms do not allow this series to be redistributed"


@pytest.fixture(autouse=True)
def _day(settings):
    settings.SAMPLE_DATA = True
    closures.forget()
    with time_machine.travel(NOW, tick=False):
        yield
    closures.forget()


def shown() -> list[str]:
    return [row.code for group in groups.load().groups if group.id == "shares" for row in group.rows]


def live(settings, **changes: object) -> None:
    settings.SAMPLE_DATA, settings.YAHOO_ENABLED = False, True
    for name, value in changes.items():
        setattr(settings, name, value)


def closes(*values: float, symbol: str = NEW_YORK) -> None:
    """Stores values as the closes of the days up to 20 November."""
    days = [date(2026, 11, 20 - back) for back in range(len(values) - 1, -1, -1)]
    observed = [Observation(day.isoformat(), day, value) for day, value in zip(days, values, strict=True)]
    store_observations(symbol, observed, whole=True, now=NOW)
    compute_all()


# --- where the group is ---


def test_rows_are_the_indices_of_the_strip_in_its_order_with_its_decimals():
    rows = groups.load().group("shares").rows
    assert [row.code for row in rows] == CODES
    assert [(row.symbols, row.decimals, row.region) for row in rows] == [
        ((each.index_symbol,), each.index_decimals, each.region) for each in load().exchanges
    ]


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({}, CODES),
        ({"YAHOO_ENABLED": False}, []),
        ({"SUBSCRIPTIONS_ENABLED": True}, []),
        ({"SUBSCRIPTIONS_ENABLED": True, "PAID_DISPLAY_ALLOWED": ["YAHOO"]}, CODES),
        ({"SUBSCRIPTIONS_ENABLED": True, "PAID_DISPLAY_ALLOWED": ["DAX"]}, ["DAX"]),
    ],
)
def test_group_is_there_where_its_source_may_be_shown(settings, changes, found):
    live(settings, **changes)
    assert shown() == found


def test_refresh_asks_for_an_index_once_whether_row_or_strip_needs_it(settings):
    live(settings)
    asked = refresh.chosen(None, None, NOW)
    assert [name for name in asked if name in exchanges.index_symbols()] == list(exchanges.index_symbols())
    assert set(refresh.chosen("shares", None, NOW)) == set(exchanges.index_symbols())
    settings.YAHOO_ENABLED = False
    with pytest.raises(refresh.UnknownChoice, match="No active group is called 'shares'"):
        refresh.chosen("shares", None, NOW)


@pytest.mark.parametrize("lang", ["en", "it"])
def test_where_no_source_has_quotes_no_page_has_the_group(settings, lang):
    closes(6742.1, 6800.0)
    client = signed_in()
    client.cookies["svc.lang"] = lang
    pages = ("/", "/agenda", "/api/indicators?group=shares", "/indicators/SPX")

    def answers() -> list[tuple[int, bool]]:
        found = [client.get(path) for path in pages]
        return [(answer.status_code, b"SPX" in answer.content) for answer in found]

    assert answers() == [(200, True), (200, False), (200, True), (200, True)]
    live(settings, YAHOO_ENABLED=False)
    assert answers() == [(200, False), (200, False), (404, False), (404, False)]
    assert b"SPX" not in Client().get("/").content


def test_there_is_a_read_of_the_group_where_its_rows_are(settings):
    assert "shares" in scopes()
    live(settings, YAHOO_ENABLED=False)
    assert "shares" not in scopes()


@pytest.mark.parametrize(("lang", "title", "label"), [
    ("en", "Shares", "S&amp;P 500, US"), ("it", "Borse", "S&amp;P 500, USA"),
])  # fmt: skip
def test_a_page_of_its_own_has_chart_note_limits_and_source(lang, title, label):
    closes(6700.0, 6742.13, 6800.04)
    client = signed_in()
    client.cookies["svc.lang"] = lang
    page = client.get("/indicators/SPX").content.decode()
    row = groups.load().row("SPX")
    wanted = (title, label, row.note(lang), row.limits(lang), row.licence(lang), "Yahoo Finance", "<polyline")
    assert [text for text in wanted if text not in page] == []


# --- the strip and the rows ---


@pytest.mark.parametrize(
    ("before", "close", "lang", "texts"),
    [
        (6742.13, 6800.04, "en", ("6,800.0", "points", "+0.9%", "up")),
        (6742.13, 6800.04, "it", ("6.800,0", "punti", "+0,9%", "up")),
        (6800.04, 6742.13, "en", ("6,742.1", "points", "−0.9%", "down")),
        (6742.04, 6743.96, "en", ("6,744.0", "points", "0.0%", "flat")),
        (6742.04, 6742.04, "it", ("6.742,0", "punti", "0,0%", "flat")),
    ],
)
def test_strip_and_row_say_the_same_of_one_close(before, close, lang, texts):
    closes(before, close)
    [row] = [row for group in panel.groups(lang) for row in group.rows if row.code == "SPX"]
    [chip] = [chip for chip in exchanges.strip(NOW, lang) if chip.mic == "XNYS"]
    assert (row.value_text, row.unit_text.strip(), row.change_text, row.direction) == texts
    assert (chip.index_value_text, chip.index_change_text, chip.index_direction) == (texts[0], *texts[2:])
    assert Quote.objects.get(symbol=NEW_YORK).observed_on == row.observed_on == date(2026, 11, 20)


# --- days without a session ---


@pytest.mark.parametrize(
    ("symbol", "close", "today", "sessions"),
    [
        (NEW_YORK, date(2026, 11, 25), date(2026, 11, 26), 0),  # Thanksgiving
        (NEW_YORK, date(2026, 11, 25), date(2026, 11, 27), 1),  # a short day counts
        (LONDON, date(2026, 11, 25), date(2026, 11, 26), 1),
        (SHANGHAI, date(2026, 9, 30), date(2026, 10, 7), 0),  # a week of holidays
        (SHANGHAI, date(2026, 9, 30), date(2026, 10, 9), 2),
        (LONDON, date(2026, 11, 20), date(2026, 11, 20), 0),
        ("ECB:EXR/D.USD.EUR.SP00.A", date(2026, 11, 19), date(2026, 11, 20), None),
    ],
)
def test_the_age_of_a_close_is_in_sessions_of_its_exchange(symbol, close, today, sessions):
    assert exchanges.sessions_since(symbol, close, today) == sessions


def test_a_day_that_staff_declared_closed_is_no_session():
    since = (LONDON, date(2026, 11, 16), date(2026, 11, 20))
    assert exchanges.sessions_since(*since) == 4
    ExchangeClosure.objects.create(mic="XLON", day=date(2026, 11, 17))
    closures.calendar()
    assert exchanges.sessions_since(*since) == 3


def test_the_longest_holiday_leaves_no_row_overdue():
    first = date(2026, 1, 2).toordinal()
    days = [date.fromordinal(first + number) for number in range(720)]
    for exchange, row in zip(load().exchanges, groups.load().group("shares").rows, strict=True):
        open_days = [day for day in days if sessions_on(exchange, day)]
        assert max((after - day).days for day, after in pairwise(open_days)) <= row.max_age_days


# --- terms ---


def test_programs_and_files_are_refused_with_the_reason():
    closes(6742.13, 6801.04)
    client = signed_in()
    items = client.get("/api/indicators", {"group": "shares"}).json()["items"]
    assert [(item["code"], item["unit"], item["figure"]) for item in items] == [
        (code, "points", None) for code in CODES
    ]
    assert all(item["refused"]["reason"].find(REFUSED) > 0 for item in items)
    for path in ("/api/indicators/SPX", "/indicators/SPX.csv"):
        answer = client.get(path)
        assert (answer.status_code, REFUSED in answer.content.decode()) == (403, True)
        assert "6801" not in answer.content.decode()
    page = client.get("/indicators/SPX").content.decode()
    assert ("SPX.csv" in page, "No download or card is available for these figures." in page) == (False, True)
    assert client.get("/cards/indicator/SPX/en.png").status_code == 403


def test_consent_opens_the_series(settings):
    closes(6742.13, 6801.04)
    settings.REDISTRIBUTION_ALLOWED = ["SPX"]
    client = signed_in()
    assert client.get("/api/indicators/SPX").json()["figure"]["value"] == 6801.04
    assert client.get("/api/indicators/DAX").status_code == 403


def test_a_close_is_fetched_after_the_session_of_its_own_exchange():
    now = datetime(2026, 11, 20, 21, 10, tzinfo=UTC)
    assert latest_slot(LONDON, now) == datetime(2026, 11, 20, 17, 50, tzinfo=UTC)
    assert latest_slot(NEW_YORK, now) < datetime(2026, 11, 20, 21, tzinfo=UTC)
