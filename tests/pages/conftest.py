"""What the tests of the pages share: the hour of the edition, and a subscriber who reads the private feeds."""

from collections.abc import Callable, Iterator

import pytest
import time_machine
from django.conf import settings
from django.http import HttpResponse
from django.utils import timezone

from accounts.models import User
from briefing.core.web import cache_versions
from indicators.models import Quote
from tests.cast import Cast, cast
from tests.pages import edition, feed_reader
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


@pytest.fixture
def readers() -> Cast:
    """The four, of three home markets, over a whole edition with something that only staff are shown."""
    everybody = cast()
    for email, anchor in (("reader", "EU"), ("subscriber", "ASIA"), ("staff", "EU")):
        User.objects.filter(email=f"{email}@example.org").update(settings_json={"anchor": anchor})
    edition.whole()
    feed_reader.log(1, pk=1)
    Quote.objects.filter(symbol="TREASURY:10Y").update(error="It does not answer.", error_at=timezone.now())
    cache_versions.invalidate("figures")
    for name in ("reader", "subscriber", "staff"):
        client = getattr(everybody, name)
        # The day's first visit, and the cookie of the place; a redirect costs no rendering.
        client.get("/login")
        client.cookies[settings.CSRF_COOKIE_NAME] = name.ljust(32, "x")  # as after a form
    return everybody


@pytest.fixture
def page(client):
    """page("?tone=…", lang="it") gives the front page's HTML."""

    def get(query: str = "", lang: str = "en") -> str:
        client.cookies["svc.lang"] = lang
        response = client.get(f"/{query}")
        assert response.status_code == 200
        return response.content.decode()

    return get
