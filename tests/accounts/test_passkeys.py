"""Passkeys: registration, use, and every response that must be refused."""

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from structlog.testing import capture_logs

from accounts.models import Passkey, User
from briefing.core import jobs
from briefing.core.models import Job
from tests.accounts.authenticator import Authenticator
from tests.accounts.passkeys import ORIGIN, KeyHolder

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("host_name")]


@pytest.fixture
def owner(ada) -> KeyHolder:
    """Ada with a passkey that every sign-in requires."""
    ada.add()
    ada.post("/settings/passkeys/second-step", {"on": "1"})
    return ada


def reasons(logs) -> list[str]:
    return [entry["kind"] for entry in logs if entry["event"] == "passkey_refused"]


def deliver() -> list[str]:
    """Sends the waiting messages and returns their texts."""
    for pk in Job.objects.filter(kind="accounts.security_mail", state="new").values_list("pk", flat=True):
        jobs.run(pk)
    return [message.body for message in mail.outbox if "security" in message.subject]


def test_registration_keeps_the_public_key_and_tells_the_owner(ada):
    with capture_logs() as logs:
        ada.add("  My \n phone ")
    key = Passkey.objects.get()
    assert (key.user.email, key.name, key.sign_count, key.transports) == (
        "ada@example.org", "My phone", 1, ["internal"],
    )  # fmt: skip
    assert (key.opens_admin, key.backup_eligible, key.refused_at) == (False, False, None)
    assert [entry["event"] for entry in logs] == ["passkey_registered"]
    assert "A passkey was added to your account." in deliver()[0]
    assert "My phone" in ada.at_settings()


def test_options_ask_for_verification_and_name_the_registered_keys(ada):
    ada.add()
    made = ada.post("/settings/passkeys/options").json()
    used = ada.post("/confirm/options").json()
    known = Passkey.objects.get().credential_id
    assert made["rp"] == {"name": "Market Briefing", "id": "localhost"}
    assert made["authenticatorSelection"]["userVerification"] == used["userVerification"] == "required"
    assert [key["id"] for key in made["excludeCredentials"]] == [known]
    assert [key["id"] for key in used["allowCredentials"]] == [known]


def test_sign_in_with_the_second_step_needs_the_passkey(owner):
    owner.post("/logout")
    assert owner.sign_in()["Location"] == "/confirm?next=%2F"
    assert not owner.signed_in
    assert "Second step" in owner.get("/confirm").content.decode()
    assert owner.confirm()["Location"] == "/settings"
    assert owner.signed_in
    key = Passkey.objects.get()
    assert (key.sign_count, key.last_used_at is not None) == (2, True)


@pytest.mark.parametrize("path", ["/settings", "/settings/export", "/acknowledge"])
def test_a_sign_in_that_waits_opens_nothing(owner, path):
    owner.post("/logout")
    owner.sign_in()
    assert owner.get(path)["Location"].startswith("/login")
    assert owner.post("/settings/passkeys/options").status_code == 303


def test_a_sign_in_waits_ten_minutes():
    with time_machine.travel("2026-11-23T12:00:00Z", tick=False) as clock:
        owner = KeyHolder()
        owner.sign_in()
        owner.add()
        User.objects.update(second_step=True)
        owner.post("/logout")
        owner.sign_in()
        clock.shift(timedelta(minutes=11))
        assert owner.get("/confirm")["Location"] == "/login"
        assert owner.post("/confirm/options").status_code == 401


def test_sign_out_everywhere_ends_a_sign_in_that_waits(owner):
    owner.post("/logout")
    owner.sign_in()
    User.objects.update(session_epoch=7)
    assert owner.get("/confirm")["Location"] == "/login"


def test_the_code_is_not_the_passkeys_time(owner):
    """The second step sets the time of the passkey; the time of the code stays the same."""
    with time_machine.travel("2026-11-23T12:00:00Z", tick=False) as clock:
        owner.post("/logout")
        owner.sign_in()
        clock.shift(timedelta(minutes=9))
        owner.confirm()
        session = owner.client.session
        assert session["passkey_at"] - session["code_at"] == 9 * 60


