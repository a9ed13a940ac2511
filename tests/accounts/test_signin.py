"""Signing in by an e-mailed code, with requests to the real URLs."""

import base64
import re
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Acknowledgement, SignInChallenge, User
from briefing.core.models import EmailSend, Job
from tests.accounts.browser import Browser, deliver_mail, wrong

pytestmark = pytest.mark.django_db


def test_known_and_unknown_addresses_are_answered_alike():
    User.objects.create(email="known@example.org")
    answers, work = {}, {}
    Browser(address="203.0.113.9").ask("first@example.org")  # makes the row that counts all messages
    for number, email in enumerate(("known@example.org", "other@example.org")):
        browser = Browser(address=f"198.51.100.{number}")
        with CaptureQueriesContext(connection) as asked:
            response = browser.ask(email)
        # Equal statements on equal tables take equal time, as far as the code decides.
        work[email] = [
            re.sub(r"'[^']*'|\bs\d+_x\d+|\b[0-9a-f]{32}\b|\d+", "?", query["sql"]) for query in asked
        ]
        cookies = sorted(
            (name, morsel["max-age"], morsel["httponly"]) for name, morsel in response.cookies.items()
        )
        answers[email] = (response.status_code, response["Location"], response.content, cookies)
    assert (
        answers["known@example.org"]
        == answers["other@example.org"]
        == (302, "/verify", b"", answers["known@example.org"][3])
    )
    assert work["known@example.org"] == work["other@example.org"]


def test_code_opens_a_session_and_makes_the_account():
    browser = Browser()
    response = browser.ask("  Ada@EXAMPLE.org ")
    assert User.objects.count() == 0
    response = browser.type(browser.code())
    assert (response.status_code, response["Location"]) == (302, "/")
    assert User.objects.get().email == "Ada@example.org"
    assert browser.signed_in


def test_address_is_one_account_in_any_case():
    Browser().sign_in("ada@example.org")
    Browser().sign_in("ADA@example.org")
    assert User.objects.count() == 1


def test_five_wrong_codes_void_the_right_one():
    browser = Browser()
    browser.ask()
    code = browser.code()
    statuses = [browser.type(wrong(code)).status_code for _ in range(5)]
    assert statuses == [400] * 5
    assert "no longer works" in browser.type(code).content.decode()
    assert SignInChallenge.objects.get().attempts == 5


def test_attempts_left_are_said():
    browser = Browser()
    browser.ask()
    code = browser.code()
    assert "4 attempts are left" in browser.type(wrong(code)).content.decode()
    for _ in range(2):
        browser.type(wrong(code))
    assert "1 attempt is left" in browser.type(wrong(code)).content.decode()


def test_new_code_voids_the_earlier_one_of_the_same_browser():
    browser = Browser()
    browser.ask()
    first = browser.code()
    browser.ask()
    second = browser.code()
    assert browser.type(first).status_code == (302 if first == second else 400)
    assert browser.type(second).status_code == 302


def test_strangers_request_leaves_the_owners_code_alone():
    owner, stranger = Browser(), Browser(address="203.0.113.5")
    owner.ask()
    code = owner.code()
    stranger.ask()
    assert owner.type(code).status_code == 302


def test_code_works_once():
    browser = Browser()
    browser.ask()
    jar = dict(browser.client.cookies)
    code = browser.code()
    assert browser.type(code).status_code == 302
    again = Browser()
    again.client.cookies.update(jar)
    assert again.type(code).status_code == 400
    assert not again.signed_in


def test_code_of_another_browser_is_refused():
    one, other = Browser(), Browser(address="203.0.113.5")
    one.ask()
    code = one.code()
    other.ask()
    deliver_mail()
    other_code = re.search(r"\d{6}", mail.outbox[-1].subject)
    assert other_code is not None
    if other_code[0] != code:
        assert other.type(code).status_code == 400
    assert Browser().type(code)["Location"] == "/login"


def test_code_is_valid_for_ten_minutes():
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False) as clock:
        browser = Browser()
        browser.ask()
        code = browser.code()
        clock.shift(timedelta(minutes=11))
        assert browser.type(code).status_code == 400
        assert not browser.signed_in


def test_no_cookie_holds_the_code_or_a_counter():
    browser = Browser()
    browser.ask()
    code = browser.code()
    browser.type(wrong(code))
    for name, morsel in browser.client.cookies.items():
        value = morsel.value.split(":")[0].lstrip(".")
        readable = (
            base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))
            if name == "svc.verify"
            else value.encode()
        )
        assert code.encode() not in readable
        assert b"attempt" not in readable


def test_database_does_not_hold_the_code():
    browser = Browser()
    browser.ask()
    code = browser.code()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{table}"')
            for row in cursor.fetchall():
                texts = [str(value) for value in row if isinstance(value, str)]
                assert not any(re.search(rf"(?<!\d){code}(?!\d)", text) for text in texts), (table, row)


def test_session_cookie_changes_at_sign_in():
    browser = Browser()
    browser.sign_in()
    first = browser.client.cookies["svc.session"].value
    other = Browser()
    other.client.cookies["svc.session"] = first
    other.client.cookies["svc.session"]["path"] = "/"
    other.sign_in("grace@example.org")
    assert other.client.cookies["svc.session"].value != first


