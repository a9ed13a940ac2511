"""The strip in both languages: state, next change, index figures, order, and the markup as served."""

import json
import re
from datetime import UTC, date, datetime, timedelta

import pytest
from django.template.loader import render_to_string

from indicators.exchanges import index_symbols, sessions, strip, strip_context
from indicators.models import Quote

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture
def sample_data(settings):
    settings.SAMPLE_DATA = True


def quote(
    value: float, previous: float | None, day: date = date(2026, 11, 19), symbol: str = "YAHOO:^GSPC"
) -> None:
    Quote.objects.create(symbol=symbol, value=value, previous_value=previous, observed_on=day)


def new_york(language: str = "en", now: datetime = NOON):
    return next(chip for chip in strip(now, language) if chip.mic == "XNYS")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("anchor", "home"),
    [
        (None, ["XNYS"]),
        ("US", ["XNYS"]),
        ("EU", ["XFRA"]),
        ("UK", ["XLON"]),
        ("ASIA", ["XTKS", "XHKG", "XSHG"]),
        ("?", ["XNYS"]),
    ],
)
def test_strip_puts_the_home_market_first_and_keeps_the_rest(anchor, home):
    order = [chip.mic for chip in strip(NOON, "en", anchor=anchor)]
    rest = [mic for mic in ("XNYS", "XLON", "XFRA", "XTKS", "XHKG", "XSHG") if mic not in home]
    assert order == [*home, *rest]


@pytest.mark.django_db
def test_strip_says_what_is_open_and_until_when():
    chips = {chip.mic: (chip.city, chip.status_text, chip.moment_text) for chip in strip(NOON, "en")}
    assert chips["XLON"] == ("London", "open", "closes: 16:30 UTC")
    assert chips["XNYS"] == ("New York", "closed", "opens: 14:30 UTC")
    assert chips["XTKS"] == ("Tokyo", "closed", "opens: 24 Nov, 00:00 UTC")


@pytest.mark.django_db
def test_strip_names_a_lunch_break():
    lunch = datetime(2026, 11, 20, 3, 29, 18, tzinfo=UTC)
    tokyo = strip(lunch, "en", anchor="ASIA")[0]
    assert (tokyo.is_open, tokyo.status_text, tokyo.moment_text) == (False, "lunch break", "opens: 03:30 UTC")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("hour", "status", "change", "hours"),
    [
        (14, "closed", "opens: 14:30 UTC", "09:30–13:00 local time"),
        (17, "open", "closes: 18:00 UTC", "09:30–13:00 local time"),
        (18, "closed", "opens: 30 Nov, 14:30 UTC", "09:30–16:00 local time"),
    ],
)
def test_strip_names_the_hours_of_a_short_day(hour, status, change, hours):
    """The day after Thanksgiving."""
    chip = new_york(now=datetime(2026, 11, 27, hour, tzinfo=UTC))
    assert (chip.status_text, chip.moment_text, chip.hours_text) == (status, change, hours)


@pytest.mark.django_db
def test_strip_takes_city_and_name_in_italian():
    london = next(chip for chip in strip(NOON, "it") if chip.mic == "XLON")
    assert (london.city, london.name) == ("Londra", "Borsa di Londra")


@pytest.mark.django_db
def test_strip_outside_the_calendar_claims_nothing():
    chip = new_york(now=datetime(2030, 1, 2, 15, tzinfo=UTC))
    assert (chip.is_open, chip.status_text, chip.moment_text) == (False, "hours not known", "")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("value", "previous", "language", "texts"),
    [
        (6742.13, 6715.0, "en", ("6,742.1", "+0.4%", "up")),
        (6742.13, 6715.0, "it", ("6.742,1", "+0,4%", "up")),
        (6715.0, 6742.13, "en", ("6,715.0", "−0.4%", "down")),
        (6742.13, 6742.0, "en", ("6,742.1", "0.0%", "flat")),
        (6742.13, None, "en", ("6,742.1", "", "none")),
        (6742.19, None, "en", ("6,742.2", "", "none")),
    ],
)
def test_index_figure_is_written_for_the_reader(sample_data, value, previous, language, texts):
    quote(value, previous)
    chip = new_york(language)
    assert (chip.index_value_text, chip.index_change_text, chip.index_direction) == texts


