"""A stranger's wrong codes do not lock the owner out of a browser that signed in before."""

import re
from datetime import timedelta

import pytest
from django.core import mail

from accounts import devices
from accounts.models import SignInChallenge, User
from briefing.core.models import Job
from briefing.core.work import jobs
from tests.accounts.browser import Browser, deliver_mail, wrong

pytestmark = pytest.mark.django_db
ADA = "ada@example.org"
COOKIE = "svc.device"


@pytest.fixture
def owner(clock) -> Browser:
    """Ada's browser, which signed in and out yesterday."""
    browser = Browser()
    browser.sign_in(ADA)
    browser.post("/logout")
    clock.shift(timedelta(days=1))
    return browser


def lock(email: str = ADA, browsers: int = 3) -> None:
    """Strangers enter fifteen wrong codes."""
    for number in range(browsers):
        stranger = Browser(address=f"203.0.113.{number}")
        stranger.ask(email)
        code = stranger.code()
        for _ in range(5):
            stranger.type(wrong(code))
    for pk in Job.objects.filter(kind="accounts.tell_locked", state="new").values_list("pk", flat=True):
        jobs.run(pk)


def told() -> list[str]:
    return [message.to[0] for message in mail.outbox if "Wrong codes" in message.subject]


def with_cookie_of(browser: Browser, address: str = "198.51.100.77") -> Browser:
    """Another browser with only the first one's device cookie."""
    thief = Browser(address=address)
    thief.client.cookies[COOKIE] = browser.client.cookies[COOKIE].value
    return thief


def test_owner_signs_in_although_strangers_locked_the_address(owner, clock):
    lock()
    clock.shift(timedelta(minutes=61))
    assert owner.sign_in(ADA).status_code == 302
    assert owner.signed_in


def test_new_browser_stays_locked_out_for_the_day(owner, clock):
    lock()
    clock.shift(timedelta(minutes=61))
    assert Browser(address="198.51.100.9").sign_in(ADA).status_code == 400
    clock.shift(timedelta(hours=24))
    assert Browser(address="198.51.100.9").sign_in(ADA).status_code == 302


def test_owner_gets_a_code_although_strangers_requested_all_of_the_hour(owner):
    for number in range(15):
        Browser(address=f"203.0.113.{number}").ask(ADA)
    deliver_mail()
    before = len(mail.outbox)
    assert owner.sign_in(ADA).status_code == 302
    assert len(mail.outbox) == before + 1


def test_known_browser_has_limits_of_its_own(owner, clock):
    for _ in range(2):
        owner.ask(ADA)
        code = owner.code()
        assert [owner.type(wrong(code)).status_code for _ in range(5)] == [400] * 5
    owner.ask(ADA)
    assert owner.type(owner.code()).status_code == 400  # after ten wrong ones in a day
    stranger = Browser(address="203.0.113.9")
    assert stranger.sign_in(ADA).status_code == 302  # the others' limit is unaffected
    for _ in range(5):
        owner.ask(ADA)
    deliver_mail()
    before = len(mail.outbox)
    owner.ask(ADA)
    deliver_mail()
    assert len(mail.outbox) == before


def test_cookie_signs_nobody_in(owner):
    thief = with_cookie_of(owner)
    assert thief.get("/settings").status_code == 303
    assert not thief.signed_in
    thief.ask(ADA)
    assert thief.type(wrong(owner.code())).status_code == 400
    assert not thief.signed_in


def test_cookie_serves_one_account_only(owner, clock):
    Browser(address="198.51.100.8").sign_in("grace@example.org")
    clock.shift(timedelta(days=1))
    lock("grace@example.org")
    clock.shift(timedelta(minutes=61))
    assert owner.sign_in("grace@example.org").status_code == 400


def test_sign_out_everywhere_ends_the_other_browsers_and_keeps_this_one(owner, clock):
    other = Browser(address="198.51.100.8")
    other.sign_in(ADA)
    assert other.post("/settings/sign-out-everywhere").status_code == 302
    other.post("/logout")
    lock()
    clock.shift(timedelta(minutes=61))
    assert owner.sign_in(ADA).status_code == 400
    assert other.sign_in(ADA).status_code == 302


