"""Limits of signing in: codes sent, clients, attempts."""

from datetime import timedelta

import pytest
import time_machine

from accounts.codes import DAY
from briefing.core.models import Job
from briefing.core.web import limits
from tests.accounts.browser import Browser, deliver_mail, wrong

pytestmark = pytest.mark.django_db


def test_sixth_request_for_an_address_sends_nothing_and_looks_the_same():
    browser = Browser()
    answers = [browser.ask() for _ in range(6)]
    deliver_mail()
    assert {(answer.status_code, answer["Location"]) for answer in answers} == {(302, "/verify")}
    # Each new code replaces the browser's earlier one: of five requested, only the last is sent.
    assert Job.objects.filter(kind="accounts.send_code").count() == 5


def test_client_limit_is_a_page_with_retry_after():
    browser = Browser()
    for number in range(20):
        assert browser.ask(f"reader{number}@example.org").status_code == 302
    response = browser.ask("one-more@example.org")
    assert response.status_code == 429
    assert 3500 < int(response["Retry-After"]) <= 3600
    assert "60 minutes" in response.content.decode()


def test_forged_forwarded_for_does_not_lift_the_client_limit():
    browser = Browser()
    statuses = [
        browser.post(
            "/login",
            {"email": f"r{number}@example.org", "ack": "on", "ack_version": "1"},
            HTTP_X_FORWARDED_FOR=f"192.0.2.{number}",
        ).status_code
        for number in range(21)
    ]
    assert statuses == [302] * 20 + [429]


def test_ipv6_is_limited_by_its_64():
    statuses = [
        Browser(address=f"2001:db8:1:2::{number:x}").ask(f"r{number}@example.org").status_code
        for number in range(21)
    ]
    assert statuses == [302] * 20 + [429]
    assert Browser(address="2001:db8:1:3::1").ask("other@example.org").status_code == 302


def test_fifteen_messages_an_hour_for_an_address_from_many_clients():
    for number in range(17):
        assert Browser(address=f"198.51.100.{number}").ask().status_code == 302
    assert Job.objects.filter(kind="accounts.send_code").count() == 15


def test_plus_addresses_are_one_mailbox():
    for number in range(17):
        client = f"198.51.100.{number}"
        assert Browser(address=client).ask(f"ada+{number}@example.org").status_code == 302
    assert Job.objects.filter(kind="accounts.send_code").count() == 15


def test_verify_attempts_of_a_client_are_limited():
    browser = Browser()
    statuses = []
    for number in range(7):
        browser.ask(f"r{number}@example.org")
        code = browser.code()
        statuses += [browser.type(wrong(code)).status_code for _ in range(5)]
    assert statuses == [400] * 30 + [429] * 5


def test_fifteen_wrong_codes_a_day_for_an_address_across_codes():
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False) as clock:
        for number in range(3):
            browser = Browser(address=f"198.51.100.{number}")
            browser.ask()
            code = browser.code()
            for _ in range(5):
                browser.type(wrong(code))
        clock.shift(timedelta(minutes=61))
        browser = Browser(address="203.0.113.9")
        browser.ask()
        assert browser.type(browser.code()).status_code == 400
        clock.shift(timedelta(hours=24))
        browser.ask()
        assert browser.type(browser.code()).status_code == 302


def test_right_code_is_no_wrong_one_of_the_day():
    browser = Browser()
    browser.ask()
    browser.type(wrong(browser.code()))
    browser.type(browser.code())
    assert (browser.signed_in, limits.used("wrong-code", "ada@example.org", window=DAY)) == (True, 1)
