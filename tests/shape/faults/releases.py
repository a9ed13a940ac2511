"""Faults of starting, ending and replacing the processes of the production shape. Each leaves the site as it found it."""

import contextlib
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.shape.faults.production import JOBS, load, told
from tests.shape.faults.registry import Seen, fault
from tests.shape.faults.site import Site
from tests.shape.running import ROOT, free_port, wait_for


def restarted(site: Site, name: str) -> bool:
    """As systemd and compose do it: asked to end, and killed after 40 s. Whether it ended by itself."""
    old = site.running[name]
    old.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        old.wait(40)
    alone = old.poll() is not None
    old.kill()
    wait_for(lambda: site.running[name] is not old, seconds=20, what=f"a new {name}")
    return alone


def rows(site: Site) -> dict[str, int]:
    tables = ("headlines", "quotes_daily", "quotes", "indicator_summaries", "accounts_user", "briefing_job")
    return {table: site.count(f"SELECT count(*) FROM {table}") for table in tables}


@fault("M14", "Rolling upgrade under load: web reloaded (HUP), workers and clock restarted one by one")
def rolling_upgrade(site: Site) -> Seen:
    mark, before = site.seed(JOBS), rows(site)
    with load(site, "/login", threads=4) as answers:
        for _ in range(2):
            site.running["web"].send_signal(signal.SIGHUP)
            time.sleep(12)
        alone = [restarted(site, name) for name in ("worker", "urgent", "beat")]
        time.sleep(5)
    site.settle(mark, JOBS, seconds=600)  # behind the first figures and texts, where this one is tried alone
    assert [answer.status for answer in answers if answer.status != 200] == [], told(answers)
    after = rows(site)
    assert alone[-1], "the clock had to be killed"
    assert all(after[table] >= count for table, count in before.items()), (before, after)
    slow = max(answer.seconds for answer in answers)
    return Seen(
        f"{told(answers)}, slowest {slow:.1f} s; {JOBS} of {JOBS} jobs done, none twice; {sum(before.values())} rows before, "
        f"{sum(after.values())} after, none lost",
        f"none needed; {alone.count(True)} of 3 processes ended before they were killed (after 40 s)",
    )


@fault(
    "M14",
    "The clock told to end (SIGTERM): at any moment, with PostgreSQL frozen or away, with Redis frozen or away",
)
def clock_ends(site: Site) -> Seen:
    took = [_ends_within(site, contextlib.nullcontext()) for _ in range(6)]
    for server in (site.postgresql, site.redis):
        took += [_ends_within(site, server.frozen()), _ends_within(site, server.away())]
    site.settle(site.seed(10), 10)
    return Seen(
        "nothing; 10 jobs done by the next clock", f"exit code 0 each time, after {max(took):.1f} s at most"
    )


def _ends_within(site: Site, trouble: contextlib.AbstractContextManager[None]) -> float:
    """The seconds that a clock takes which ticks and meets the trouble."""
    clock = site.running["beat"]
    ticked = "SELECT count(*) FROM briefing_heartbeat WHERE role = 'clock' AND pid = %s"
    wait_for(
        lambda: site.count(ticked, clock.pid), seconds=120, what="a clock that ticks", said=site.service.said
    )
    with trouble:
        time.sleep(random.uniform(1, 4))
        began = time.monotonic()
        clock.terminate()
        assert clock.wait(40) == 0, f"exit code {clock.returncode}"
        took = time.monotonic() - began
    wait_for(lambda: site.running["beat"] is not clock, seconds=20, what="the next clock")
    return took


@fault("M3", "Bare install: `web` started from a fresh copy without collectstatic")
def bare_install(site: Site) -> Seen:
    copy = Path(tempfile.mkdtemp(dir=site.service.folder)) / "copy"  # a new one each time that this is tried
    subprocess.run(["git", "clone", "--quiet", "--shared", str(ROOT), str(copy)], check=True)
    port = free_port()
    command = [
        sys.executable,
        str(copy / "manage.py"),
        "web",
        "--bind",
        f"127.0.0.1:{port}",
        "--workers",
        "1",
    ]
    with subprocess.Popen(command, env=site.service.env, cwd=copy, stderr=subprocess.DEVNULL) as web:
        usual, site.service.port = site.service.port, port
        try:
            wait_for(lambda: site.get("/healthz").status == 200, seconds=600, what="the bare copy")
            found = [site.get(path).status for path in ("/", "/login", "/no-such-page")]
        finally:
            site.service.port = usual
            web.terminate()
    assert found == [200, 200, 404], found
    return Seen(
        "pages 200, the error page 404 with its style", "none needed: `web` collects, or says what to do"
    )
