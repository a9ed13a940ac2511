"""Fresh confirmation before irreversible actions, and changing passkeys in the settings."""

from datetime import timedelta

import pytest
import time_machine

from accounts.models import Acknowledgement, Passkey, User
from tests.accounts.authenticator import Authenticator
from tests.accounts.browser import Browser
from tests.accounts.passkeys import ORIGIN, KeyHolder

pytestmark = pytest.mark.django_db
NOON = "2026-11-23T12:00:00Z"


@pytest.fixture(autouse=True)
def _host_name(settings):
    settings.BASE_URL = ORIGIN


@pytest.fixture
def clock():
    with time_machine.travel(NOON, tick=False) as travel:
        yield travel


@pytest.fixture
def ada(clock) -> KeyHolder:
    browser = KeyHolder()
    browser.sign_in()
    return browser


def later(clock) -> None:
    clock.shift(timedelta(minutes=11))


def fresh_code(browser: Browser) -> None:
    assert browser.post("/confirm/code?next=/settings%23data")["Location"] == "/verify"
    assert browser.type(browser.code())["Location"] == "/settings#data"


@pytest.mark.parametrize(("method", "path"), [("get", "/settings/export"), ("post", "/settings/delete")])
def test_an_old_sign_in_is_confirmed_before_export_and_deletion(ada, clock, method, path):
    later(clock)
    response = getattr(ada.client, method)(path, {"confirm": "ada@example.org"})
    assert (response.status_code, response["Location"]) == (302, "/confirm?next=%2Fsettings%23data")
    assert User.objects.count() == 1
    fresh_code(ada)
    assert getattr(ada.client, method)(path, {"confirm": "ada@example.org"}).status_code == 200


@pytest.mark.parametrize("path", ["options", "add", "1/rename", "1/remove", "second-step"])
def test_an_old_sign_in_is_confirmed_before_passkeys_change(ada, clock, path):
    later(clock)
    response = ada.post(f"/settings/passkeys/{path}", {"on": "1", "credential": "{}"})
    assert response["Location"] == "/confirm?next=%2Fsettings%23passkeys"


def test_a_fresh_code_is_not_enough_where_a_passkey_is_required(owner):
    """Access to the mailbox alone must not remove the second step."""
    assert owner.get("/settings/export")["Location"].startswith("/confirm")
    assert owner.post(f"/settings/passkeys/{Passkey.objects.get().pk}/remove")["Location"].startswith(
        "/confirm"
    )
    assert "Send me a code" not in owner.get("/confirm").content.decode()
    owner.confirm()
    assert owner.get("/settings/export").status_code == 200


def test_a_passkey_is_as_good_as_a_code(ada, clock):
    ada.add()
    later(clock)
    assert "Send me a code" in ada.get("/confirm").content.decode()
    assert ada.confirm("/settings%23data")["Location"] == "/settings#data"
    assert ada.get("/settings/export").status_code == 200


def test_signing_out_everywhere_is_no_fresh_proof(ada, clock):
    later(clock)
    ada.post("/settings/sign-out-everywhere")
    assert ada.get("/settings/export")["Location"].startswith("/confirm")


def test_a_fresh_code_accepts_no_statements(ada, clock, settings):
    settings.ACKNOWLEDGEMENT_VERSION = 2
    later(clock)
    fresh_code(ada)
    assert [row.version for row in Acknowledgement.objects.all()] == [1]


def test_a_code_for_somebody_else_confirms_nothing(ada, clock):
    """Signing in as another reader in the same browser ends the first session and its confirmation."""
    later(clock)
    ada.ask("grace@example.org")
    ada.type(ada.code())
    assert "grace@example.org" in ada.at_settings()


def test_nobody_is_sent_elsewhere(ada):
    ada.add()
    assert ada.confirm("https://evil.example/")["Location"] == "/"


def test_confirm_is_for_the_signed_in():
    assert Browser().get("/confirm")["Location"] == "/login"
    assert Browser().post("/confirm/code")["Location"] == "/login"


def test_passkeys_are_renamed_and_removed(ada):
    ada.add("Phone")
    pk = Passkey.objects.get().pk
    ada.post(f"/settings/passkeys/{pk}/rename", {"name": "Old phone"})
    assert Passkey.objects.get().name == "Old phone"
    ada.post(f"/settings/passkeys/{pk}/remove")
    assert Passkey.objects.count() == 0
    assert "The passkey was removed." in ada.at_settings()


@pytest.mark.parametrize("what", ["rename", "remove"])
def test_another_readers_passkey_is_not_there(ada, what):
    ada.add()
    grace = KeyHolder(address="203.0.113.5")
    grace.sign_in("grace@example.org")
    assert (
        grace.post(f"/settings/passkeys/{Passkey.objects.get().pk}/{what}", {"name": "x"}).status_code == 404
    )
    assert Passkey.objects.get().name == "Phone"


def test_the_last_passkey_of_a_reader_takes_the_second_step_with_it(owner):
    owner.confirm()
    owner.post(f"/settings/passkeys/{Passkey.objects.get().pk}/remove")
    assert not User.objects.get().second_step
    assert "asks for the code alone again" in owner.at_settings()
    owner.post("/logout")
    owner.sign_in()
    assert owner.signed_in


def test_one_of_two_leaves_the_second_step_on(owner):
    owner.confirm()
    owner.add("Key", Authenticator(ORIGIN))
    owner.post(f"/settings/passkeys/{Passkey.objects.get(name='Key').pk}/remove")
    assert User.objects.get().second_step


def test_the_second_step_needs_a_passkey_to_ask_for(ada):
    ada.post("/settings/passkeys/second-step", {"on": "1"})
    assert not User.objects.get().second_step
    assert "Add a passkey first." in ada.at_settings()


def test_the_second_step_is_switched_off_again(owner):
    owner.confirm()
    owner.post("/settings/passkeys/second-step", {"on": "0"})
    assert not User.objects.get().second_step


def test_a_passkey_that_is_gone_proves_nothing(owner):
    owner.confirm()
    Passkey.objects.all().delete()
    assert owner.get("/settings/export")["Location"].startswith("/confirm")


def test_export_names_the_passkeys_and_no_keys(ada):
    ada.add("Phone")
    body = ada.get("/settings/export").json()
    assert body["asks_for_passkey"] is False
    assert body["passkeys"] == [
        {"name": "Phone", "added_at": NOON, "last_used_at": None, "synced": False, "opens_admin": False,
         "refused_at": None}
    ]  # fmt: skip


def test_deletion_takes_the_passkeys(ada):
    ada.add()
    ada.post("/settings/passkeys/options")
    ada.post("/settings/delete", {"confirm": "ada@example.org"})
    assert (User.objects.count(), Passkey.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    ("base_url", "said"),
    [
        ("http://127.0.0.1:8000", "Passkeys need a host name"),
        ("http://[::1]:8000", "Passkeys need a host name"),
        ("http://briefing.example", "Passkeys need an https:// address"),
    ],
)
def test_an_address_without_passkeys_says_so(ada, settings, base_url, said):
    settings.BASE_URL = base_url
    assert said in ada.at_settings()
    assert "passkey-name" not in ada.at_settings()


def test_the_pages_speak_italian(owner):
    assert "passkey" in owner.get("/settings?lang=it").content.decode()
    assert "Conferma che sei tu" in owner.get("/confirm").content.decode()