@pytest.mark.parametrize(
    "target",
    ["//evil.example", "/\\evil.example", "javascript:alert(1)", "https://evil.example/", "/a%0d%0aX:1", "/a\r\nX:1",
     "///evil.example", "/no-such-page", "http:/evil", "\\\\evil", "/%09/evil.example", "x" * 600,
     "/settings?a\r\nX:1", "/settings?a%0d%0aX:1", "/settings?\\evil.example", "/settings?%E2%80%AEx"],
)  # fmt: skip
def test_next_leads_to_our_own_pages_only(target):
    browser = Browser()
    browser.client.post(
        "/login", {"email": "ada@example.org", "ack": "on", "ack_version": "1"}, QUERY_STRING=f"next={target}"
    )
    assert browser.type(browser.code())["Location"] == "/"


def test_next_survives_the_sign_in():
    browser = Browser()
    browser.ask(query="?next=/acknowledge%3Fx%3D1")
    assert browser.type(browser.code())["Location"] == "/acknowledge?x=1"


@pytest.mark.parametrize(
    "email",
    ["", "ada", "ada@", "@example.org", "a b@example.org", "ada@example.org\nBcc: x@example.org", "x" * 250 + "@a.org",
     "ada@exa\u0000mple.org", "ada@example.org, b@example.org"],
)  # fmt: skip
def test_invalid_address_is_400_and_sends_nothing(email):
    response = Browser().ask(email)
    assert response.status_code == 400
    assert Job.objects.count() == 0


def test_message_has_both_parts_in_the_displayed_language():
    browser = Browser(language="it")
    browser.ask(lang="it")
    code = browser.code()
    message = mail.outbox[-1]
    assert message.subject == f"{code} è il tuo codice di Market Briefing"
    html, kind = message.alternatives[0]
    assert (kind, code in html, 'lang="it"' in html) == ("text/html", True, True)
    assert "ada@example.org" not in message.subject


def test_resend_waits_a_minute():
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False) as clock:
        browser = Browser()
        browser.ask()
        browser.code()
        assert "less than a minute ago" in browser.post("/verify/resend").content.decode()
        clock.shift(timedelta(seconds=61))
        assert browser.post("/verify/resend").status_code == 302
        assert browser.type(browser.code()).status_code == 302


def test_verify_without_asking_leads_to_the_sign_in():
    for response in (Browser().get("/verify"), Browser().type("123456"), Browser().post("/verify/resend")):
        assert (response.status_code, response["Location"]) == (302, "/login")


def test_changed_pending_cookie_is_no_pending_sign_in():
    browser = Browser()
    browser.ask()
    value = browser.client.cookies["svc.verify"].value
    for position in range(0, len(value), 7):
        other = Browser()
        flipped = "A" if value[position] != "A" else "B"
        other.client.cookies["svc.verify"] = value[:position] + flipped + value[position + 1 :]
        assert other.get("/verify").status_code == 302


def test_send_is_recorded_and_gets_its_reader():
    browser = Browser()
    browser.ask()
    code = browser.code()
    assert list(EmailSend.objects.values_list("kind", "user")) == [("sign_in_code", None)]
    browser.type(code)
    assert EmailSend.objects.get().user == User.objects.get()


def test_closed_account_does_not_sign_in():
    User.objects.create(email="ada@example.org", is_active=False)
    browser = Browser()
    assert browser.sign_in().status_code == 400
    assert not browser.signed_in


def test_logout_ends_the_session_and_get_does_not():
    browser = Browser()
    browser.sign_in()
    assert browser.get("/logout").status_code == 405
    assert browser.signed_in
    response = browser.post("/logout")
    assert (response.status_code, response["Location"]) == (302, "/")
    assert not browser.signed_in


@pytest.mark.parametrize(("language", "words"), [("en", "tick the box"), ("it", "spunta la casella")])
def test_missing_acknowledgement_is_said_in_the_displayed_language(language, words):
    response = Browser(language=language).ask(ack="", lang=language)
    assert response.status_code == 400
    assert words in response.content.decode()
    assert "ada@example.org" in response.content.decode()


@pytest.mark.parametrize("version", ["", "0", "2", "one"])
def test_wrong_acknowledgement_version_counts_as_missing(version):
    assert Browser().ask(ack_version=version).status_code == 400


def test_acknowledgement_is_one_row_with_the_displayed_language():
    browser = Browser()
    browser.sign_in(lang="it")
    Browser().sign_in(lang="en")
    assert list(Acknowledgement.objects.values_list("version", "lang")) == [(1, "it")]


def test_raised_version_asks_again_before_the_next_page(settings):
    browser = Browser()
    browser.sign_in()
    settings.ACKNOWLEDGEMENT_VERSION = 2
    response = browser.get("/settings")
    assert (response.status_code, response["Location"]) == (303, "/acknowledge?next=%2Fsettings")
    assert browser.post("/acknowledge", {"ack": "on", "ack_version": "1"}).status_code == 400
    response = browser.post("/acknowledge?next=/settings", {"ack": "on", "ack_version": "2"})
    assert (response.status_code, response["Location"]) == (302, "/settings")
    assert browser.get("/settings").status_code == 200
    assert sorted(Acknowledgement.objects.values_list("version", flat=True)) == [1, 2]
