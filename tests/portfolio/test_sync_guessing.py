"""Wrong keys, other peppers, damage and limits: the effects of a stolen session or a lost secret."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from briefing.core.models import StaffNotice
from portfolio.models import PortfolioSync
from portfolio.sync.encryption import encrypt, fingerprint, parse_pepper
from tests.portfolio.copying import (
    AUTH_KEY,
    OTHER_PEPPER,
    PATH,
    PEPPER,
    WRONG_KEY,
    Device,
    b64,
    envelope,
    told,
)

pytestmark = pytest.mark.django_db
MORNING = "2026-11-21T09:00:00Z"


@pytest.fixture(autouse=True)
def clock(settings):
    settings.PORTFOLIO_SYNC_ENABLED, settings.PORTFOLIO_SYNC_PEPPER = True, PEPPER
    with time_machine.travel(MORNING, tick=False) as clock:
        yield clock


@pytest.fixture
def device():
    return Device()


@pytest.fixture
def saved(device):
    device.save()
    return device


def row() -> PortfolioSync:
    return PortfolioSync.objects.get()


def guess(device: Device, times: int, key: bytes | None = WRONG_KEY):
    return [told(device.load(key)) for _ in range(times)]


def test_wrong_key_says_how_many_tries_are_left(saved):
    refused = [saved.load(WRONG_KEY) for _ in range(5)]
    assert [told(each) for each in refused] == [(403, "sync_key_refused")] * 5
    assert [each.json()["tries_left"] for each in refused] == [4, 3, 2, 1, 0]
    assert row().failures == 5


@pytest.mark.parametrize("header", ["", "%%%", b64(b"k" * 31), b64(AUTH_KEY) + "\x7f"])
def test_missing_or_malformed_key_counts_as_wrong(saved, header):
    assert told(saved.client.get(PATH, headers={"X-Sync-Auth": header})) == (403, "sync_key_refused")
    assert (told(saved.load(None)), row().failures) == ((403, "sync_key_refused"), 2)


def test_sixth_guess_waits_and_the_right_key_with_it(saved, clock):
    guess(saved, 2)
    clock.shift(timedelta(minutes=5))
    guess(saved, 3)
    waiting = saved.load()
    assert (told(waiting), waiting["Retry-After"]) == ((429, "rate_limited"), "600")
    clock.shift(timedelta(minutes=10, seconds=1))
    assert (saved.load().status_code, row().failures) == (200, 0)


def test_right_key_uses_up_no_try(saved):
    guess(saved, 4)
    assert [saved.load().status_code for _ in range(3)] == [200] * 3
    assert told(saved.load(WRONG_KEY)) == (403, "sync_key_refused")
    assert told(saved.load()) == (429, "rate_limited")


def test_fiftieth_failure_removes_the_copy(saved, clock):
    for _ in range(9):
        guess(saved, 5)
        clock.shift(timedelta(minutes=16))
    refused = [saved.load(WRONG_KEY) for _ in range(5)]
    assert [each.json()["removed"] for each in refused] == [False] * 4 + [True]
    clock.shift(timedelta(minutes=16))
    assert (PortfolioSync.objects.count(), told(saved.load())) == (0, (404, "not_found"))


def test_success_starts_the_fifty_again(saved, clock):
    for _ in range(9):
        guess(saved, 5)
        clock.shift(timedelta(minutes=16))
    saved.load()
    for _ in range(2):
        guess(saved, 5)
        clock.shift(timedelta(minutes=16))
    assert row().failures == 10


def test_save_with_the_same_key_keeps_the_count_and_with_a_new_one_starts_it_again(saved):
    guess(saved, 3)
    saved.save(version=1)
    assert row().failures == 3
    saved.save(version=2, auth_key=b"n" * 32)
    assert row().failures == 0


def test_new_pin_replaces_the_old_one(saved):
    saved.save(version=1, auth_key=b"n" * 32)
    assert (told(saved.load()), saved.load(b"n" * 32).status_code) == ((403, "sync_key_refused"), 200)


def test_each_reader_has_their_own_tries(saved):
    bob = Device("bob@example.org")
    bob.save()
    guess(saved, 5)
    assert (told(saved.load()), bob.load().status_code) == ((429, "rate_limited"), 200)


def test_other_pepper_is_gone_whatever_the_key_and_is_not_counted(saved, settings):
    settings.PORTFOLIO_SYNC_PEPPER = OTHER_PEPPER
    found = [saved.load(key) for key in [None, WRONG_KEY, AUTH_KEY] * 4]
    assert [told(each) for each in found] == [(410, "gone")] * 12
    assert (found[0].json()["version"], row().failures) == (1, 0)
    status = saved.status().json()
    assert (status["exists"], status["version"], status["kdf"]) == (True, 1, None)
    assert StaffNotice.objects.count() == 0


def test_dead_copy_is_removed_or_replaced(saved, settings):
    settings.PORTFOLIO_SYNC_PEPPER = OTHER_PEPPER
    assert saved.save(envelope(b"again"), version=1).json()["version"] == 2
    assert saved.load().json()["blob"] == b64(envelope(b"again"))
    settings.PORTFOLIO_SYNC_PEPPER = PEPPER
    assert told(saved.load()) == (410, "gone")
    assert saved.remove("?version=2").json() == {"removed": True}


def test_pepper_in_another_notation_is_the_same_pepper(saved, settings):
    settings.PORTFOLIO_SYNC_PEPPER = b64(bytes(range(32)))
    assert saved.load().status_code == 200


def test_copy_without_fingerprint_is_tried_and_marked(saved):
    PortfolioSync.objects.update(pepper_fp=None)
    assert saved.status().json()["kdf"] is not None
    assert row().pepper_fp is None
    assert saved.load().status_code == 200
    assert bytes(row().pepper_fp) == fingerprint(parse_pepper(PEPPER))


def test_copy_without_fingerprint_of_another_pepper_is_damaged_not_marked(saved):
    stored = encrypt(envelope(), saved.user_id, OTHER_PEPPER)
    PortfolioSync.objects.update(pepper_fp=None, blob=stored)
    assert told(saved.load()) == (500, "damaged")
    assert row().pepper_fp is None


def test_older_copy_without_verifier_is_served_and_gets_one_at_its_next_save(saved):
    PortfolioSync.objects.update(verifier=None)
    assert [saved.load(key).status_code for key in (None, WRONG_KEY)] == [200, 200]
    saved.save(version=1)
    assert (told(saved.load(WRONG_KEY)), saved.load().status_code) == ((403, "sync_key_refused"), 200)


def damage(stored: bytes, how: str, user_id: int) -> bytes:
    flipped = bytes([stored[20] ^ 1])
    return {
        "flipped": stored[:20] + flipped + stored[21:],
        "version": b"\x02" + stored[1:],
        "cut": stored[:-1],
        "short": stored[:10],
        "empty": b"",
        "another reader's": encrypt(envelope(), user_id + 1, PEPPER),
    }[how]


@pytest.mark.parametrize("how", ["flipped", "version", "cut", "short", "empty", "another reader's"])
def test_damage_is_reported_to_staff_and_the_row_stays(saved, how, caplog):
    broken = damage(bytes(row().blob), how, saved.user_id)
    PortfolioSync.objects.update(blob=broken)
    assert told(saved.load()) == (500, "damaged")
    assert bytes(row().blob) == broken
    notice = StaffNotice.objects.get(resolved_at=None)
    assert (notice.kind, notice.subject) == ("portfolio_sync", str(saved.user_id))
    lines = [record.getMessage() for record in caplog.records if "encrypted copy" in record.getMessage()]
    assert lines == [notice.text]
    assert told(saved.load()) == (500, "damaged")
    assert StaffNotice.objects.count() == 1
    assert (saved.status().json()["kdf"], saved.status().json()["exists"]) == (None, True)


def test_wrong_key_hides_whether_the_copy_is_damaged(saved):
    PortfolioSync.objects.update(blob=b"\x01" + bytes(40))
    assert told(saved.load(WRONG_KEY)) == (403, "sync_key_refused")


@pytest.mark.parametrize("mend", ["save", "remove"])
def test_notice_to_staff_closes_with_its_reason(saved, mend):
    PortfolioSync.objects.update(blob=b"broken")
    saved.load()
    if mend == "save":
        saved.save(version=1)
    else:
        saved.remove()
    assert StaffNotice.objects.filter(resolved_at=None).count() == 0


def calls(device: Device, what: str):
    return {"load": device.load, "save": lambda: device.post("{"), "remove": device.remove}[what]()


@pytest.mark.parametrize(
    ("what", "limit", "wait"), [("load", 10, 900), ("save", 30, 3600), ("remove", 5, 3600)]
)
def test_limits_hold_for_each_reader(device, clock, what, limit, wait):
    allowed = {calls(device, what).status_code for _ in range(limit)}
    refused = calls(device, what)
    assert 429 not in allowed
    assert (told(refused), refused["Retry-After"]) == ((429, "rate_limited"), str(wait))
    assert calls(Device("bob@example.org"), what).status_code in allowed
    assert device.status().status_code == 200
    clock.shift(timedelta(seconds=wait + 1))
    assert calls(device, what).status_code in allowed


def test_limit_holds_for_an_address_too():
    readers = [Device(f"r{number}@example.org") for number in range(6)]
    for reader in readers[:5]:
        assert {reader.remove().status_code for _ in range(5)} == {200}
    assert told(readers[5].remove()) == (429, "rate_limited")
    elsewhere = Device(client=Client(REMOTE_ADDR="198.51.100.7"))
    elsewhere.client.force_login(readers[5].reader)
    assert [elsewhere.remove().status_code for _ in range(5)] == [200] * 5  # failed calls were not counted


def test_status_counts_against_no_limit(saved):
    assert {saved.status().status_code for _ in range(60)} == {200}
    assert saved.load().status_code == 200
