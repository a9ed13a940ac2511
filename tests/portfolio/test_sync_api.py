"""The encrypted copy over HTTP: save, status, load, remove; access and refusals."""

import json

import pytest
from django.test import Client

from accounts.models import User
from briefing.core.models import StaffNotice
from portfolio.models import PortfolioSync
from portfolio.sync.encryption import decrypt, fingerprint, parse_pepper
from tests.accounts.readers import signed_in
from tests.portfolio.copying import AUTH_KEY, PATH, PEPPER, Device, b64, envelope, told

pytestmark = pytest.mark.django_db
CALLS = [("get", PATH), ("post", PATH), ("delete", PATH), ("get", f"{PATH}/status")]
TOKEN = "t" * 40


@pytest.fixture(autouse=True)
def _enabled(settings):
    settings.PORTFOLIO_SYNC_ENABLED, settings.PORTFOLIO_SYNC_PEPPER = True, PEPPER


@pytest.fixture
def device():
    return Device()


def test_nothing_is_there_at_first(device):
    status = {"exists": False, "updated_at": None, "bytes": 0, "version": 0, "kdf": None}
    assert (device.status().json(), told(device.load())) == (status, (404, "not_found"))


def test_copy_comes_back_as_it_was_saved(device, time_machine):
    time_machine.move_to("2026-11-21T09:00:00Z", tick=False)
    inner = envelope(b"abc")
    saved = device.save(inner)
    when = "2026-11-21T09:00:00Z"
    assert saved.json() == {"version": 1, "updated_at": when, "bytes": len(inner)}
    assert device.load().json() == {"blob": b64(inner), "version": 1, "updated_at": when}
    told_before = {
        "exists": True,
        "updated_at": when,
        "bytes": len(inner),
        "version": 1,
        "kdf": b64(inner[:28]),
    }
    assert device.status().json() == told_before


def test_only_wrapped_bytes_and_a_keyed_hash_are_stored(device):
    inner = envelope(b"plain")
    device.save(inner)
    row = PortfolioSync.objects.get()
    stored = bytes(row.blob)
    assert inner not in stored
    assert AUTH_KEY not in stored + bytes(row.verifier)
    assert decrypt(stored, device.user_id, PEPPER) == inner
    assert bytes(row.pepper_fp) == fingerprint(parse_pepper(PEPPER))


def test_each_save_replaces_the_version_that_it_names(device):
    versions = [device.save(version=version).json()["version"] for version in (0, 1, 2)]
    assert (versions, PortfolioSync.objects.count()) == ([1, 2, 3], 1)


@pytest.mark.parametrize(("stored", "named"), [(0, 1), (1, 0), (2, 1), (2, 3)])
def test_stale_version_is_refused_and_changes_nothing(device, stored, named):
    for version in range(stored):
        device.save(envelope(b"old"), version=version)
    refused = device.save(envelope(b"new"), version=named)
    assert (told(refused), refused.json()["version"]) == ((409, "conflict"), stored)
    assert [decrypt(bytes(row.blob), row.user_id, PEPPER) for row in PortfolioSync.objects.all()] == (
        [envelope(b"old")] if stored else []
    )


def test_readers_see_their_own_copy_only(device):
    bob = Device("bob@example.org")
    device.save(envelope(b"a"))
    assert told(bob.load()) == (404, "not_found")
    assert bob.remove().json() == {"removed": False}
    assert device.status().json()["exists"] is True


def test_removing_leaves_no_row_and_may_be_repeated(device):
    device.save()
    assert [device.remove().json()["removed"] for _ in range(2)] == [True, False]
    assert PortfolioSync.objects.count() == 0


def test_removing_a_named_version_spares_a_newer_one(device):
    device.save()
    device.save(version=1)
    refused = device.remove("?version=1")
    assert (told(refused), refused.json()["version"]) == ((409, "conflict"), 2)
    assert device.remove("?version=2").json() == {"removed": True}
    assert device.remove("?version=2").json() == {"removed": False}


@pytest.mark.parametrize("query", ["?version=0", "?version=x"])
def test_removing_a_nonsense_version_is_refused(device, query):
    device.save()
    assert told(device.remove(query)) == (400, "invalid_request")
    assert PortfolioSync.objects.count() == 1


def test_account_takes_its_copy_along(device):
    device.save()
    User.objects.all().delete()
    assert PortfolioSync.objects.count() == 0


@pytest.mark.parametrize(("method", "path"), CALLS)
def test_flag_off_hides_the_feature_from_everybody(settings, method, path):
    settings.PORTFOLIO_SYNC_ENABLED = False
    settings.SERVICE_TOKEN = TOKEN
    assert told(getattr(Client(), method)(path)) == (404, "feature_disabled")
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    assert told(getattr(Client(), method)(path, headers=bearer)) == (404, "feature_disabled")


@pytest.mark.parametrize(("method", "path"), CALLS)
def test_visitors_must_sign_in(method, path):
    assert told(getattr(Client(), method)(path)) == (401, "authentication_required")


