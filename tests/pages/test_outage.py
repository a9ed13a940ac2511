"""A database that is away: the page as it was kept, with its age, or 503 that says when to come back."""

import contextlib
import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from briefing.core.web import outage_copies
from commentary.models import StrategicLog
from commentary.publishing import replacement
from tests.accounts.readers import signed_in
from tests.pages import edition, feed_reader

pytestmark = pytest.mark.django_db


def browser() -> Client:
    return Client(raise_request_exception=False)


@contextlib.contextmanager
def away() -> Iterator[list[str]]:
    """The statements that were refused."""
    refused: list[str] = []

    def refuse(execute: object, sql: str, *args: object) -> None:
        refused.append(sql)
        raise OperationalError("server closed the connection unexpectedly")

    with connection.execute_wrapper(refuse):
        yield refused


@pytest.fixture
def published() -> None:
    edition.whole(3)
    feed_reader.log(1, pk=1)


@pytest.mark.usefixtures("published")
@pytest.mark.parametrize(("path", "reads"), [("/", True), ("/", False), ("/log", True)])
@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "This is the page as it was last saved:"),
        ("it", "Questa è l’ultima versione salvata della pagina:"),
    ],
)
def test_page_is_copied_with_its_age(path, reads, lang, said):
    client = signed_in(browser()) if reads else browser()
    client.cookies["svc.lang"] = lang
    with time_machine.travel("2026-11-23T09:30:00Z", tick=False):
        before = client.get(path, headers={"accept-encoding": "identity"}).content.decode()
    with time_machine.travel("2026-11-23T10:00:00Z", tick=False), away() as refused:
        response = client.get(path, headers={"accept-encoding": "identity"})
    page = response.content.decode()
    note = re.search(r'<p class="kept" role="status">.*?</p>', page, flags=re.DOTALL)
    assert note is not None
    assert (response.status_code, said in note[0], 'datetime="2026-11-23T09:30:00Z"' in note[0]) == (
        200,
        True,
        True,
    )
    assert page.replace(note[0], "") == before
    assert (response["Cache-Control"], "Offline" in response, len(refused)) == ("no-store", reads, 1)


@pytest.mark.usefixtures("published")
def test_a_choice_of_texts_holds_from_the_moment_it_is_saved():
    client = signed_in(browser())
    client.get("/")
    form = {"lang": "en", "tone": "NOVICE", "texts": "rules", "style": "DRY", "digest_opt_in": "off",
            "digest_tone": "NOVICE"}  # fmt: skip
    assert client.post("/settings", form).status_code == 302
    with away():
        assert client.get("/").status_code == 503  # the copy that is kept has all texts


@pytest.mark.usefixtures("published")
def test_a_text_that_was_taken_back_is_in_no_copy():
    client = signed_in(browser())
    client.get("/log")
    text = StrategicLog.objects.get()
    assert replacement.withdraw(text, "claim", now=timezone.now())
    with away():
        assert client.get("/log").status_code == 503
    assert client.get("/log").status_code == 200
    with away():
        assert client.get("/log").status_code == 200


@pytest.mark.skipif(bool(settings.CACHE_URL), reason="with Redis all processes share a cache")
@pytest.mark.usefixtures("published")
def test_a_text_that_was_taken_back_is_not_shown_by_a_process_that_shares_no_cache():
    """Without Redis each process has a cache of its own; this one has served nothing since."""
    client = signed_in(browser())
    client.get("/log")
    assert replacement.withdraw(StrategicLog.objects.get(), "claim", now=timezone.now())
    cache.clear()  # what the admin's process wrote is not in this one's
    with away():
        assert client.get("/log").status_code == 503
    client.get("/log")
    with away():
        assert client.get("/log").status_code == 200


@pytest.mark.usefixtures("published")
def test_a_text_that_was_taken_back_is_in_no_copy_where_its_file_cannot_be_written():
    outage_copies.invalidate_before(timezone.now())
    client = signed_in(browser())
    client.get("/log")
    blocked = outage_copies.invalidation_file().with_suffix(".new")
    blocked.mkdir()
    try:
        assert replacement.withdraw(StrategicLog.objects.get(), "claim", now=timezone.now())
    finally:
        blocked.rmdir()
    with away():
        assert client.get("/log").status_code == 503


@pytest.mark.usefixtures("published")
def test_visitor_never_gets_the_readers_page():
    client = signed_in(browser())
    client.get("/")
    with away():
        assert browser().get("/").status_code == 503
        assert client.get("/").status_code == 200


@pytest.mark.usefixtures("published")
def test_pages_of_staff_are_not_copied():
    staff = signed_in(browser(), is_staff=True)
    staff.get("/")
    with away():
        assert staff.get("/").status_code == 503


@pytest.mark.usefixtures("published")
def test_pages_of_the_operators_token_are_not_copied(settings):
    """It sees readers' pages, and has no session that tells it from a visitor."""
    settings.SERVICE_TOKEN = "an-operators-token-of-forty-characters"
    token = browser()
    assert token.get("/", headers={"authorization": f"Bearer {settings.SERVICE_TOKEN}"}).status_code == 200
    with away():
        assert browser().get("/").status_code == 503


@pytest.mark.usefixtures("published")
@pytest.mark.parametrize("reads", [True, False])
def test_page_that_is_served_from_memory_outlives_an_emptied_cache(reads):
    """In this process, and for others once it was served again."""
    client = signed_in(browser()) if reads else browser()
    with time_machine.travel("2026-11-23T09:30:00Z", tick=False) as clock:
        client.get("/")
        cache.clear()
        with away():
            assert client.get("/").status_code == 200
        clock.shift(outage_copies.AGAIN_S)
        client.get("/")
        outage_copies.clear()  # as another process has none
        with away():
            page = client.get("/")
    assert (page.status_code, 'datetime="2026-11-23T09:30:00Z"' in page.content.decode()) == (200, True)


def test_copy_of_a_request_that_began_earlier_replaces_none():
    now = timezone.now()
    outage_copies.store("/", "newer", now)
    outage_copies.store("/", "older", now - timedelta(seconds=1))
    assert outage_copies.get("/") == "newer"


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/", "text/html"), ("/news", "text/html"), ("/log?month=2026-10", "text/html"),
     ("/api/news", "application/problem+json")],
)  # fmt: skip
def test_page_without_a_copy_is_503_with_retry_after(path, kind):
    client = signed_in(browser())
    with away():
        response = client.get(path)
    assert (response.status_code, response["Retry-After"]) == (503, "10")
    assert response["Content-Type"].startswith(kind)


def test_portfolio_stays_in_its_place():
    client = signed_in(browser())
    client.get("/settings")
    place = client.cookies["svc.place"].value
    with away():
        assert "svc.place" not in client.get("/").cookies
    assert client.cookies["svc.place"].value == place


def test_other_errors_stay_500():
    client = signed_in(browser())

    def break_down(*args: object) -> None:
        raise ValueError("a fault of ours")

    with connection.execute_wrapper(break_down):
        assert client.get("/").status_code == 500