@pytest.mark.django_db
def test_index_is_empty_when_its_source_is_off(settings):
    settings.SAMPLE_DATA = settings.YAHOO_ENABLED = False
    quote(6742.1, 6700.0)
    assert (new_york().index_value_text, new_york().index_direction) == ("", "none")


@pytest.mark.django_db
def test_index_of_last_month_is_not_shown_as_todays(sample_data):
    quote(6742.1, 6700.0, day=date(2026, 10, 20))
    assert new_york().index_value_text == ""


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("day", "now", "language", "text"),
    [
        (date(2026, 11, 19), NOON, "en", ""),  # the session of the 20th has not begun
        (date(2026, 11, 19), datetime(2026, 11, 20, 20, 59, tzinfo=UTC), "en", ""),
        (date(2026, 11, 19), datetime(2026, 11, 20, 21, tzinfo=UTC), "en", "19 Nov"),
        (date(2026, 11, 20), datetime(2026, 11, 23, 12, tzinfo=UTC), "en", ""),  # over a weekend
        (date(2026, 11, 25), datetime(2026, 11, 27, 12, tzinfo=UTC), "en", ""),  # over Thanksgiving
        (date(2026, 11, 10), NOON, "it", "10 nov"),
    ],
)
def test_index_of_an_earlier_session_has_its_day(sample_data, day, now, language, text):
    quote(6742.1, 6700.0, day=day)
    chip = new_york(language, now)
    assert (bool(chip.index_value_text), chip.index_day_text) == (True, text)
    page = render_to_string("indicators/strip.html", strip_context(now, language))
    assert (f", {day.day} nov</span>" in page.lower()) is bool(text)


@pytest.mark.django_db
def test_strip_asks_the_database_twice(sample_data, django_assert_num_queries):
    for symbol in index_symbols():
        quote(100.0, 99.0, symbol=symbol)
    with django_assert_num_queries(2):  # the quotes, and what staff declared
        strip(NOON, "en")


NIGHT = datetime(2026, 11, 20, 21, 0, 0, tzinfo=UTC)  # New York closes


def test_sessions_stay_until_an_exchange_opens_or_closes():
    before = sessions(NIGHT - timedelta(seconds=1))
    assert sessions(NIGHT - timedelta(hours=3)) == before
    assert sessions(NIGHT) != before
    assert sessions(NIGHT + timedelta(days=2)) == sessions(NIGHT)  # until Tokyo opens on Monday
    assert sessions(NIGHT - timedelta(seconds=1)) == before  # a clock that goes back


def test_sessions_outside_the_calendar_are_others():
    assert sessions(datetime(2030, 1, 2, 15, tzinfo=UTC)) != sessions(NIGHT)


@pytest.fixture
def page(db, sample_data) -> str:
    quote(6742.13, 6715.0)
    return render_to_string("indicators/strip.html", strip_context(NOON, "en"))


def test_page_as_served_is_finished_without_script(page):
    chips = re.findall(r'<li class="chip (\w+)" data-mic="(\w+)">(.*?)</li>', page, re.S)
    texts = {mic: (state, " ".join(re.sub(r"<[^>]+>", " ", inner).split())) for state, mic, inner in chips}
    assert texts["XLON"] == ("open", "London 08:00–16:30 local time open , closes: 16:30 UTC")
    assert texts["XNYS"] == ("closed", "New York S&amp;P 500 6,742.1 closed , opens: 14:30 UTC +0.4%")


def test_page_can_be_scrolled_by_keyboard_and_names_its_region(page):
    assert '<div class="strip-scroll" role="region" tabindex="0" aria-label="Markets">' in page


def test_page_hands_words_and_calendar_to_the_browser(page):
    assert 'data-opens="opens in {time}"' in page
    assert 'data-break="lunch break"' in page
    block = re.search(r'<script id="market-calendar" type="application/json">(.*?)</script>', page, re.S)
    calendars = json.loads(block[1])
    assert [calendar["mic"] for calendar in calendars] == ["XNYS", "XLON", "XFRA", "XTKS", "XHKG", "XSHG"]
    assert calendars[0]["short_days"]["2026-11-27"] == [["09:30", "13:00"]]
    assert calendars[0]["covered_until"] == "2027-01-19"
