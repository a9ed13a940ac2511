"""Concurrent fetching: every feed gets a response, with few requests per host."""

import contextlib
import os
import threading
import time
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from news.feeds import pool
from news.feeds.fetch import FeedRequest, FetchOutcome
from tests.news.conftest import rss
from tests.news.hostile_feeds import SHAPES


class Door:
    """Counts concurrent requests."""

    def __init__(self, pause_s: float = 0.05) -> None:
        self.lock, self.inside, self.most, self.pause_s = threading.Lock(), 0, 0, pause_s

    def __call__(self, request: Request) -> Response:
        with self.lock:
            self.inside += 1
            self.most = max(self.most, self.inside)
        time.sleep(self.pause_s)
        with self.lock:
            self.inside -= 1
        return Response(rss(request.path))


@pytest.fixture
def publisher(settings):
    """A server that handles requests concurrently."""
    with HTTPServer(host="127.0.0.1", threaded=True) as server:
        settings.OUTBOUND_ALLOWED_HOSTS = [f"127.0.0.1:{server.port}", f"localhost:{server.port}"]
        yield server


def ask(publisher, count: int, per_host: int) -> tuple[Door, list]:
    door = Door()
    for number in range(count):
        publisher.expect_request(f"/{number}.xml").respond_with_handler(door)
    asked = [FeedRequest(number, publisher.url_for(f"/{number}.xml")) for number in range(count)]
    return door, [answer for batch in pool.fetch_all(asked, per_host=per_host) for answer in batch]


def test_every_feed_is_answered_once(publisher):
    _door, found = ask(publisher, 40, 40)
    assert sorted(answer.request.pk for answer in found) == list(range(40))
    assert {answer.result for answer in found} == {FetchOutcome.NEW}


def test_one_host_gets_no_more_than_its_limit(publisher):
    door, found = ask(publisher, 8, 2)
    assert (door.most, len(found)) == (2, 8)


def test_a_busy_host_does_not_hold_up_another(publisher):
    door = Door(pause_s=0.3)  # longer than a busy machine needs for the quick one
    slow = [FeedRequest(n, f"http://localhost:{publisher.port}/slow{n}.xml") for n in range(6)]
    for one in slow:
        publisher.expect_request(f"/slow{one.pk}.xml").respond_with_handler(door)
    publisher.expect_request("/quick.xml").respond_with_data(rss("Quick"))
    quick = FeedRequest(99, f"http://127.0.0.1:{publisher.port}/quick.xml")
    order = [a.request.pk for batch in pool.fetch_all([*slow, quick], per_host=1) for a in batch]
    assert order.index(99) < 3


def test_a_hostile_feed_is_refused_and_the_others_are_read(publisher):
    hostile = SHAPES["attributes of one element"](256 * 1024)
    publisher.expect_request("/hostile.xml").respond_with_data(hostile)
    publisher.expect_request("/good.xml").respond_with_data(rss("Good"))
    asked = [
        FeedRequest(1, publisher.url_for("/hostile.xml")),
        FeedRequest(2, publisher.url_for("/good.xml")),
    ]
    found = {a.request.pk: a for batch in pool.fetch_all(asked, per_host=2) for a in batch}
    assert (found[1].result, found[1].code) == (FetchOutcome.FAILED, "too_costly")
    assert found[2].entries[0].title == "Good"


def test_a_run_that_ends_early_leaves_no_process(publisher):
    publisher.expect_request("/hostile.xml").respond_with_data(SHAPES["malformed: nested items"](2**20))
    publisher.expect_request("/good.xml").respond_with_data(rss("Good"))
    asked = [
        FeedRequest(1, publisher.url_for("/hostile.xml")),
        FeedRequest(2, publisher.url_for("/good.xml")),
    ]
    answers = pool.fetch_all(asked, per_host=2)
    assert [one.request.pk for one in next(answers)] == [2]
    assert _parsing()
    answers.close()
    assert _parsing() == []


def _parsing() -> list[int]:
    """Returns the ids of this process's parser processes."""
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        with contextlib.suppress(OSError):
            if f"PPid:\t{os.getpid()}\n" in status.read_text():
                command = (status.parent / "cmdline").read_bytes()
                found += [int(status.parent.name)] if b"news.feeds.parsing_child" in command else []
    return found


def test_nothing_to_ask_gives_nothing():
    assert list(pool.fetch_all([], per_host=2)) == []
