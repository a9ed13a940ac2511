"""Parsing in subprocesses with limits."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from news.feeds import parse as parsing
from news.feeds.parsers import ROOT, Parsers
from tests.news.conftest import rss
from tests.news.hostile_feeds import SHAPES
from tests.shape.running import alive, wait_for

# Parsed for many seconds without a limit of `bounds` being reached.
ENDLESS = SHAPES["malformed: nested items"](2**20)


def pids(parsers: Parsers) -> list[int]:
    return [process.pid for process in list(parsers._all)]  # threads add to it meanwhile


def test_document_comes_back_whole():
    document = rss("Più crescita", "Prices & rates".replace("&", "&amp;"), ttl="<ttl>45</ttl>").encode()
    with Parsers() as parsers:
        assert parsers.parse(document, url="https://a.example/") == parsing.parse(
            document, url="https://a.example/"
        )


def test_refusal_comes_back_with_its_code():
    with Parsers() as parsers, pytest.raises(parsing.Unreadable) as caught:
        parsers.parse(b"just words")
    assert caught.value.code == "not_a_feed"


def test_many_threads_share_two_processes():
    found = []
    with Parsers() as parsers:
        threads = [
            threading.Thread(target=lambda n=n: found.append(parsers.parse(rss(f"Title {n}").encode()).entries[0].title))
            for n in range(12)
        ]  # fmt: skip
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(pids(parsers)) <= 2
    assert sorted(found) == sorted(f"Title {n}" for n in range(12))


def test_document_that_takes_too_long_is_ended_and_the_next_is_read():
    with Parsers(within_s=1) as parsers:
        with pytest.raises(parsing.Unreadable) as caught:
            parsers.parse(ENDLESS)
        assert (caught.value.code, "more than 1 second" in str(caught.value)) == ("too_costly", True)
        assert pids(parsers) == []
    with Parsers() as parsers:
        assert parsers.parse(rss("Next").encode()).entries[0].title == "Next"


def test_closing_ends_who_is_busy():
    parsers, heard = Parsers(), []

    def read() -> None:
        with pytest.raises(parsing.Unreadable) as caught:
            parsers.parse(ENDLESS)
        heard.append(caught.value.code)

    thread = threading.Thread(target=read)
    thread.start()
    wait_for(lambda: pids(parsers), seconds=20, what="a process")
    busy = pids(parsers)
    parsers.close()
    thread.join()
    assert (heard, [alive(pid) for pid in busy]) == (["stopped"], [False])
    with pytest.raises(parsing.Unreadable):
        parsers.parse(rss("Late").encode())


def test_closing_before_the_document_is_sent_is_the_same_refusal():
    class ClosedMeanwhile(Parsers):
        def _idle_process(self) -> subprocess.Popen[bytes]:
            process = super()._idle_process()
            self.close()
            return process

    with pytest.raises(parsing.Unreadable) as caught:
        ClosedMeanwhile().parse(ENDLESS)
    assert caught.value.code == "stopped"


def test_idle_process_that_was_killed_is_replaced():
    with Parsers() as parsers:
        parsers.parse(rss("One").encode())
        (first,) = pids(parsers)
        os.kill(first, signal.SIGKILL)
        wait_for(lambda: not alive(first), seconds=20, what="its end")
        assert parsers.parse(rss("Two").encode()).entries[0].title == "Two"


def test_process_ends_with_who_asks(tmp_path):
    code = (
        "import time\nfrom news.feeds.parsers import Parsers\np = Parsers()\np.parse(b'<rss version=\"2.0\"><channel/></rss>')\n"
        "print(*[one.pid for one in p._all], flush=True)\ntime.sleep(100)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as asking:
        assert asking.stdout
        pid = int(asking.stdout.readline())
        asking.kill()
    wait_for(lambda: not alive(pid), seconds=20, what="the end of the process that parses")


def test_process_knows_no_secret(monkeypatch):
    monkeypatch.setenv("SERVICE_SESSION_SECRET", "swordfish")
    with Parsers() as parsers:
        parsers.parse(rss("One").encode())
        assert b"swordfish" not in Path(f"/proc/{pids(parsers)[0]}/environ").read_bytes()


def child(code: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", f"from news.feeds import parsing_child as c\n{code}"]
    return subprocess.run(command, cwd=ROOT, input=stdin, capture_output=True, timeout=120, check=False)


def test_kernel_ends_what_takes_too_much_of_the_processor():
    assert child("c._grant(0)\nwhile True: pass").returncode == -signal.SIGXCPU


def test_what_takes_too_much_memory_is_refused():
    body = rss("x" * 30_000_000).encode()
    request = b'{"url": "", "content_type": "", "size": %d}\n' % len(body) + body
    done = child("c.MEMORY = 250 * 2**20\nc.main()", request)
    assert b"too much memory" in done.stdout or done.returncode == 70


@pytest.mark.parametrize("name", [name for name in SHAPES if name != "malformed: names in cdata"])
def test_every_hostile_shape_is_read_or_refused_without_the_clock(name, parsers):
    try:
        parsers.parse(SHAPES[name](2**18), url="https://a.example/", content_type="application/xml")
    except parsing.Unreadable as error:
        assert "seconds" not in str(error)


@pytest.fixture(scope="module")
def parsers():
    with Parsers() as shared:
        yield shared
