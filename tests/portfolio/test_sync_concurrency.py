"""Concurrent devices: one save wins, the other gets a conflict; concurrent guesses are all counted."""

import threading
from collections import Counter
from collections.abc import Callable

import pytest
from django.db import connections
from django.http import HttpResponse
from django.test import Client

from portfolio.models import PortfolioSync
from portfolio.sync.encryption import decrypt
from tests.portfolio.copying import PEPPER, WRONG_KEY, Device, envelope

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]
DEVICES = 12


@pytest.fixture(autouse=True)
def _enabled(settings):
    settings.PORTFOLIO_SYNC_ENABLED, settings.PORTFOLIO_SYNC_PEPPER = True, PEPPER


@pytest.fixture
def first():
    return Device()


def at_once(first: Device, act: Callable[[Device, int], HttpResponse]) -> list[HttpResponse]:
    """Responses to concurrent requests of several devices of one reader."""
    answers: list[HttpResponse] = []
    together = threading.Barrier(DEVICES)

    def ask(number: int) -> None:
        client = Client(REMOTE_ADDR=f"198.51.100.{number}")
        client.cookies.update(first.client.cookies)
        together.wait()
        answers.append(act(Device(client=client), number))
        connections.close_all()

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(DEVICES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == DEVICES
    return answers


def statuses(answers: list[HttpResponse]) -> Counter[int]:
    return Counter(answer.status_code for answer in answers)


@pytest.mark.parametrize("version", [0, 1])
def test_one_of_many_saves_wins_and_is_what_is_stored(first, version):
    if version:
        first.save()
    answers = at_once(first, lambda device, number: device.save(envelope(b"%02d" % number), version=version))
    assert statuses(answers) == {200: 1, 409: DEVICES - 1}
    assert {answer.json()["version"] for answer in answers} == {version + 1}
    row = PortfolioSync.objects.get()
    winner = decrypt(bytes(row.blob), row.user_id, PEPPER)
    assert (row.version, winner in [envelope(b"%02d" % number) for number in range(DEVICES)]) == (
        version + 1,
        True,
    )


def test_guesses_at_the_same_moment_are_five(first):
    first.save()
    answers = at_once(first, lambda device, number: device.load(WRONG_KEY))
    assert (statuses(answers)[403], PortfolioSync.objects.get().failures) == (5, 5)
    assert statuses(answers) == {403: 5, 429: DEVICES - 5}


def test_downloads_at_the_same_moment_are_ten(first):
    PortfolioSync.objects.all().delete()
    assert statuses(at_once(first, lambda device, number: device.load())) == {404: 10, 429: DEVICES - 10}
