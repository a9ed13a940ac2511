"""Requests of a reader whose account is deleted while they run."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import pytest
from django.db import IntegrityError, connection, connections
from django.test import Client

from accounts.models import Acknowledgement, User
from portfolio.models import PortfolioSync
from tests.accounts.readers import signed_in
from tests.portfolio.copying import AUTH_KEY, PEPPER, b64, envelope

# Foreign keys are checked where a transaction ends.
pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]
SETTINGS = {"lang": "en", "tone": "NOVICE", "style": "DRY", "digest_opt_in": "off", "digest_tone": "NOVICE"}


def delete_everybody() -> None:
    User.objects.all().delete()
    connections.close_all()


@contextmanager
def deleted_once_read() -> Iterator[None]:
    """Deletes all accounts right after a session's reader is read, by a connection of its own."""
    statements: list[str] = []

    def execute(run: Any, statement: str, *rest: Any) -> Any:
        if statements and "FROM accounts_user reader" in statements.pop():
            other = Thread(target=delete_everybody)
            other.start()
            other.join()
        else:
            statements.append(statement)
        return run(statement, *rest)

    with connection.execute_wrapper(execute):
        yield


@pytest.fixture
def ada(settings) -> Client:
    settings.PORTFOLIO_SYNC_ENABLED, settings.PORTFOLIO_SYNC_PEPPER = True, PEPPER
    client = signed_in()
    client.get("/settings")  # the day's visit is stored, so that the next request reads the reader alone
    return client


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/settings", SETTINGS),
        ("/settings/tokens", {"name": "script"}),
        ("/settings/sign-out-everywhere", {}),
        ("/settings/passkeys/options", {}),
        ("/my-page", {"reset": "1"}),
    ],
)
def test_a_page_leads_to_the_sign_in(ada, path, form):
    with deleted_once_read():
        response = ada.post(path, form)
    assert (response.status_code, response["Location"], User.objects.count()) == (303, "/login", 0)
    assert ada.cookies["svc.session"].value == ""


def test_a_call_is_refused_as_a_strangers(ada):
    copy = {"blob": b64(envelope()), "auth_key": b64(AUTH_KEY), "version": 0}
    with deleted_once_read():
        response = ada.post("/api/portfolio/sync", json.dumps(copy), content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (401, "authentication_required")
    assert PortfolioSync.objects.count() == 0


def test_an_error_of_a_reader_who_is_there_stays_one(ada):
    Acknowledgement.objects.all().delete()
    ada.raise_request_exception = False
    with connection.execute_wrapper(refuse_acknowledgements):
        assert ada.post("/acknowledge", {"ack": "on", "ack_version": "1"}).status_code == 500


def refuse_acknowledgements(run: Any, statement: str, *rest: Any) -> Any:
    if statement.startswith("INSERT") and "acknowledgements" in statement:
        raise IntegrityError("refused by the test")
    return run(statement, *rest)
