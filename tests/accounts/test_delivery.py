"""During an outage of the mail server the code page reports the delay, and the later delivery."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from briefing.core.models import Job
from tests import smtp
from tests.accounts.browser import Browser, deliver_mail
from tests.smtp import SmtpServer

pytestmark = pytest.mark.django_db
WAY, LATE, NOT_SENT = "is on its way", "has not been sent yet", "could not be sent"


def said(browser: Browser) -> str:
    html = browser.get("/verify").content.decode()
    (found,) = (words for words in (WAY, LATE, NOT_SENT) if words in html)
    return found


@pytest.fixture
def browser() -> Browser:
    browser = Browser()
    browser.ask()
    return browser


def deliver_again() -> None:
    Job.objects.update(not_before=timezone.now())
    deliver_mail()


def test_dead_mail_server_is_admitted_and_so_is_its_return(browser, settings):
    with SmtpServer() as server:
        port = server.port
    smtp.use(settings, port)  # a closed port
    assert said(browser) == WAY
    deliver_mail()
    assert said(browser) == LATE
    for _ in range(4):
        deliver_again()
    assert said(browser) == NOT_SENT


def test_code_that_leaves_later_is_on_its_way(browser, settings):
    with SmtpServer() as server:
        smtp.use(settings, server.port)
    deliver_mail()
    assert said(browser) == LATE
    with SmtpServer() as server:
        smtp.use(settings, server.port)
        deliver_again()
    assert said(browser) == WAY and len(server.messages) == 1


def test_worker_that_does_not_come_is_admitted_after_half_a_minute(browser):
    with time_machine.travel(timezone.now() + timedelta(seconds=31), tick=False):
        assert said(browser) == LATE


def test_account_or_none_makes_no_difference(settings):
    known, unknown = Browser(), Browser()
    known.sign_in("ada@example.org")
    with SmtpServer() as server:
        smtp.use(settings, server.port)
    known.ask("ada@example.org")
    unknown.ask("bob@example.org")
    deliver_mail()
    assert said(known) == said(unknown) == LATE
