"""Passkeys that are copies, hostile answers, limits."""

import json
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from accounts.models import Passkey, PasskeyChallenge
from accounts.passkeys import challenges
from briefing.core.models import StaffNotice
from tests.accounts.authenticator import Authenticator
from tests.accounts.passkeys import ORIGIN, KeyHolder
from tests.accounts.test_passkeys import deliver, reasons

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("host_name")]


def test_a_copied_passkey_is_refused_and_reader_and_staff_are_notified(owner):
    copy = owner.authenticator.copy()
    assert owner.confirm().status_code == 302
    with capture_logs() as logs:
        response = owner.confirm(authenticator=copy)
    assert (response.status_code, reasons(logs)) == (400, ["use: counter"])
    assert "may have been copied" in response.content.decode()
    assert Passkey.objects.get().refused_at is not None
    copy.count = 99  # its counter is ahead of the original
    assert owner.confirm(authenticator=copy).status_code == 400
    notice = StaffNotice.objects.get()
    assert (notice.kind, "ada@" in notice.text) == ("passkey_copied", False)
    assert "so it may have been copied" in deliver()[-1]


def test_a_copy_is_refused_though_the_passkey_was_never_used(ada):
    copy = ada.authenticator.copy()
    ada.authenticator.count = 5
    ada.add()
    assert ada.confirm(authenticator=copy).status_code == 400
    assert Passkey.objects.get().refused_at is not None


def test_a_low_counter_without_the_key_is_no_copy(owner):
    owner.confirm()
    forger = Authenticator(ORIGIN, id=owner.authenticator.id)
    assert owner.confirm(authenticator=forger).status_code == 400
    assert Passkey.objects.get().refused_at is None


@pytest.mark.parametrize("ahead, refused", [(1, False), (0, True)])
def test_an_answer_overtaken_by_a_later_one_is_refused_without_its_passkey(owner, ahead, refused):
    early = owner.post("/confirm/options").json(), owner.client.cookies[challenges.COOKIE].value
    copy = owner.authenticator.copy()
    answer = copy.get(early[0])
    owner.authenticator.count += ahead  # no authenticator gives one count twice
    assert owner.confirm().status_code == 302
    owner.client.cookies[challenges.COOKIE] = early[1]
    with capture_logs() as logs:
        assert owner.post("/confirm", {"credential": answer}).status_code == 400
    assert reasons(logs) == ["use: counter"]
    assert (Passkey.objects.get().refused_at is not None, StaffNotice.objects.exists()) == (refused, refused)


def test_an_authenticator_that_does_not_count_is_no_copy(ada):
    synced = Authenticator(ORIGIN, counts=False, synced=True)
    ada.add("Synced", synced)
    assert [ada.confirm(authenticator=synced).status_code for _ in range(3)] == [302, 302, 302]
    key = Passkey.objects.get()
    assert (key.sign_count, key.backup_eligible, key.backed_up) == (0, True, True)


def test_a_key_that_turns_syncable_is_another_one(owner):
    owner.authenticator.synced = True
    with capture_logs() as logs:
        assert owner.confirm().status_code == 400
    assert reasons(logs) == ["use: backup_flag"]


HOSTILE = [
    "", "[]", "nonsense", "{}", '{"response": []}', '{"response": {}}', '{"id": 1, "response": {"clientDataJSON": 5}}',
    '{"id": "AA", "rawId": "AA", "type": "public-key", "response": {"clientDataJSON": "AA", "attestationObject": "AA"}}',
    "[" * 5000, '{"id": "\\u0000", "response": {}}', json.dumps({"response": {"clientDataJSON": "é" * 70_000}}),
]  # fmt: skip


@pytest.mark.parametrize("answer", HOSTILE)
def test_hostile_answers_are_refused_and_nothing_more(ada, answer):
    ada.add()
    ada.post("/confirm/options")
    assert ada.post("/confirm", {"credential": answer}).status_code == 400
    ada.post("/settings/passkeys/options")
    assert ada.post("/settings/passkeys/add", {"credential": answer}).status_code == 302
    assert Passkey.objects.count() == 1


def registered(holder, **changed) -> tuple[int, list[list[str]]]:
    """The status of a registration whose answer was changed, and the transports of what was stored."""
    sent = json.loads(holder.authenticator.create(holder.post("/settings/passkeys/options").json()))
    sent["response"] |= changed.pop("response", {})
    status = holder.post("/settings/passkeys/add", {"credential": json.dumps(sent | changed)}).status_code
    return status, [key.transports for key in Passkey.objects.all()]


@pytest.mark.parametrize(
    "given", [[[], {}, None, 7, "usb"], {"usb": 1}, "usb"], ids=["list", "object", "text"]
)
def test_transports_of_any_type_are_read(ada, given):
    assert registered(ada, response={"transports": given}) == (
        302,
        [["usb"]] if isinstance(given, list) else [[]],
    )


def test_a_registration_whose_two_ids_differ_is_refused(ada):
    assert registered(ada, id="AAAA", rawId="AAAA") == (302, [])


def test_an_id_longer_than_any_is_refused(ada):
    ada.authenticator.id = bytes(5000)
    assert registered(ada, id="AAAA", rawId="AAAA") == (302, [])


@pytest.mark.parametrize("part", ["clientDataJSON", "attestationObject"])
def test_no_flipped_byte_of_a_registration_is_an_error(ada, part):
    for position in range(0, 200, 7):
        sent = json.loads(ada.authenticator.create(ada.post("/settings/passkeys/options").json()))
        value = sent["response"][part]
        at = position % len(value)
        flipped = "A" if value[at] != "A" else "B"
        sent["response"][part] = value[:at] + flipped + value[at + 1 :]
        answer = {"credential": json.dumps(sent)}
        assert ada.post("/settings/passkeys/add", answer).status_code == 302
        Passkey.objects.all().delete()


def test_an_account_has_ten_passkeys_at_most(ada):
    for number in range(11):
        ada.add(f"key {number}", Authenticator(ORIGIN))
    assert Passkey.objects.count() == 10
    assert "at most ten passkeys" in ada.at_settings()


def test_challenges_are_limited(ada, monkeypatch):
    monkeypatch.setattr(challenges, "CHALLENGES_A_READER_AND_CLIENT", 2)
    statuses = [ada.post("/settings/passkeys/options").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]


def test_old_challenges_are_purged(ada):
    ada.post("/settings/passkeys/options")
    row = PasskeyChallenge.objects.get()
    assert challenges.purge(row.created_at + timedelta(hours=23)) == 0
    assert challenges.purge(row.created_at + timedelta(hours=25)) == 1


def test_logs_name_nobody(ada):
    with capture_logs() as logs:
        ada.add()
        ada.confirm()
    assert {entry["event"] for entry in logs} == {"passkey_registered", "passkey_used"}
    assert "ada@" not in str(logs)


def test_a_browser_is_known_once_it_has_signed_in_and_no_sooner(owner, settings):
    other = KeyHolder(owner.authenticator, address="203.0.113.5")
    with capture_logs() as logs:
        other.sign_in()
        assert settings.DEVICE_COOKIE_NAME not in other.client.cookies
        other.confirm()
    assert settings.DEVICE_COOKIE_NAME in other.client.cookies
    steps = [entry["event"] for entry in logs if entry["event"].startswith("sign_in")]
    assert steps == ["sign_in_held", "sign_in"]
