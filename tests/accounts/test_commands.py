"""The operator's commands for readers."""

import json
import threading
from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connections
from django.utils import timezone

from accounts import credit
from accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return User.objects.create(email="ada@example.org")


def run(*arguments: object, **options: object) -> str:
    out = StringIO()
    call_command(*map(str, arguments), stdout=out, **options)
    return out.getvalue()


def test_second_grant_adds_to_the_first(ada):
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False):
        assert run("grant_credit", "ADA@example.org", "--days", 30) == "Credit until 2026-12-21 12:00 UTC.\n"
        assert run("grant_credit", "ada@example.org", "--days", 30) == "Credit until 2027-01-20 12:00 UTC.\n"


def test_grant_after_an_expired_credit_starts_now(ada):
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False):
        User.objects.update(credit_until=timezone.now() - timedelta(days=90))
        run("grant_credit", ada.email, "--days", 1)
        assert User.objects.get().credit_until == timezone.now() + timedelta(days=1)


@pytest.mark.parametrize("days", [0, -5, 99999])
def test_grant_of_an_impossible_time_is_refused(ada, days):
    with pytest.raises(CommandError, match="between 1 and 3660"):
        run("grant_credit", ada.email, f"--days={days}")


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_grants_at_once_add_up():
    ada = User.objects.create(email="ada@example.org")
    before = timezone.now()

    def grant() -> None:
        credit.grant(ada.pk, days=10)
        connections.close_all()

    threads = [threading.Thread(target=grant) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    ada.refresh_from_db()
    assert round((ada.credit_until - before) / timedelta(days=1), 2) == 60


def test_revoke_takes_the_credit_away(ada):
    run("grant_credit", ada.email, "--days", 3)
    assert run("revoke_credit", ada.email) == "Credit removed.\n"
    assert run("revoke_credit", ada.email) == "There was no credit.\n"


def test_status_as_json(settings, ada):
    settings.SUBSCRIPTIONS_ENABLED = True
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False):
        run("grant_credit", ada.email, "--days", 2)
        assert json.loads(run("show_status", ada.email, "--json")) == {
            "email": "ada@example.org", "tier": "free", "active": True, "source": "credit",
            "expires_at": "2026-11-23T12:00:00Z", "days_remaining": 2, "billing_customer_id": None,
            "billing_subscription_id": None, "billing_trial_end_at": None, "billing2_customer_id": None,
            "billing2_subscription_id": None, "referral_code": None, "lang": "en",
        }  # fmt: skip


def test_status_as_text(ada):
    assert "subscriptions_disabled" in run("show_status", ada.email)


@pytest.mark.parametrize(("options", "role"), [([], "support"), (["--role", "admin"], "admin")])
def test_staff_has_a_role_and_the_least_by_default(ada, options, role):
    assert f"staff with the role {role}" in run("grant_staff", ada.email, *options)
    assert User.objects.get().staff_role == role


def test_staff_is_given_and_taken(ada):
    run("grant_staff", ada.email, "--role", "admin")
    assert User.objects.get().is_staff
    run("grant_staff", ada.email, "--revoke")
    user = User.objects.get()
    assert (user.is_staff, user.staff_role) == (False, "support")


def test_export_is_json(ada):
    assert json.loads(run("export_user", ada.email))["account"]["email"] == "ada@example.org"


def test_delete_removes_the_account(ada):
    assert run("delete_user", ada.email, "--yes") == "ada@example.org is deleted.\n"
    assert User.objects.count() == 0


@pytest.mark.parametrize(
    "command",
    [
        "grant_credit --days=1",
        "revoke_credit",
        "show_status",
        "grant_staff",
        "export_user",
        "delete_user --yes",
    ],
)
def test_unknown_address_is_one_clear_line(command):
    name, *options = command.split()
    with pytest.raises(CommandError, match=r"^There is no account with the address nobody@example.org\.$"):
        run(name, "nobody@example.org", *options)
