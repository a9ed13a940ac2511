"""What the tests of the pages share: the hour of the edition, and a subscriber who reads the private feeds."""

from collections.abc import Callable, Iterator

import pytest
import time_machine
from django.http import HttpResponse

from accounts.models import User
from tests.pages import edition
from tests.pages.feed_reader import asking, subscriber


@pytest.fixture
def noon() -> Iterator[None]:
    with time_machine.travel(edition.NOW, tick=False):
        yield


@pytest.fixture
def ada() -> User:
    return subscriber()


@pytest.fixture
def get(ada: User) -> Callable[..., HttpResponse]:
    return asking(ada)
