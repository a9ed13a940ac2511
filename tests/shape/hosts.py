"""Two web hosts and two worker hosts behind a proxy: what a host of several must share, and a host that dies.

Run by `make hosts` (root, iproute2, nginx; PostgreSQL and Redis of its own). The tests use one site, in their order.
"""

import concurrent.futures
import re
import secrets
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
import requests

from tests.conftest import REAL_CONNECT
from tests.shape.attacks import mails_to
from tests.shape.on_hosts import NETWORK, PROXY, Hosts, hosts
from tests.shape.running import wait_for

JOBS = 60
NEWS = "/news?headlines=all"
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


@pytest.fixture(scope="module", autouse=True)
def network_of_the_hosts() -> Iterator[None]:
    """Tests are refused everything but loopback (`tests/conftest.py`); here the hosts' own network too."""
    refusing = socket.socket.connect

    def connect(self: socket.socket, address: Any) -> None:
        within = isinstance(address, tuple) and str(address[0]).startswith(f"{NETWORK}.")
        return (REAL_CONNECT if within else refusing)(self, address)

    socket.socket.connect = connect  # type: ignore[method-assign]
    yield
    socket.socket.connect = refusing  # type: ignore[method-assign]


@pytest.fixture(scope="module")
def site(network_of_the_hosts: None) -> Iterator[Hosts]:
    with hosts() as site:
        wait_for(lambda: get(site, "/readyz") == 200, seconds=600, what="readiness", said=site.said)
        wait_for(
            lambda: count(site, "SELECT count(*) FROM indicators_indicatorfigure") > 10
            and count(site, "SELECT count(*) FROM headlines") > 10
            and count(site, "SELECT count(*) FROM indicator_summaries") > 5,
            seconds=600, what="figures, headlines and texts", said=site.said,
        )  # fmt: skip
        yield site


def sql(site: Hosts, query: str, *values: object) -> list[tuple[object, ...]]:
    address = site["web1"].env["DATABASE_URL"].replace("postgres://", "postgresql://")
    with psycopg.connect(address, autocommit=True) as connection:
        cursor = connection.execute(query.encode(), values or None)
        return cursor.fetchall() if cursor.description else []


def count(site: Hosts, query: str) -> int:
    return int(str(sql(site, query)[0][0]))


def get(site: Hosts, path: str, session: requests.Session | None = None) -> int:
    try:
        return (
            (session or site.browser())
            .get(f"https://{PROXY}{path}", timeout=60, allow_redirects=False)
            .status_code
        )
    except requests.RequestException:
        return 0


def send(session: requests.Session, path: str, **fields: str) -> requests.Response:
    token = TOKEN.search(session.get(f"https://{PROXY}{path}", timeout=60).text)
    assert token
    form = {**fields, "csrfmiddlewaretoken": token[1]}
    return session.post(f"https://{PROXY}{path}", form, timeout=60, allow_redirects=False)


def ask_for_code(session: requests.Session, address: str) -> requests.Response:
    return send(session, "/login", email=address, ack="on", lang="en", ack_version="1")


def code_of(site: Hosts, address: str) -> str:
    wait_for(
        lambda: mails_to(site.mailbox, address), seconds=120, what=f"a code for {address}", said=site.said
    )
    found = re.search(r"\b\d{3} ?\d{3}\b", mails_to(site.mailbox, address)[-1])
    assert found
    return found[0]


@pytest.fixture(scope="module")
def reader(site: Hosts) -> requests.Session:
    """A browser that is signed in."""
    session = site.browser()
    assert ask_for_code(session, "ada@example.org").status_code in (302, 303)
    send(session, "/verify", code=code_of(site, "ada@example.org"))
    return session


def page_of(site: Hosts, name: str, path: str, reader: requests.Session) -> str:
    """The reader's page from one of the web hosts."""
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in reader.cookies)
    status, page = site.direct(name, path, f"Cookie: {cookies}")
    assert status == 200, (name, path, status)
    return page


def test_a_code_of_one_host_opens_the_account_on_any(site: Hosts, reader: requests.Session):
    for name in ("web1", "web2"):
        assert "ada@example.org" in page_of(site, name, "/settings", reader)


def test_a_publication_is_seen_by_both_at_once(site: Hosts, reader: requests.Session):
    title = "A title that the publisher corrected a moment ago"

    def shown() -> list[bool]:
        return [title in page_of(site, name, NEWS, reader) for name in ("web1", "web2")]

    assert shown() == [False, False]
    sql(site, "UPDATE headlines SET title = %s WHERE id = (SELECT id FROM headlines WHERE lang = 'en'"
        " ORDER BY published_at DESC LIMIT 1)", title)  # fmt: skip
    assert shown() == [False, False]  # both serve their cached pages
    done = site["work1"].manage(
        "shell", "-c", "from briefing.core.web import cache_versions; cache_versions.invalidate('news')"
    )
    assert done.returncode == 0, done.stderr
    assert shown() == [True, True]