def test_without_user_verification_nothing_counts(ada, owner):
    weak = Authenticator(ORIGIN, verifies=False)
    owner.confirm()
    with capture_logs() as logs:
        ada.add("weak", weak)
        owner.authenticator.verifies = False
        assert owner.confirm().status_code == 400
    assert reasons(logs) == ["register: answer", "use: answer"]
    assert Passkey.objects.count() == 1


@pytest.mark.parametrize("wrong", ["https://evil.example", "http://localhost:8001", "https://localhost:8000"])
def test_another_origin_is_refused(owner, wrong):
    owner.confirm()
    owner.authenticator.origin = wrong
    with capture_logs() as logs:
        assert owner.confirm().status_code == 400
        owner.add("strange", Authenticator(wrong))
    assert reasons(logs) == ["use: origin", "register: origin"]
    assert Passkey.objects.count() == 1


def test_an_answer_from_inside_a_strange_page_is_refused(owner):
    options = owner.post("/confirm/options").json()
    answer = owner.authenticator.get(options, crossOrigin=True)
    assert owner.post("/confirm", {"credential": answer}).status_code == 400


def test_another_relying_party_is_refused(owner):
    options = owner.post("/confirm/options").json() | {"rpId": "evil.example"}
    assert owner.post("/confirm", {"credential": owner.authenticator.get(options)}).status_code == 400


def test_an_answer_counts_once_even_with_the_old_cookie(owner):
    answer = owner.answer()
    cookie = owner.client.cookies["svc.session"].value
    assert owner.post("/confirm", {"credential": answer}).status_code == 302
    owner.client.cookies["svc.session"] = cookie  # a signed cookie can be replayed; the used row cannot
    with capture_logs() as logs:
        response = owner.post("/confirm", {"credential": answer})
    assert (response.status_code, reasons(logs)) == (400, ["use: challenge"])
    assert "That took too long" in response.content.decode()


def test_a_wrong_answer_uses_the_challenge_up(owner):
    answer = owner.answer()
    owner.post("/confirm", {"credential": "{}"})
    assert owner.post("/confirm", {"credential": answer}).status_code == 400


def test_options_leave_the_session_as_another_tab_has_made_it(owner):
    response = owner.post("/confirm/options")
    assert set(response.cookies) == {"svc.passkey"}


def test_a_challenge_of_another_browser_is_refused(owner):
    answer = owner.answer()
    other = KeyHolder(owner.authenticator)
    other.sign_in()
    other.post("/confirm/options")
    assert other.post("/confirm", {"credential": answer}).status_code == 400


def test_a_challenge_for_registering_is_not_one_for_using(owner):
    owner.confirm()
    options = owner.post("/settings/passkeys/options").json()
    answer = owner.authenticator.get({"challenge": options["challenge"], "rpId": "localhost"})
    assert owner.post("/confirm", {"credential": answer}).status_code == 400


def test_a_challenge_lasts_five_minutes():
    with time_machine.travel("2026-11-23T12:00:00Z", tick=False) as clock:
        ada = KeyHolder()
        ada.sign_in()
        ada.add()
        answer = ada.answer()
        clock.shift(timedelta(minutes=5, seconds=1))
        assert ada.post("/confirm", {"credential": answer}).status_code == 400


def test_another_accounts_passkey_is_refused(owner):
    grace = KeyHolder(address="203.0.113.5")
    grace.sign_in("grace@example.org")
    grace.add()
    owner.post("/logout")
    owner.sign_in()
    with capture_logs() as logs:
        assert owner.confirm(authenticator=grace.authenticator).status_code == 400
    assert reasons(logs) == ["use: unknown"]
    assert not owner.signed_in


def test_another_key_under_a_known_name_is_refused(owner):
    forger = Authenticator(ORIGIN, id=owner.authenticator.id, count=50)
    assert owner.confirm(authenticator=forger).status_code == 400
    key = Passkey.objects.get()
    assert (key.sign_count, key.refused_at) == (1, None)


def test_a_credential_belongs_to_one_account(owner):
    grace = KeyHolder(owner.authenticator, address="203.0.113.5")
    grace.sign_in("grace@example.org")
    grace.add()
    assert "This passkey is already registered." in grace.at_settings()
    assert Passkey.objects.get().user.email == "ada@example.org"