def test_forged_or_changed_cookie_is_none(owner, clock):
    value = owner.client.cookies[COOKIE].value
    lock()
    clock.shift(timedelta(minutes=61))
    for number, forged in enumerate(("", "x", value[:-2], f"A{value}", value.replace(":", ";", 1), "é")):
        browser = Browser(address=f"198.51.100.{100 + number}")
        browser.client.cookies[COOKIE] = forged
        assert browser.sign_in(ADA).status_code == 400


def test_signed_value_of_another_kind_is_none(owner, clock):
    """The cookie of a pending sign-in, which anyone can get, must not count as a device cookie."""
    stranger = Browser(address="198.51.100.9")
    stranger.ask(ADA)
    lock()
    clock.shift(timedelta(minutes=61))
    stranger.client.cookies[COOKIE] = stranger.client.cookies["svc.verify"].value
    assert stranger.sign_in(ADA).status_code == 400


def test_cookie_survives_a_rotated_secret(owner, clock, settings):
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another-" * 8, [settings.SECRET_KEY]
    lock()
    clock.shift(timedelta(minutes=61))
    assert owner.sign_in(ADA).status_code == 302


def test_cookie_ends_after_a_year(owner, clock, settings):
    clock.shift(timedelta(days=365))
    lock()
    clock.shift(timedelta(minutes=61))
    assert owner.sign_in(ADA).status_code == 400


@pytest.mark.parametrize("secure", [False, True])
def test_cookie_is_out_of_reach_of_scripts_and_other_sites(settings, secure):
    settings.SESSION_COOKIE_SECURE = secure
    browser = Browser()
    morsel = browser.sign_in(ADA).cookies[COOKIE]
    assert (morsel["httponly"], morsel["samesite"], bool(morsel["secure"]), morsel["path"], morsel["domain"]) == (
        True, "Lax", secure, "/", "",
    )  # fmt: skip
    assert int(morsel["max-age"]) == settings.DEVICE_COOKIE_AGE


def test_cookie_holds_no_address(owner):
    value = owner.client.cookies[COOKIE].value
    held = str(devices.signing.loads(value, salt=devices.SALT))
    assert not re.search(r"\bada\b|@", held)  # as a word: "ada" may stand in a hexadecimal id


def test_deletion_of_the_account_takes_the_cookie_away():
    browser = Browser()
    browser.sign_in(ADA)
    response = browser.post("/settings/delete", {"confirm": ADA})
    assert response.cookies[COOKIE]["max-age"] == 0


def test_owner_is_notified_once_a_day(owner, clock):
    lock()
    assert told() == [ADA]
    clock.shift(timedelta(hours=2))
    lock(browsers=1)
    assert told() == [ADA]
    clock.shift(timedelta(hours=23))
    lock()
    assert told() == [ADA, ADA]


def test_message_has_both_parts_in_the_readers_language(owner):
    User.objects.update(lang="it")
    lock()
    message = mail.outbox[-1]
    html, kind = message.alternatives[0]
    assert message.subject == "Codici errati per il tuo account di Market Briefing"
    assert ("ne sono stati digitati 15 errati" in message.body, 'lang="it"' in html, kind) == (
        True,
        True,
        "text/html",
    )


def test_no_mail_for_an_address_without_an_account(clock):
    lock("nobody@example.org")
    assert (told(), Job.objects.filter(kind="accounts.tell_locked").exists()) == ([], True)


def test_owner_is_notified_later_when_the_mail_server_is_down(owner, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1  # a closed port
    Job.objects.create(kind="accounts.tell_locked", key=SignInChallenge.objects.latest("created_at").pk)
    job = Job.objects.get(kind="accounts.tell_locked")
    jobs.run(job.pk)
    assert (Job.objects.get(pk=job.pk).state, told()) == ("new", [])
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    Job.objects.filter(pk=job.pk).update(not_before="2026-11-21T12:00:00Z")
    jobs.run(job.pk)
    assert told() == [ADA]
