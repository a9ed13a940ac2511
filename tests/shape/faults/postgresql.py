"""Faults on PostgreSQL in the production shape. Each leaves the site as it found it."""

import concurrent.futures
import time

from tests.shape.faults.production import JOBS, told
from tests.shape.faults.registry import Seen, fault
from tests.shape.faults.site import KEPT, Site
from tests.shape.running import wait_for


@fault("16", "PostgreSQL restarted (fast)")
def postgresql_restarted(site: Site) -> Seen:
    site.postgresql.stop()
    site.postgresql.start()
    answers = [site.get("/settings", reader=True) for _ in range(20)]
    assert [answer.status for answer in answers] == [200] * 20, told(answers)
    return Seen("twenty pages of twenty", "none needed")


@fault("17", "PostgreSQL down")
def postgresql_down(site: Site) -> Seen:
    site.get("/", reader=True), site.get("/log", reader=True), site.get("/")
    site.postgresql.stop()
    try:
        kept = [site.get("/"), site.get("/", reader=True), site.get("/log", reader=True)]
        other, health = site.get("/settings", reader=True), site.get("/healthz")
        staff = site.staff()
        time.sleep(5.2)
        ready = site.get("/readyz")
    finally:
        site.postgresql.start()
    assert [(page.status, KEPT in page.text) for page in kept] == [(200, True)] * 3, [
        page.status for page in kept
    ]
    assert (other.status, other.seconds < 3.5, health.status, ready.status) == (503, True, 200, 503), other
    wait_for(lambda: KEPT not in site.get("/").text, seconds=15, what="the page itself")
    site.settle(site.seed(10), 10)
    return Seen("the front pages and the log as kept, with their age; others 503", f"readyz 503; {staff}")


@fault("M4", "PostgreSQL frozen (SIGSTOP), 30 readers at once")
def postgresql_frozen(site: Site) -> Seen:
    site.get("/"), site.get("/", reader=True)  # a copy is made when a page is served
    site.postgresql.freeze()
    try:
        with concurrent.futures.ThreadPoolExecutor(30) as crowd:
            answers = list(crowd.map(lambda _: site.get("/"), range(30)))
        health, again = site.get("/healthz"), site.get("/")
    finally:
        site.postgresql.thaw()
    assert {answer.status for answer in answers} <= {200, 503}, {answer.status for answer in answers}
    slow = max(answer.seconds for answer in answers)
    assert slow < 40, f"a page hung for {slow:.0f} s"
    assert (health.status, again.status, KEPT in again.text) == (200, 200, True), (
        health.status,
        again.status,
    )
    site.healthy()
    site.settle(site.seed(10), 10)
    return Seen(
        f"first answers after {slow:.0f} s at most, then the kept page in {again.seconds:.1f} s, healthz 200",
        "readyz 503 meanwhile",
    )


@fault("18", "All sessions of PostgreSQL terminated with jobs running")
def sessions_terminated(site: Site) -> Seen:
    mark = site.seed(JOBS)
    wait_for(lambda: site.done(mark) > 0, seconds=60, what="the first job")
    site.sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = 'briefing'"
    )
    page = site.get("/settings", reader=True)
    site.settle(mark, JOBS)
    assert page.status == 200
    return Seen(f"page {page.status}; {JOBS} jobs done, none twice", "none needed")


@fault("M12", "Clock started before PostgreSQL")
def clock_first(site: Site) -> Seen:
    site.postgresql.stop()
    old = site.kill("beat")
    wait_for(lambda: site.running["beat"].pid != old, seconds=10, what="a new clock")
    pid = site.running["beat"].pid
    time.sleep(6)
    same = site.running["beat"].pid == pid
    site.postgresql.start()
    assert same, "the clock ended instead of waiting"
    site.settle(site.seed(10), 10)
    return Seen("nothing; 10 jobs done by the same clock afterwards", "its heartbeat, while it waits")