def test_each_host_is_named_with_its_processes_and_the_backup_of_another(site: Hosts):
    assert site["work1"].manage("backup").returncode == 0
    said = site["web1"].manage("doctor", "--json").stdout
    assert "on work1" in said, said
    roles = dict(sql(site, "SELECT host, count(DISTINCT role) FROM briefing_heartbeat GROUP BY host"))
    assert {name: roles.get(name) for name in ("web1", "web2", "work1", "work2")} == {
        "web1": 1, "web2": 1, "work1": 3, "work2": 3,
    }  # fmt: skip
    assert "different settings" not in said


def test_metrics_are_of_the_requested_host(site: Hosts):
    token = f"Authorization: Bearer {site['web1'].env['SERVICE_TOKEN']}"
    before = [_requests(site.direct(name, "/metrics", token)[1]) for name in ("web1", "web2")]
    for _ in range(20):
        site.direct("web1", "/about")
    after = [_requests(site.direct(name, "/metrics", token)[1]) for name in ("web1", "web2")]
    assert after[0] - before[0] >= 20 > after[1] - before[1]


def _requests(text: str) -> float:
    found = re.findall(r"^\w*requests_total\{[^}]*\} ([\d.e+]+)$", text, re.MULTILINE)
    assert found, text[:500]
    return sum(map(float, found))


def test_a_web_host_dies_and_another_is_added_under_load(site: Hosts, reader: requests.Session):
    answers: Counter[int] = Counter()
    forms: Counter[int] = Counter()
    ending = threading.Event()

    def read() -> None:
        session = site.browser()
        session.cookies.update(reader.cookies)
        while not ending.is_set():
            answers[get(site, NEWS, session)] += 1

    def write(number: int) -> None:
        turn = 0
        while not ending.is_set():
            turn += 1
            forms[ask_for_code(site.browser(), f"reader{number}.{turn}@example.org").status_code] += 1
            time.sleep(3)  # under the limit of codes for one client

    with concurrent.futures.ThreadPoolExecutor(8) as crowd:
        for _ in range(6):
            crowd.submit(read)
        crowd.submit(write, 1)
        time.sleep(5)
        site["web2"].lose_power()
        time.sleep(8)
        site.start_web("web3")
        try:
            wait_for(
                lambda: site.direct("web3", "/healthz")[0] == 200, seconds=120, what="web3", said=site.said
            )
            time.sleep(25)  # nginx leaves out for ten seconds a host that did not answer
        finally:
            ending.set()
    token = f"Authorization: Bearer {site['web1'].env['SERVICE_TOKEN']}"
    sys.stderr.write(f"\nweb2 lost, web3 added: pages {dict(answers)}, forms {dict(forms)}\n")
    # A page of which the lost host had sent a part is broken off: nobody can send the rest.
    assert set(answers) <= {200, 0}, answers
    assert answers[0] <= 2, answers
    assert answers[200] > 50
    assert _requests(site.direct("web3", "/metrics", token)[1]) > 5  # it took its share
    # A form that was on its way to the lost host is answered with an error; the reader sends it again.
    taken = forms[302] + forms[303]
    assert taken > 3 and sum(forms.values()) - taken <= 1, forms
    accepted = count(site, "SELECT count(*) FROM briefing_job WHERE kind = 'accounts.send_code'")
    assert accepted >= taken


def test_a_worker_host_dies_with_jobs_waiting(site: Hosts):
    sql(site, "INSERT INTO briefing_job (kind, key, payload, state, attempts, not_before, owner, created_at, outcome)"
        " SELECT 'lease', 'hosts' || n, '{}', 'new', 0, now(), '', now(), '' FROM generate_series(1, %s) n", JOBS)  # fmt: skip
    waiting = "SELECT count(*) FROM briefing_job WHERE starts_with(key, 'hosts') AND state = 'done'"
    wait_for(lambda: count(site, waiting) > 0, seconds=60, what="the first job", said=site.said)
    site["work1"].lose_power()
    address = "grace@example.org"
    began = time.monotonic()
    ask_for_code(site.browser(), address)
    code_of(site, address)
    took = time.monotonic() - began
    wait_for(
        lambda: count(site, waiting) == JOBS, seconds=300, what="the jobs of the lost host", said=site.said
    )
    for table, key in (("briefing_job", "kind, key"), ("headlines", "feed_id, guid"), ("quotes_daily", "symbol, day"),
                       ("indicator_summaries", 'cycle, "group", tone, style')):  # fmt: skip
        assert sql(site, f"SELECT {key} FROM {table} GROUP BY {key} HAVING count(*) > 1") == [], table
    sys.stderr.write(f"\nwork1 lost: {JOBS} of {JOBS} jobs done, a code after {took:.1f} s\n")
    site.start_work("work1")
    wait_for(
        lambda: count(site, "SELECT count(*) FROM briefing_heartbeat WHERE host = 'work1' AND beat_at > now() - interval '20 s'") >= 3,
        seconds=120, what="work1 again", said=site.said,
    )  # fmt: skip


def test_a_host_with_another_secret_is_named(site: Hosts):
    site["web3"].lose_power()
    site["web3"].env["SERVICE_SESSION_SECRET"] = secrets.token_urlsafe(64)
    site.start_web("web3")
    wait_for(
        lambda: "different settings or secrets" in site["work2"].manage("doctor").stdout,
        seconds=120, what="the warning", said=site.said,
    )  # fmt: skip
