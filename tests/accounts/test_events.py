"""Sign-ins, refusals and lock-outs are logged by event and reader id, without personal data."""

import json
import logging

import pytest

from accounts.models import User
from briefing.core.models import Job
from briefing.core.operations import logs
from briefing.core.work import jobs
from tests.accounts.browser import Browser, deliver_mail, wrong

pytestmark = pytest.mark.django_db
ADA, CLIENT = "ada@example.org", "198.51.100.1"


@pytest.fixture
def lines(caplog, settings):
    """The production log's lines, as the formatter writes them."""
    logs.configure({"level": "INFO", "json": True, "terminal": False})
    root = logging.getLogger()
    formatter = root.handlers[0].formatter
    root.addHandler(caplog.handler)
    yield lambda: [
        json.loads(formatter.format(row)) for row in caplog.records if row.name.startswith("accounts")
    ]
    root.removeHandler(caplog.handler)
    logs.configure(settings.LOGGING)


def said(lines) -> list[tuple[object, object, object]]:
    return [(line["event"], line.get("kind"), line.get("user_id")) for line in lines()]


def test_sign_in_and_out(lines):
    browser = Browser()
    browser.sign_in()
    browser.post("/logout")
    browser.sign_in()
    reader = User.objects.get().pk
    assert said(lines) == [
        ("account_made", None, reader), ("sign_in", "new browser", reader), ("signed_out", None, reader),
        ("sign_in", "known browser", reader),
    ]  # fmt: skip


def test_refusals(lines):
    User.objects.create(email=ADA, is_active=False)
    browser = Browser()
    browser.ask()
    browser.type(wrong(browser.code()))
    browser.sign_in()
    assert said(lines) == [
        ("sign_in_refused", "wrong", None),
        ("sign_in_refused", "closed account", User.objects.get().pk),
    ]


def test_lock_out_names_the_reader(lines):
    User.objects.create(email=ADA)
    for number in range(3):
        browser = Browser(address=f"203.0.113.{number}")
        browser.ask()
        code = browser.code()
        for _ in range(5):
            browser.type(wrong(code))
    jobs.run(Job.objects.get(kind="accounts.tell_locked").pk)
    assert said(lines)[-1] == ("sign_in_locked", "accounts.tell_locked", User.objects.get().pk)


def test_limits(lines):
    browser = Browser()
    for _ in range(6):
        browser.ask()
    for number in range(15):
        browser.ask(f"r{number}@example.org")
    deliver_mail()
    assert said(lines) == [("sign_in_code_held_back", "address", None), ("sign_in_limited", "codes", None)]


def test_sign_out_everywhere_and_deletion(lines):
    browser = Browser()
    browser.sign_in()
    reader = User.objects.get().pk
    browser.post("/settings/sign-out-everywhere")
    browser.post("/settings/delete", {"confirm": ADA})
    assert said(lines)[-2:] == [("signed_out_everywhere", None, reader), ("account_deleted", None, reader)]


def test_no_event_names_an_address_a_client_or_a_code(lines):
    zoe = "zoe@example.org"  # "ada" may stand in a hexadecimal id
    User.objects.create(email=zoe)
    browser = Browser(address=CLIENT)
    browser.ask(zoe)
    code = browser.code()
    browser.type(wrong(code))
    browser.type(code)
    browser.post("/settings/sign-out-everywhere")
    browser.post("/settings/delete", {"confirm": zoe})
    text = json.dumps(lines())
    assert "sign_in" in text
    assert [secret for secret in (zoe, "zoe", CLIENT, code, wrong(code)) if secret in text] == []