@pytest.mark.parametrize(("method", "path"), CALLS)
def test_free_tier_must_pay_when_there_are_subscriptions(settings, device, method, path):
    settings.SUBSCRIPTIONS_ENABLED = True
    settings.PORTFOLIO_SYNC_PEPPER = ""  # paid access is checked before the service's configuration
    assert told(getattr(device.client, method)(path)) == (402, "payment_required")


def test_paid_tier_is_let_in(settings):
    settings.SUBSCRIPTIONS_ENABLED = True
    assert Device(tier="paid").save().status_code == 200


@pytest.mark.parametrize(("method", "path"), CALLS)
def test_operators_token_has_no_copy(settings, method, path):
    settings.SERVICE_TOKEN = TOKEN
    found = getattr(Client(), method)(path, headers={"Authorization": f"Bearer {TOKEN}"})
    assert told(found) == (403, "user_required")


@pytest.mark.parametrize("pepper", ["", "00" * 31, "no pepper at all, but long enough to be one!!"])
@pytest.mark.parametrize(("method", "path"), CALLS)
def test_without_a_usable_pepper_nothing_works(settings, device, pepper, method, path):
    settings.PORTFOLIO_SYNC_PEPPER = pepper
    assert told(getattr(device.client, method)(path)) == (503, "unavailable")


def test_writing_needs_the_forms_token():
    device = Device(client=signed_in(Client(enforce_csrf_checks=True)))
    assert (told(device.save()), told(device.remove())) == ((403, "forbidden"), (403, "forbidden"))
    assert device.status().status_code == 200
    assert PortfolioSync.objects.count() == 0


@pytest.mark.parametrize("method", ["put", "patch", "head", "options"])
def test_other_methods_are_refused(device, method):
    assert getattr(device.client, method)(PATH).status_code == 405


def test_every_answer_stays_out_of_caches(device, settings):
    answers = [device.save(), device.save(), device.load(), device.load(b"x" * 32), device.status(), device.post("{"),
               device.client.put(PATH), device.remove(), device.load(), Client().get(PATH)]  # fmt: skip
    settings.PORTFOLIO_SYNC_ENABLED = False
    answers.append(device.status())
    assert [answer.status_code for answer in answers] == [
        200,
        409,
        200,
        403,
        200,
        400,
        405,
        200,
        404,
        401,
        404,
    ]
    assert [answer for answer in answers if "no-store" not in answer.get("Cache-Control", "")] == []


GOOD = {"blob": b64(envelope()), "auth_key": b64(AUTH_KEY), "version": 0}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("blob", "not base64!"), ("blob", b64(envelope())[:-1]), ("blob", b64(envelope()) + "\n"), ("blob", ""),
        ("blob", None), ("blob", 5), ("blob", "é"), ("blob", b64(envelope()[:-1])), ("blob", b64(envelope()[:40])),
        ("blob", b64(envelope(magic=b"PFS2"))), ("blob", b64(envelope(kdf=2))), ("blob", b64(envelope(cipher=2))),
        ("blob", b64(envelope(flags=1))), ("blob", b64(envelope(iterations=599_999))),
        ("blob", b64(envelope(iterations=5_000_001))), ("blob", b64(envelope(blocks=256))),
        ("auth_key", "%%%"), ("auth_key", ""), ("auth_key", b64(b"k" * 31)), ("auth_key", b64(b"k" * 33)),
        ("auth_key", None), ("version", -1), ("version", "0"), ("version", 1.5), ("version", None), ("version", True),
        ("version", 2**31), ("extra", 1),
    ],
)  # fmt: skip
def test_bodies_that_do_not_fit_are_named_and_not_stored(device, field, value):
    refused = device.post(GOOD | {field: value})
    assert told(refused) == (400, "invalid_request")
    assert [error["field"] for error in refused.json()["errors"]] == [field]
    assert PortfolioSync.objects.count() == 0


@pytest.mark.parametrize("missing", list(GOOD))
def test_every_field_is_needed(device, missing):
    assert told(device.post({name: GOOD[name] for name in GOOD if name != missing})) == (
        400,
        "invalid_request",
    )


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b'"x"', b"\xff\xfe", b"[" * 100_000])
def test_bodies_that_are_no_object_are_refused(device, raw):
    assert told(device.post(raw)) == (400, "invalid_request")


def test_largest_envelope_fits(device):
    assert device.save(envelope(blocks=255)).json()["bytes"] == 56 + 255 * 1024


def test_body_of_more_than_512_kib_is_refused(device):
    exact = json.dumps(GOOD).ljust(512 * 1024)
    assert told(device.post(exact + " ")) == (413, "too_large")
    assert device.post(exact).status_code == 200


def test_refusals_never_repeat_what_was_sent(device):
    secret = b64(b"a holding that nobody may read" * 10)
    refused = device.post(GOOD | {"blob": secret})
    assert secret not in refused.content.decode()
    assert StaffNotice.objects.count() == 0
