"""A printed page has one address, and what anybody can mint without end is drawn and not kept."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from briefing.core.web import page_cache
from tests.cast import cast
from tests.pages import edition, feed_reader

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("noon"),
    # It counts what the process's own cache holds.
    pytest.mark.skipif(connection.vendor != "sqlite", reason="on SQLite and the cache of a process alone"),
]


@pytest.fixture
def reader() -> Client:
    with connection.cursor() as cursor:
        # Rows are numbered from 1, whatever tests before have stored.
        cursor.execute("DELETE FROM sqlite_sequence")
    readers = cast()
    edition.whole()
    feed_reader.log(1, pk=1)
    return readers.reader


@pytest.mark.parametrize(
    "other", ["01", "0000000001", "0", "+1", "1.0", "%31%20", "99999999999999999999999999"]
)
@pytest.mark.parametrize("path", ["/news/", "/log/"])
def test_number_of_a_page_has_one_spelling(reader, path, other):
    assert reader.get(f"{path}1").status_code == 200
    assert reader.get(f"{path}{other}").status_code == 404


@pytest.mark.parametrize("path", ["/settings/tokens/01/revoke", "/settings/passkeys/01/remove"])
def test_number_in_a_form_has_one_spelling(reader, path):
    assert reader.post(path).status_code == 404


def kept(reader: Client, paths: list[str]) -> int:
    """How many prints the shared cache has after these were asked for."""
    cache.clear()
    page_cache.clear()
    assert {reader.get(path).status_code for path in paths} <= {200, 302, 404}
    return sum(":printed." in key for key in cache._cache)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("path", "usual"),
    [
        ("/api/news?limit={}", 50), ("/api/news?include=EU&limit={}", 50), ("/api/news?lang=it&limit={}", 50),
        ("/api/logs?limit={}", 20), ("/api/logs?lang=it&limit={}", 20),
    ],
)  # fmt: skip
def test_lists_of_every_length_are_rendered_and_the_usual_one_is_cached(reader, path, usual):
    assert kept(reader, [path.format(length) for length in range(1, 31) if length != usual]) == 0
    assert kept(reader, [path.format(usual)] * 2) == 1


@pytest.mark.parametrize(
    "path",
    [
        "/?x={}", "/log?x={}", "/news?all&x={}", "/news/1?x={}", "/log/1?x={}", "/indicators/US10?x={}", "/methods?x={}",
        "/about?x={}", "/api/docs?x={}", "/?tone={}", "/log?tone={}", "/?lang={}", "/news?include={}",
        "/news?include=EU,{}", "/news?headlines={}", "/indicators/US10?range={}", "/news/{}0000", "/log/{}0000",
        "/edition/2025-11-{}", "/indicators/X{}", "/cards/indicator/US10/en.svg?v={}", "/cards/indicator/X{}/en.png",
        "/cards/edition/2025-11-{}/en.png",
    ],
)  # fmt: skip
def test_whatever_somebody_types_adds_no_page(reader, path):
    assert kept(reader, [path.format(number) for number in range(10, 30)]) <= 1
