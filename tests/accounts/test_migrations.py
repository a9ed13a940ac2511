"""Accounts from before normalisation are filled if certain, and reported if not; all get a browser key."""

from typing import Any

import pytest
from django.core.management import CommandError

from accounts.models import User
from tests import migrating
from tests.migrating import newest_afterwards  # noqa: F401

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("newest_afterwards")]


@pytest.fixture
def before() -> Any:
    return migrating.to("accounts", "0003_feed_link")


def after() -> Any:
    return migrating.to("accounts", "0004_normalised_email")


def add(apps: Any, *emails: str) -> list[int]:
    User = apps.get_model("accounts", "User")
    return [User.objects.create(email=email).pk for email in emails]


def test_column_is_filled_and_the_address_keeps_its_spelling(before):
    add(before, "Ada@example.org", "grace@Example.ORG", "joan@bücher.example")
    users = after().get_model("accounts", "User")
    assert list(users.objects.order_by("pk").values_list("email", "normalised_email")) == [
        ("Ada@example.org", "ada@example.org"),
        ("grace@example.org", "grace@example.org"),
        ("joan@xn--bcher-kva.example", "joan@xn--bcher-kva.example"),
    ]


def test_way_back_keeps_the_readers(before):
    add(before, "Ada@example.org", "grace@example.org")
    after()
    users = migrating.to("accounts", "0003_feed_link").get_model("accounts", "User")
    assert sorted(users.objects.values_list("email", flat=True)) == ["Ada@example.org", "grace@example.org"]
    after()


def test_collisions_are_named_by_id_and_nothing_changes(before):
    first, second, third = add(before, "ada@bücher.example", "ada@xn--bcher-kva.example", "Grace@example.org")
    with pytest.raises(CommandError) as refused:
        after()
    text = str(refused.value)
    assert f"Readers {first}, {second} have one and the same address." in text
    assert "manage.py delete_user" in text
    assert not any(word in text for word in ("ada@", "cher", "Grace", str(third) + " have"))
    users = before.get_model("accounts", "User")
    assert sorted(users.objects.values_list("email", flat=True))[0] == "Grace@example.org"


ODD = (
    "vıctim@example.org",  # the old form accepted ı and İ, since its validator ignored case
    "İda@example.org",
    "ada@[127.0.0.1]",
    "ada@straße.example",  # messages went to strasse.example
    "ada@βόλος.example",
    "ada@☃.example",
    '"ada"@example.org',
)


def test_what_has_no_certain_form_is_named(before):
    _fine, *odd = add(before, "grace@example.org", *ODD)
    named = ", ".join(map(str, odd))
    with pytest.raises(CommandError, match=f"The address of reader {named} has no certain normal form"):
        after()


def test_pending_sign_ins_continue_or_must_start_again(before):
    challenges = before.get_model("accounts", "SignInChallenge")
    challenges.objects.create(id="one", email="Ada@Example.org", language="en")
    challenges.objects.create(id="two", email="vıctim@example.org", language="en")
    challenges = after().get_model("accounts", "SignInChallenge")
    assert list(challenges.objects.values_list("id", "normalised_email")) == [("one", "ada@example.org")]


def test_each_account_gets_a_browser_key_of_its_own(before):
    add(before, *(f"r{number}@example.org" for number in range(1203)))
    migrating.to_newest()
    keys = User.objects.values_list("browser_key", flat=True)
    assert (len(set(keys)), {len(key) for key in keys}) == (1203, {22})
