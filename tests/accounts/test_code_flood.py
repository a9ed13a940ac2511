"""A flood of code requests blocks strangers, not known readers, and notifies staff."""

from datetime import timedelta

import pytest
from django.core import mail

from accounts import code_limits
from accounts.code_limits import SHARES
from accounts.models import User
from briefing.core.models import Job, LimitWindow, StaffNotice
from tests.accounts.browser import Browser, deliver_mail

pytestmark = pytest.mark.django_db


ALL = 30


@pytest.fixture(autouse=True)
def tenth(monkeypatch):
    """A tenth of the hourly shares, so that a flood takes thirty requests instead of three hundred."""
    assert SHARES == {"everybody": 180, "accounts": 80, "browsers": 40}
    for name, share in SHARES.items():
        monkeypatch.setitem(SHARES, name, share // 10)


def flood(count: int, domain: str = "example.org", accounts: bool = False) -> int:
    """Requests codes for `count` addresses from as many clients; returns the number of messages sent."""
    before = len(mail.outbox)
    for number in range(count):
        email = f"r{number}@{domain}"
        if accounts:
            User.objects.create(email=email)
        Browser(address=f"10.{number // 250}.0.{number % 250}").ask(email)
    deliver_mail()
    return len(mail.outbox) - before


def sent(browser: Browser, email: str) -> bool:
    before = len(mail.outbox)
    assert browser.ask(email).status_code == 302
    deliver_mail()
    return len(mail.outbox) > before


def test_strangers_cannot_use_up_the_readers_part(clock):
    User.objects.create(email="ada@example.org")
    assert flood(SHARES["everybody"] + 5) == SHARES["everybody"]
    assert not sent(Browser(), "stranger@example.org")
    assert sent(Browser(), "ada@example.org")


def test_accounts_cannot_use_up_the_part_of_known_browsers(clock):
    ada = Browser()
    ada.sign_in("ada@example.org")
    ada.post("/logout")
    clock.shift(timedelta(hours=2))
    assert flood(ALL, accounts=True) == SHARES["everybody"] + SHARES["accounts"]
    assert not sent(Browser(), "ada@example.org")
    assert sent(ada, "ada@example.org")


def test_total_of_an_hour_holds_for_all(clock):
    browsers = []
    for number in range(2):
        browser = Browser(address=f"203.0.113.{number}")
        browser.sign_in(f"known{number}@example.org")
        browsers.append(browser)
    clock.shift(timedelta(hours=2))
    count = flood(ALL, accounts=True)
    for number, browser in enumerate(browsers):
        count += sum(sent(browser, f"known{number}@example.org") for _ in range(5))
    assert count == ALL
    clock.shift(timedelta(hours=1, seconds=1))
    assert sent(Browser(), "stranger@example.org")


def test_answer_is_the_same_in_a_flood(clock):
    User.objects.create(email="ada@example.org")
    flood(SHARES["everybody"] + 1)
    answers = [
        Browser(address=f"198.51.100.{n}").ask(email)
        for n, email in enumerate(("ada@example.org", "b@b.org"))
    ]
    assert {(answer.status_code, answer["Location"], answer.content) for answer in answers} == {
        (302, "/verify", b"")
    }


def test_staff_are_notified_at_half_and_at_the_cap_once_an_hour(clock):
    assert flood(ALL // 2 - 1) == ALL // 2 - 1
    assert StaffNotice.objects.count() == 0
    sent(Browser(), "half@example.org")
    assert [row.text for row in StaffNotice.objects.all()] == [
        f"Half of the 30 sign-in codes that may be sent within an hour are sent. {code_limits.REMEDY}"
    ]
    flood(ALL, domain="example.net")
    cap = StaffNotice.objects.exclude(text__startswith="Half")
    assert [row.text for row in cap] == [
        "Sign-in codes are held back: too many were asked for within an hour. Addresses without an account get none"
        f" for now; the rest of the total is kept for accounts. {code_limits.REMEDY}"
    ]
    clock.shift(timedelta(hours=1, seconds=1))
    flood(ALL, domain="example.com")
    assert (StaffNotice.objects.count(), cap.all().count()) == (4, 2)


def test_code_that_is_sent_again_counts_once(clock, settings):
    """Retries after a short outage of the mail server do not use up the total."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1  # a closed port
    Browser().ask("ada@example.org")
    for _ in range(3):
        Job.objects.update(state="new", not_before="2026-11-21T12:00:00Z")
        deliver_mail()
    assert len(LimitWindow.objects.get(scope="codes-all").uses) == 1


def test_one_48_is_limited(clock):
    statuses = [
        Browser(address=f"2001:db8:7:{n * 256:x}::1").ask(f"r{n}@example.org").status_code for n in range(65)
    ]
    assert statuses == [302] * 60 + [429] * 5
    assert Browser(address="2001:db8:8::1").ask("other@example.org").status_code == 302


def test_one_56_is_limited_too(clock):
    statuses = [
        Browser(address=f"2001:db8:7:{n:x}::1").ask(f"r{n}@example.org").status_code for n in range(45)
    ]
    assert statuses == [302] * 40 + [429] * 5
