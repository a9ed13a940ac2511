"""Faults on Redis, jobs, mail and the processes of the production shape. Each leaves the site as it found it."""

import contextlib
import os
import signal
import socket
import statistics
import threading
import time
from collections.abc import Iterator

from tests.shape.attacks import Stranger
from tests.shape.faults.registry import Seen, fault
from tests.shape.faults.servers import family
from tests.shape.faults.site import Answer, Site
from tests.shape.running import wait_for

JOBS = 60


@contextlib.contextmanager
def load(site: Site, path: str = "/", *, threads: int = 8) -> Iterator[list[Answer]]:
    """Visitors that ask again and again while the block runs."""
    answers: list[Answer] = []
    ending = threading.Event()

    def ask() -> None:
        while not ending.is_set():
            answers.append(site.get(path))

    asking = [threading.Thread(target=ask) for _ in range(threads)]
    for thread in asking:
        thread.start()
    try:
        yield answers
    finally:
        ending.set()
        for thread in asking:
            thread.join()


def told(answers: list[Answer]) -> str:
    bad = [answer for answer in answers if answer.status != 200]
    middle = statistics.median(answer.seconds for answer in answers)
    return f"{len(bad)} of {len(answers)} requests failed, median {middle:.2f} s"


@fault("12", "Redis absent when everything starts")
def redis_absent(site: Site) -> Seen:
    site.stop_processes()
    site.redis.stop()
    site.start()
    site.healthy(seconds=300)
    health, page = site.get("/healthz"), site.get("/")
    staff = site.staff()
    checks = site.readyz()
    assert not checks["broker"]["ok"] and not checks["cache"]["ok"], checks  # type: ignore[index]
    site.redis.start()
    site.settle(site.seed(JOBS), JOBS)
    return Seen(
        f"healthz {health.status}, page {page.status} in {page.seconds:.1f} s; {JOBS} jobs done after it came",
        staff,
    )


@fault("M9", "ALLOWED_HOSTS set by hand; the health check calls 127.0.0.1")
def hosts_by_hand(site: Site) -> Seen:
    found = [site.get(path, host=host).status for path, host in
             (("/healthz", ""), ("/healthz", "briefing.example"), ("/", "evil.example"))]  # fmt: skip
    assert found == [200, 200, 400], found
    return Seen("healthz 200 for both names, 400 for a strange one", "none needed")


@fault("0", "Nothing: the site as it should be")
def nothing(site: Site) -> Seen:
    site.filled()
    took = site.sign_in()
    assert took < 5, f"a code took {took:.1f} s"
    pages = [site.get(path, reader=True) for path in ("/", "/log", "/news", "/settings")]
    assert [page.status for page in pages] == [200] * 4
    return Seen(f"pages 200, a code after {took:.1f} s", site.staff())


@fault("1", "Worker killed (SIGKILL) with jobs waiting")
def worker_killed(site: Site) -> Seen:
    mark = site.seed(JOBS)
    wait_for(lambda: site.done(mark) > 0, seconds=60, what="the first job")
    old = site.kill("worker")
    wait_for(lambda: site.running["worker"].pid != old, seconds=10, what="a new worker")
    site.settle(mark, JOBS)
    return Seen(f"nothing; {JOBS} of {JOBS} jobs done, none twice", "none needed: it was started again")


@fault("6", "A second worker and a second clock")
def second_scheduler(site: Site) -> Seen:
    site.commands |= {"worker2": site.commands["worker"], "beat2": site.commands["beat"]}
    site.start("worker2", "beat2")
    mark = site.seed(JOBS)
    site.settle(mark, JOBS)
    with site.lock:
        for name in ("worker2", "beat2"):
            site.running.pop(name).terminate()
            site.commands.pop(name)
    return Seen(f"nothing; {JOBS} jobs done, every slot and text once", "none needed")


@fault("7", "A web process killed (SIGKILL) under load")
def web_killed(site: Site) -> Seen:
    with load(site) as answers:
        time.sleep(3)
        one = family(site.running["web"].pid)[1]
        os.kill(one, signal.SIGKILL)
        time.sleep(7)
    failed = [answer for answer in answers if answer.status != 200]
    assert len(failed) <= 8, told(answers)
    site.healthy()
    return Seen(told(answers), "none needed: gunicorn forked another")


@fault("13", "Redis killed with jobs queued, and started empty")
def redis_killed(site: Site) -> Seen:
    mark = site.seed(JOBS)
    wait_for(lambda: site.done(mark) > 0, seconds=60, what="the first job")
    site.redis.kill()
    page, staff = site.get("/"), site.staff()
    site.redis.start()
    site.settle(mark, JOBS)
    assert page.status == 200
    return Seen(f"page 200 in {page.seconds:.2f} s; {JOBS} of {JOBS} jobs done", staff)


