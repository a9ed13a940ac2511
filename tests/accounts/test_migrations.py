"""Accounts from before normalisation are filled if certain, and reported if not."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.management import CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE, AFTER = ("accounts", "0003_feed_link"), ("accounts", "0004_normalised_email")
State = Callable[[tuple[str, str]], Any]


@pytest.fixture
def migrated() -> Iterator[State]:
    """Returns a function that migrates to a target and returns its historical models."""
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()

    def migrate(place: tuple[str, str]) -> Any:
        MigrationExecutor(connection).migrate([place])
        return MigrationExecutor(connection).loader.project_state([place]).apps

    yield migrate
    MigrationExecutor(connection).loader.check_consistent_history(connection)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM accounts_user")
    MigrationExecutor(connection).migrate(newest)


@pytest.fixture
def before(migrated) -> Any:
    return migrated(BEFORE)


def add(apps: Any, *emails: str) -> list[int]:
    User = apps.get_model("accounts", "User")
    return [User.objects.create(email=email).pk for email in emails]


def test_column_is_filled_and_the_address_keeps_its_spelling(before, migrated):
    add(before, "Ada@example.org", "grace@Example.ORG", "joan@bücher.example")
    users = migrated(AFTER).get_model("accounts", "User")
    assert list(users.objects.order_by("pk").values_list("email", "normalised_email")) == [
        ("Ada@example.org", "ada@example.org"),
        ("grace@example.org", "grace@example.org"),
        ("joan@xn--bcher-kva.example", "joan@xn--bcher-kva.example"),
    ]


def test_way_back_keeps_the_readers(before, migrated):
    add(before, "Ada@example.org", "grace@example.org")
    migrated(AFTER)
    users = migrated(BEFORE).get_model("accounts", "User")
    assert sorted(users.objects.values_list("email", flat=True)) == ["Ada@example.org", "grace@example.org"]
    migrated(AFTER)


def test_collisions_are_named_by_id_and_nothing_changes(before, migrated):
    first, second, third = add(before, "ada@bücher.example", "ada@xn--bcher-kva.example", "Grace@example.org")
    with pytest.raises(CommandError) as refused:
        migrated(AFTER)
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


def test_what_has_no_certain_form_is_named(before, migrated):
    _fine, *odd = add(before, "grace@example.org", *ODD)
    named = ", ".join(map(str, odd))
    with pytest.raises(CommandError, match=f"The address of reader {named} has no certain normal form"):
        migrated(AFTER)


def test_pending_sign_ins_continue_or_must_start_again(before, migrated):
    challenges = before.get_model("accounts", "SignInChallenge")
    challenges.objects.create(id="one", email="Ada@Example.org", language="en")
    challenges.objects.create(id="two", email="vıctim@example.org", language="en")
    challenges = migrated(AFTER).get_model("accounts", "SignInChallenge")
    assert list(challenges.objects.values_list("id", "normalised_email")) == [("one", "ada@example.org")]
