"""A look-alike address never opens another account (in PostgreSQL `ı` in upper case is `I`)."""

import json

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection

from accounts import data
from accounts.models import SignInChallenge, User
from briefing.core.models import LimitWindow
from tests.accounts.browser import Browser, deliver_mail
from tests.billing.signing import BARE_SECRET, polar_subscription, send2

pytestmark = pytest.mark.django_db
VICTIM, LOOK_ALIKE = "victim@invest.example.org", "victim@ınvest.example.org"
only_postgresql = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="SQLite changes the case of ASCII letters alone"
)


@pytest.fixture
def victim() -> User:
    return User.objects.create(email=VICTIM, is_staff=True)


def whose(browser: Browser) -> str:
    return str(json.loads(browser.get("/settings/export").content)["account"]["email"])


@only_postgresql
def test_database_still_takes_the_two_for_one(victim):
    """The premise: a case-insensitive comparison in the database finds the victim by the look-alike."""
    assert User.objects.filter(email__iexact=LOOK_ALIKE).get() == victim


@pytest.mark.parametrize(
    "typed", [LOOK_ALIKE, "victim@xn--nvest-m4a.example.org", "VICTIM@ıNVEST.EXAMPLE.ORG"]
)
def test_code_for_a_look_alike_opens_another_account(victim, typed):
    stranger = Browser()
    assert stranger.sign_in(typed).status_code == 302
    assert mail.outbox[-1].to[0].lower() == "victim@xn--nvest-m4a.example.org"
    assert whose(stranger).lower() == "victim@xn--nvest-m4a.example.org"
    assert stranger.get("/admin/").status_code == 302
    assert User.objects.count() == 2


def test_look_alike_before_the_at_is_refused_in_plain_words(victim):
    for typed in (
        "vıctim@invest.example.org",
        "V\u0130ctim@invest.example.org",
        "v\u0456ctim@invest.example.org",
    ):
        response = Browser().ask(typed)
        assert response.status_code == 400
        assert "may have letters from a to z without accents" in response.content.decode()
    deliver_mail()
    assert (SignInChallenge.objects.count(), mail.outbox) == (0, [])


def test_code_goes_to_the_accounts_own_address(victim):
    Browser().ask("VICTIM@INVEST.example.org")
    deliver_mail()
    assert mail.outbox[-1].to == [VICTIM]


def test_full_width_letters_are_the_readers_own_account(victim):
    owner = Browser()
    owner.sign_in("victim@ｉｎｖｅｓｔ.example.org")
    assert mail.outbox[-1].to == [VICTIM]
    assert whose(owner) == VICTIM


def test_limits_count_what_is_one_address_together():
    for number, typed in enumerate(("a@bücher.example", "A@BÜCHER.example", "a@xn--bcher-kva.example") * 6):
        Browser(address=f"198.51.100.{number}").ask(typed)
    deliver_mail()
    assert len(mail.outbox) == 15
    assert LimitWindow.objects.filter(scope="codes-address").count() == 1


@pytest.mark.parametrize("command", ["export_user", "show_status", "grant_staff", "delete_user"])
def test_commands_do_not_find_a_reader_by_a_look_alike(victim, command):
    with pytest.raises(CommandError, match="There is no account"):
        call_command(command, LOOK_ALIKE)


def test_payment_is_not_matched_by_a_look_alike(victim, settings):
    settings.SUBSCRIPTIONS_ENABLED = True
    settings.BILLING2_WEBHOOK_SECRET = f"whsec_{BARE_SECRET}"
    send2("subscription.active", polar_subscription(customer={"email": LOOK_ALIKE}))
    send2("subscription.active", polar_subscription(customer={"email": "victim@xn--nvest-m4a.example.org"}))
    assert User.objects.get().tier == "free"


def test_deletion_of_a_look_alike_leaves_the_others_sign_in(victim):
    Browser(address="198.51.100.2").ask(VICTIM)
    look_alike = User.objects.create(email=LOOK_ALIKE)
    Browser().ask(LOOK_ALIKE)
    data.delete(look_alike)
    assert SignInChallenge.objects.get().email == VICTIM


def test_deletion_is_not_confirmed_by_a_look_alike(victim):
    owner = Browser()
    owner.sign_in(VICTIM)
    assert owner.post("/settings/delete", {"confirm": LOOK_ALIKE}).status_code == 400
    assert owner.post("/settings/delete", {"confirm": VICTIM.upper()}).status_code == 200


@pytest.mark.parametrize(
    ("path", "typed", "found"),
    [("accounts/user", LOOK_ALIKE, False), ("accounts/user", "ınvest", False), ("accounts/user", VICTIM, True),
     ("briefing/emailsend", LOOK_ALIKE, False), ("briefing/emailsend", VICTIM.upper(), True)],
)  # fmt: skip
def test_staff_do_not_find_a_reader_by_a_look_alike(victim, path, typed, found):
    staff = Browser()
    staff.sign_in(VICTIM)
    page = staff.get(f"/admin/{path}/", data={"q": typed}).content.decode()
    assert ("1 reader" in page or "1 e-mail sent" in page) == found


def test_staff_find_an_international_domain_as_it_is_written(victim):
    User.objects.create(email="ada@bücher.example")
    staff = Browser()
    staff.sign_in(VICTIM)
    page = staff.get("/admin/accounts/user/", data={"q": "ada@BÜCHER.example"}).content.decode()
    assert "ada@xn--bcher-kva.example" in page


@only_postgresql
def test_account_that_only_the_database_takes_for_the_same_is_not_opened():
    """The account's address must equal the requested one, also under a loose collation."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level1', deterministic = false)"
        )
        # Django's index for LIKE does not support such a collation.
        cursor.execute(
            "SELECT indexname FROM pg_indexes WHERE indexname LIKE 'accounts_user_normalised_email%like'"
        )
        for (name,) in cursor.fetchall():
            cursor.execute(f'DROP INDEX "{name}"')
        cursor.execute("ALTER TABLE accounts_user ALTER normalised_email TYPE varchar(254) COLLATE loose")
        User.objects.create(email=VICTIM)
        cursor.execute("UPDATE accounts_user SET normalised_email = 'víctim@invest.example.org'")
    browser = Browser()
    assert browser.sign_in(VICTIM).status_code == 400
    assert not browser.signed_in


def test_every_way_of_making_an_account_keeps_its_normal_form():
    User.objects.create(email="One@EXAMPLE.org")
    User.objects.bulk_create([User(email="Two@EXAMPLE.org")])
    User.objects.get_or_create(email="Three@example.org")
    User.objects.filter(email="Three@example.org").update(email="Four@EXAMPLE.org")
    user = User.objects.get(email="One@example.org")
    user.email = "Five@bücher.example"
    user.save(update_fields=["email"])
    assert sorted(User.objects.values_list("email", "normalised_email")) == [
        ("Five@xn--bcher-kva.example", "five@xn--bcher-kva.example"),
        ("Four@example.org", "four@example.org"), ("Two@example.org", "two@example.org"),
    ]  # fmt: skip
