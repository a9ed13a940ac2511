"""One code, many concurrent requests, from different client addresses."""

import threading

import pytest
from django.db import connections
from django.test import Client

from accounts import feed_links
from accounts.models import FeedLink, SignInChallenge, User
from accounts.passkeys.models import Passkey
from tests.accounts.authenticator import Authenticator
from tests.accounts.browser import Browser, wrong
from tests.accounts.passkeys import ORIGIN, KeyHolder
from tests.accounts.readers import reader

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]
PARALLEL = 50


def type_in_parallel(cookie: str, code: str) -> list[Client]:
    clients: list[Client] = []
    statuses: list[int] = []
    together = threading.Barrier(PARALLEL)

    def type_it(number: int) -> None:
        client = Client(REMOTE_ADDR=f"198.51.100.{number}")
        client.cookies["svc.verify"] = cookie
        together.wait()
        statuses.append(client.post("/verify", {"code": code}).status_code)
        clients.append(client)
        connections.close_all()

    threads = [threading.Thread(target=type_it, args=(number,)) for number in range(PARALLEL)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(set(statuses)) in ([302, 400], [400])
    return clients


def sessions(clients: list[Client]) -> int:
    return sum("svc.session" in client.cookies for client in clients)


def test_right_code_makes_one_session_and_one_user():
    browser = Browser()
    browser.ask()
    clients = type_in_parallel(browser.client.cookies["svc.verify"].value, browser.code())
    assert (sessions(clients), User.objects.count()) == (1, 1)


def test_wrong_codes_count_five():
    browser = Browser()
    browser.ask()
    code = browser.code()
    clients = type_in_parallel(browser.client.cookies["svc.verify"].value, wrong(code))
    assert (sessions(clients), SignInChallenge.objects.get().attempts) == (0, 5)
    assert browser.type(code).status_code == 400


def test_new_feed_links_at_once_leave_one_that_works():
    ada, broken = reader(), []

    def renew() -> None:
        try:
            feed_links.renew(ada)
        except Exception as error:
            broken.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=renew) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (broken, FeedLink.objects.count()) == ([], 1)
    assert feed_links.holder(feed_links.token_of(ada)) == ada


def at_once(posts: list[tuple[Client, str, dict[str, str]]]) -> list[int]:
    """Sends each (whose cookies, path, form) in a thread, all at the same time."""
    statuses: list[int] = []
    together = threading.Barrier(len(posts))

    def send(owner: Client, path: str, form: dict[str, str]) -> None:
        client = Client()
        client.cookies.load({name: morsel.value for name, morsel in owner.cookies.items()})
        together.wait()
        statuses.append(client.post(path, form).status_code)
        connections.close_all()

    threads = [threading.Thread(target=send, args=post) for post in posts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return statuses


def test_one_answer_sent_ten_times_at_once_counts_once(settings):
    settings.BASE_URL = ORIGIN
    ada = KeyHolder()
    ada.sign_in()
    ada.add()
    answer = ada.answer()
    assert sorted(at_once([(ada.client, "/confirm", {"credential": answer})] * 10)) == [302] + [400] * 9
    key = Passkey.objects.get()
    assert (key.sign_count, key.refused_at) == (2, None)


def test_two_removals_at_once_leave_staff_a_passkey(settings):
    settings.BASE_URL = ORIGIN
    ada = KeyHolder()
    ada.sign_in()
    ada.add()
    ada.add("Second", Authenticator(ORIGIN))
    User.objects.update(is_staff=True)
    Passkey.objects.update(opens_admin=True)
    settings.STAFF_PASSKEY_REQUIRED = True
    ada.confirm()
    at_once([(ada.client, f"/settings/passkeys/{key.pk}/remove", {}) for key in Passkey.objects.all()])
    assert Passkey.objects.for_admin().count() == 1
