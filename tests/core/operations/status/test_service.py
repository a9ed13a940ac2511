"""The status of spending, mail, machine, settings and notices, and the cost of a status check."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network

import pytest
import time_machine
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import SignInChallenge
from billing.models import BillingEvent
from briefing.core.models import Backup, EmailSend, Job, LlmEndpoint, LlmMonth
from briefing.core.operations import notices, status
from briefing.core.operations.status import Level, StatusLine, look
from briefing.core.operations.status.service import projected
from indicators.models import Quote
from news.models import Feed
from tests.core.operations.status.test_work import NOON, done, seen

pytestmark = pytest.mark.django_db
OK, WARNING, ERROR = Level.OK, Level.WARNING, Level.ERROR


@pytest.fixture(autouse=True)
def _noon():
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def model(settings) -> None:
    settings.LLM_API_KEY, settings.LLM_MODEL = "k", "small"


@pytest.mark.parametrize(
    ("now", "spent", "expected"),
    [
        (datetime(2026, 11, 16, tzinfo=UTC), 5.0, 10.0),
        (datetime(2026, 11, 2, tzinfo=UTC), 5.0, 5.0),
        (datetime(2026, 2, 8, tzinfo=UTC), 7.0, 28.0),
    ],
)
def test_projection_of_the_month(now, spent, expected):
    assert projected(spent, now) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("usd", "level"), [(1, OK), (15.5, WARNING), (17, WARNING), (20, ERROR)]  # 15.5 projects to 20.7 by the 30th
)  # fmt: skip
def test_spending_beside_its_cap(model, usd, level):
    LlmMonth.objects.create(month="2026-11", committed_micro_usd=usd * 1_000_000)
    assert seen(look(NOON), "spend").level == level


def test_without_a_model_there_is_nothing_to_spend():
    assert seen(look(NOON), "spend").text == "No model is configured: the rules write."


def test_a_paused_endpoint_is_named(model):
    until = NOON + timedelta(hours=1)
    LlmEndpoint.objects.create(
        identity="a", provider="direct", model="small", open_until=until, reason="answered 401"
    )
    assert "answered 401" in seen(look(NOON), "model:direct").text


@pytest.mark.parametrize(("count", "level"), [(0, OK), (1, WARNING), (5, ERROR)])
def test_mail_that_does_not_leave(count, level):
    for number in range(count):
        Job.objects.create(
            kind="billing.confirm", key=str(number), attempts=1, outcome="the mail server refused: X"
        )
    assert seen(look(NOON), "mail:failing").level == level


def test_codes_that_have_not_left_after_a_minute():
    for seconds, state in ((10, "new"), (90, "done"), (90, "new"), (120, "dead"), (4000, "dead")):
        at = NOON - timedelta(seconds=seconds)
        Job.objects.create(kind="accounts.send_code", key=f"{seconds} {state}", state=state, created_at=at)
    line = seen(look(NOON), "codes:undelivered")
    assert (line.level, line.text) == (ERROR, "2 sign-in codes of the last hour have not left.")


def note(folder, text: str) -> None:
    (folder / "backups").mkdir(exist_ok=True)
    (folder / "backups/latest.json").write_text(text)


def latest(hours: int) -> str:
    at = (NOON - timedelta(hours=hours)).isoformat()
    return json.dumps({"at": at, "bytes": 4_200_000, "rows": 5, "file": "briefing-x.age"})


@pytest.mark.parametrize(
    ("hours", "level"), [(3, OK), (27, WARNING), (80, ERROR)]
)  # fmt: skip
def test_the_age_of_the_last_backup(settings, tmp_path, hours, level):
    settings.DATA_DIR = tmp_path
    note(tmp_path, latest(hours))
    (tmp_path / "backups/briefing-x.age").touch()
    line = seen(look(NOON), "backup")
    assert (line.level, "4 MB" in line.text) == (level, True)


def test_a_backup_that_is_no_longer_there(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    note(tmp_path, latest(hours=3))
    line = seen(look(NOON), "backup")
    assert (line.level, line.text) == (ERROR, "The last backup, briefing-x.age, is no longer here.")


def test_a_backup_of_another_host(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    Backup.objects.create(
        made_at=NOON - timedelta(hours=5), host="work1", file="briefing-y.age", size=4_200_000
    )
    assert seen(look(NOON), "backup").text == "Last backup 5 h ago on work1, 4 MB."
    note(tmp_path, latest(hours=27))  # an older one of this host
    assert seen(look(NOON), "backup").level == OK
    note(tmp_path, latest(hours=3))
    (tmp_path / "backups/briefing-x.age").touch()
    assert seen(look(NOON), "backup").text == "Last backup 3 h ago, 4 MB."


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"at": "yesterday", "bytes": 1}', '{"at": 5, "bytes": 1}', "\xff" * 20_000]
)
def test_a_note_of_a_backup_that_says_nothing(settings, tmp_path, text):
    settings.DATA_DIR = tmp_path
    note(tmp_path, text)
    assert seen(look(NOON), "backup").text == "The note of the last backup cannot be read."


@pytest.mark.parametrize(
    ("samples", "production", "recipients", "level", "todo"),
    [
        (True, False, [], OK, ""),
        (True, True, [], WARNING, "--new-key FILE"),
        (False, False, [], WARNING, "--new-key FILE"),
        (False, True, ["age1"], WARNING, "Run `manage.py backup` now"),
    ],
)
def test_no_backup_yet(settings, tmp_path, samples, production, recipients, level, todo):
    settings.DATA_DIR, settings.SAMPLE_DATA, settings.PRODUCTION = tmp_path, samples, production
    settings.BACKUP_RECIPIENTS = recipients
    line = seen(look(NOON), "backup")
    assert (line.level, todo in line.todo) == (level, True)


@pytest.mark.parametrize(
    ("name", "value", "level"),
    [
        ("DEBUG", True, ERROR),
        ("TRUSTED_PROXIES", [ip_network("0.0.0.0/0")], ERROR),
        ("TRUSTED_PROXIES", [], WARNING),
        ("STAFF_PASSKEY_REQUIRED", False, WARNING),
        ("SAMPLE_DATA", True, ERROR),
        ("OUTBOUND_ALLOWED_HOSTS", ["10.0.0.5"], WARNING),
        ("LOG_LEVEL", "DEBUG", WARNING),
        ("OPERATOR", "", WARNING),
    ],
)
def test_dangerous_settings_of_production(settings, name, value, level):
    settings.PRODUCTION, settings.STAFF_PASSKEY_REQUIRED, settings.OPERATOR = True, True, "Ada Ltd"
    settings.TRUSTED_PROXIES = [ip_network("10.0.0.1")]
    assert not [line for line in look(NOON).section("Settings").lines if line.key.startswith("setting:")]
    setattr(settings, name, value)
    assert seen(look(NOON), f"setting:{name}").level == level


def test_notices_stand_until_they_are_settled():
    notices.notify("llm_cap", "2026-11", "The cap is reached.", path="/admin/x")
    line = seen(look(NOON), "notice:llm_cap")
    assert (line.level, line.text, line.path) == (WARNING, "The cap is reached.", "/admin/x")
    notices.resolve("llm_cap", "2026-11")
    assert look(NOON).section("System notices").level == OK


def test_one_section_that_fails_hides_none_of_the_others(monkeypatch):
    def fails(now: datetime) -> Iterator[StatusLine]:
        yield StatusLine("begun", Level.OK, "begun")
        raise ValueError("for ada@example.org")

    monkeypatch.setitem(status.LOOKS, "Broken", status._Registered(fails, database=True))
    found = look(NOON)
    assert seen(found, "unreadable:Broken").text == "Broken cannot be read: ValueError: for [e-mail]"
    assert found.section("Work").level == OK


def test_without_a_database_machine_and_settings_are_still_reported():
    def refuse(*args: object) -> None:
        raise DatabaseError("server closed the connection at 10.0.0.7")

    with connection.execute_wrapper(refuse):
        found = look(NOON)
    assert [section.title for section in found.sections] == ["Database", "Machine", "Settings"]
    assert "10.0.0.7" not in seen(found, "database").said


def everything(number: int) -> None:
    """Creates a row of everything that a status check counts."""
    key, ago = f"k{number}", NOON - timedelta(days=2)
    done("news.ingest", timedelta(hours=number), state="dead")
    Job.objects.create(kind="accounts.send_code", key=key)
    Feed.objects.create(url=f"https://{key}.example/f", slug=key, last_ok_at=ago, last_error="no")
    Quote.objects.create(symbol=f"ECB:{key}", error="no")
    BillingEvent.objects.create(event_id=key, received_at=NOON - timedelta(hours=1))
    EmailSend.objects.create(kind=key)
    SignInChallenge.objects.create(id=key, email="ada@example.org", normalised_email="ada@example.org")
    notices.notify("llm_cap", key, "The cap.")


def test_the_number_of_queries_does_not_grow_with_the_rows():
    everything(1)
    look(NOON)  # the system checks run once
    with CaptureQueriesContext(
        connection,
    ) as few:
        look(NOON)
    for number in range(2, 12):
        everything(number)
    with CaptureQueriesContext(connection) as many:
        look(NOON)
    assert len(few) == len(many) < 45


def test_no_line_holds_an_address():
    everything(1)
    found = look(timezone.now())
    assert "ada@" not in " ".join(line.said for section in found.sections for line in section.lines)
