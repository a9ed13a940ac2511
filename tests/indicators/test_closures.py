"""A day of mourning, a typhoon: what staff declare is on the strip with the next page that is asked for."""

import json
import re
from datetime import UTC, date, datetime, time

import pytest
import time_machine
from django.core.management import call_command
from django.urls import reverse

from accounts.models import User
from indicators import closures
from indicators.exchanges import sessions, strip
from indicators.models import ExchangeClosure
from indicators.trading_hours import load
from tests.accounts.readers import signed_in

pytestmark = pytest.mark.django_db
FRIDAY = date(2026, 11, 20)
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
MORNING_THERE = datetime(2026, 11, 20, 2, tzinfo=UTC)  # 10:00 in Hong Kong


@pytest.fixture(autouse=True)
def _now():
    closures.forget()
    with time_machine.travel(NOON, tick=False):
        yield
    closures.forget()


@pytest.fixture
def admin(client):
    client.force_login(User.objects.create(email="staff@example.org", is_staff=True, staff_role="admin"))
    return client


def chip(mic: str, now: datetime = NOON):
    return next(each for each in strip(now, "en") if each.mic == mic)


def declare(client, **fields) -> str:
    """Fills in the admin's form; what it complains of."""
    values = {"mic": "XLON", "day": "2026-11-20", "closes_at": "", "reason": "a day of mourning"} | fields
    response = client.post(reverse("admin:indicators_exchangeclosure_add"), values)
    return "" if response.status_code == 302 else str(response.context["adminform"].form.errors)


def test_a_declared_day_is_closed_and_the_next_one_opens():
    assert chip("XLON").status_text == "open"
    ExchangeClosure.objects.create(mic="XLON", day=FRIDAY)
    assert (chip("XLON").status_text, chip("XLON").moment_text) == ("closed", "opens: 23 Nov, 08:00 UTC")
    assert chip("XFRA").status_text == "open"


def test_trading_that_breaks_off_ends_then():
    ExchangeClosure.objects.create(mic="XHKG", day=FRIDAY, closes_at=time(10, 30))
    assert chip("XHKG", MORNING_THERE).moment_text == "closes: 02:30 UTC"
    later = chip("XHKG", MORNING_THERE.replace(hour=6))
    assert (later.status_text, later.moment_text) == ("closed", "opens: 23 Nov, 01:30 UTC")
    assert later.calendar["short_days"]["2026-11-20"] == [["09:30", "10:30"]]


def test_the_closure_is_in_the_browsers_calendar():
    ExchangeClosure.objects.create(mic="XLON", day=FRIDAY)
    assert "2026-11-20" in chip("XLON").calendar["closed"]


def test_without_closures_the_calendar_is_the_file_s():
    assert closures.calendar() is load()


def test_the_state_of_the_exchanges_knows_what_was_drawn():
    before = sessions(NOON)
    ExchangeClosure.objects.create(mic="XLON", day=FRIDAY)
    chip("XLON")
    assert sessions(NOON) != before


def test_what_staff_declare_is_on_the_next_page(admin):
    reader = signed_in(email="reader@example.org")

    def shown() -> str:
        page = reader.get("/").content.decode()
        found = re.search(r'data-mic="XLON".*?data-status>(.*?)<', page, re.S)
        block = re.search(r'id="market-calendar" type="application/json">(.*?)</script>', page, re.S)
        closed = next(each for each in json.loads(block[1]) if each["mic"] == "XLON")["closed"]
        return f"{found[1]} {'2026-11-20' in closed}"

    assert shown() == "open False"
    assert declare(admin) == ""
    assert shown() == "closed True"
    admin.post(
        reverse("admin:indicators_exchangeclosure_changelist"),
        {"action": "delete_selected", "_selected_action": [ExchangeClosure.objects.get().pk], "post": "yes"},
    )
    assert shown() == "open False"


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"day": "2026-11-21"}, "no trading on this day"),
        ({"day": "2026-12-25"}, "no trading on this day"),
        ({"closes_at": "16:30"}, "from 08:00 to 16:30"),
        ({"closes_at": "07:00"}, "from 08:00 to 16:30"),
        ({"day": "2026-12-24", "closes_at": "14:00"}, "from 08:00 to 12:30"),
        ({"mic": "XPAR"}, "Select a valid choice"),
    ],
)
def test_what_would_change_nothing_is_refused(admin, fields, complaint):
    assert complaint in declare(admin, **fields)
    assert not ExchangeClosure.objects.exists()


def test_the_same_day_is_declared_once(admin):
    assert declare(admin, closes_at="11:00") == ""
    assert "already exists" in declare(admin)


def test_support_may_look_and_not_declare(client):
    client.force_login(User.objects.create(email="s@example.org", is_staff=True, staff_role="support"))
    assert client.get(reverse("admin:indicators_exchangeclosure_changelist")).status_code == 200
    assert client.get(reverse("admin:indicators_exchangeclosure_add")).status_code == 403


def test_exchange_status_tells_it(capsys):
    ExchangeClosure.objects.create(mic="XLON", day=FRIDAY)
    call_command("exchange_status", "--json")
    assert json.loads(capsys.readouterr().out)["XLON"]["open"] is False


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (datetime(2026, 11, 20, 12, tzinfo=UTC), ""),
        (datetime(2026, 12, 31, 12, tzinfo=UTC), "The exchange has not announced its holidays of 2027 yet: its days are estimated."),
        (datetime(2027, 6, 1, 3, tzinfo=UTC), "The exchange has not announced its holidays of 2027 yet: its days are estimated."),
    ],
)  # fmt: skip
def test_estimated_days_of_shanghai_are_said_to_be(now, said):
    assert chip("XSHG", now).provisional_text == said
    assert chip("XTKS", now).provisional_text == ""