@fault("14", "Redis frozen (SIGSTOP)")
def redis_frozen(site: Site) -> Seen:
    mark = site.seed(JOBS)
    usual = max(site.get("/").seconds for _ in range(3))
    site.redis.freeze()
    try:
        pages = [site.get("/") for _ in range(6)]
        form = site.get("/login")
        staff = site.staff()
        checks = site.readyz()
    finally:
        site.redis.thaw()
    assert not checks["broker"]["ok"], checks  # type: ignore[index]
    assert {page.status for page in pages} | {form.status} == {200}
    slow = max(page.seconds for page in pages)
    # Two time limits of half a second, and what a page takes that is drawn anew on a machine as busy as this one.
    assert slow < 3 + 10 * usual, f"a page took {slow:.1f} s, usually {usual:.2f} s"
    site.settle(mark, JOBS)
    middle = statistics.median(page.seconds for page in pages)
    return Seen(f"pages 200, the first within {slow:.1f} s, then {middle:.2f} s", staff)


@fault("15", "Redis flushed")
def redis_flushed(site: Site) -> Seen:
    mark = site.seed(JOBS)
    site.redis.client().flushall()
    page = site.get("/settings", reader=True)
    assert (page.status, "@example.org" in page.text) == (200, True)
    site.settle(mark, JOBS)
    return Seen(f"still signed in, page in {page.seconds:.2f} s; all jobs done", "none needed")


@fault("M10", "Redis full (maxmemory reached, noeviction)")
def redis_full(site: Site) -> Seen:
    client = site.redis.client()
    client.config_set("maxmemory-policy", "noeviction")
    client.config_set("maxmemory", "1mb")
    try:
        mark = site.seed(JOBS)
        site.sql(
            "UPDATE briefing_job SET not_before = now() - interval '6 minutes', created_at = now() - interval '6 minutes'"
            " WHERE starts_with(key, %s)",
            mark,
        )
        time.sleep(8)
        page, code = site.get("/"), site.get("/login")
        checks, staff = site.readyz(), site.staff()
    finally:
        client.config_set("maxmemory", "0")
    assert (page.status, code.status) == (200, 200)
    queue = checks["queue"]
    assert isinstance(queue, dict)
    assert (queue["ok"], queue["oldest_waiting_s"] > 300) == (False, True), queue
    site.settle(mark, JOBS)
    return Seen(
        f"pages 200 in {page.seconds:.2f} s; jobs wait, done when there is room",
        f"oldest job waits {queue['oldest_waiting_s']} s; {staff}",
    )


@fault("22", "A poison job among others")
def poison(site: Site) -> Seen:
    site.sql(
        "INSERT INTO briefing_job (kind, key, payload, state, attempts, not_before, owner, created_at, outcome)"
        " VALUES ('commentary.send_digest', 'poison', '{}', 'new', 0, now(), '', now(), '')"
    )
    site.settle(site.seed(JOBS), JOBS)

    def dead() -> bool:
        # Its pauses grow to minutes; what is tested is that it ends.
        site.sql(
            "UPDATE briefing_job SET not_before = now(), woken_at = NULL WHERE key = 'poison' AND state = 'new'"
        )
        return site.count("SELECT count(*) FROM briefing_job WHERE key = 'poison' AND state = 'dead'") == 1

    wait_for(dead, seconds=180, what="the end of the poison")
    staff = site.staff()
    attempts = site.count("SELECT attempts FROM briefing_job WHERE key = 'poison'")
    site.sql("DELETE FROM briefing_job WHERE key = 'poison'")
    return Seen(f"nothing; {JOBS} others done, it permanently failed after {attempts} attempts", staff)


@fault("28", "Mail server that takes connections and says nothing")
def mail_hangs(site: Site) -> Seen:
    mailbox, port = site.mailbox, site.mailbox.port
    mailbox.__exit__()
    before = len(mailbox.messages)
    with socket.create_server(("127.0.0.1", port)):
        asked = time.monotonic()
        site.get("/login")
        status, _page = Stranger(site.service, "198.18.200.9").ask("waits@example.org")
        took = time.monotonic() - asked
        site.settle(site.seed(10), 10)  # what has nothing to do with mail goes on
    mailbox.listen(port)
    assert (status, took < 3) == (200, True), f"{status} after {took:.1f} s"

    def came() -> bool:
        site.sql(
            "UPDATE briefing_job SET not_before = now(), woken_at = NULL WHERE kind = 'accounts.send_code' AND state = 'new'"
        )
        return len(mailbox.messages) > before

    wait_for(came, seconds=120, what="the code", said=site.service.said)
    time.sleep(3)
    assert len(mailbox.messages) == before + 1, f"{len(mailbox.messages) - before} messages"
    return Seen(
        f"the form after {took:.1f} s; the code once, when the server spoke again", "see 22: failed jobs"
    )
