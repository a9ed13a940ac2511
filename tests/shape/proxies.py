"""The shipped nginx.conf and Caddyfile before the real web process, on loopback. Run by `.ci/run`.

Not named test_*: it needs Debian's nginx and caddy, and says so where they are not installed.
"""

import contextlib
import http.client
import shutil
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.core.outside.upstream import upstream
from tests.shape.on_proxies import HOST, Front, proxied
from tests.shape.on_servers import running
from tests.shape.running import Service, wait_for

SLOW, ORDINARY = 16, 50
KINDS = ("heads", "bodies", "halves", "chunks", "readers")
STRANGER = "127.77.0.3"
SECRET = "s3cr3t-of-a-reader"
LARGE = "/api/schema"
WALK = (
    f"/feeds/log/novice/en.atom?token={SECRET}", f"/digest/unsubscribe?t={SECRET}", f"/confirm/link?token={SECRET}",
    f"/feeds/news/en.json%3Ftoken={SECRET}", f"/agenda.ics?token={SECRET}", f"/no-such-page?x={SECRET}",
)  # fmt: skip


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The web process as `manage.py web` starts it, on SQLite."""
    folder = tmp_path_factory.mktemp("web")
    found = Service(
        folder, BASE_URL=f"https://{HOST}", TRUSTED_PROXIES="127.0.0.1", ALLOWED_HOSTS=f"{HOST},127.0.0.1"
    )
    assert found.manage("migrate", "--verbosity", "0").returncode == 0
    with running(found, ["web", "--bind", f"127.0.0.1:{found.port}", "--access-log"]):
        wait_for(
            lambda: found.status("/healthz") == 200, seconds=120, what="the web process", said=found.said
        )
        yield found


@pytest.fixture(scope="module", params=["nginx", "caddy", "gunicorn"])
def front(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, service: Service
) -> Iterator[Front]:
    folder = tmp_path_factory.mktemp(request.param)
    if request.param == "gunicorn":
        (folder / "logs").mkdir()
        yield Front("gunicorn", service.port, service, folder / "logs")
        return
    if not shutil.which(request.param):
        pytest.skip(
            f"DID NOT RUN: {request.param} is not installed (Debian: apt-get install {request.param})"
        )
    with proxied(request.param, folder, service) as found:
        yield found


def begin(front: Front, kind: str, cookie: str) -> socket.socket:
    """One of a stranger's slow connections. With the form's cookie and origin, or the body would not be waited for."""
    scheme = "http" if front.name == "gunicorn" else "https"
    head = f"Host: {HOST}\r\nCookie: {cookie}\r\nOrigin: {scheme}://{HOST}\r\n"
    post = f"POST /login HTTP/1.1\r\n{head}Content-Type: application/x-www-form-urlencoded\r\n"
    sent = {
        "heads": f"GET / HTTP/1.1\r\n{head}",
        "bodies": f"{post}Content-Length: 300\r\n\r\n",
        "halves": f"{post}Content-Length: 100000\r\n\r\nemail=" + "a" * 20_000,
        "chunks": f"{post}Transfer-Encoding: chunked\r\n\r\n5\r\n",
        "readers": f"GET {LARGE} HTTP/1.1\r\n{head}\r\n",
    }[kind]
    opened = front.connect(STRANGER)
    opened.sendall(sent.encode())
    return opened


@pytest.mark.parametrize("kind", KINDS)
def test_ordinary_requests_pass_while_sixteen_are_slow(front: Front, kind: str):
    cookie = front.ask("/login", client=STRANGER).headers["Set-Cookie"].partition(";")[0]
    with contextlib.ExitStack() as stack:
        for _ in range(SLOW):
            stack.enter_context(begin(front, kind, cookie))
        time.sleep(1)  # a proxy hands on what it does not hold back
        began = time.monotonic()
        found = [
            front.ask("/login", client=f"127.77.1.{1 + KINDS.index(kind)}").status for _ in range(ORDINARY)
        ]
        took = time.monotonic() - began
        health = front.service.status("/healthz")
    assert (found, health, took < 10) == ([200] * ORDINARY, 200, True), took


def test_half_a_body_does_not_reach_what_is_behind_the_proxy(front: Front, tmp_path: Path):
    if front.name == "gunicorn":
        pytest.skip("there is nothing behind it")
    with upstream(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n") as behind:
        service = Service(tmp_path)
        service.port = behind.port
        with proxied(front.name, tmp_path / "front", service) as buffering:
            before = behind.connections
            with begin(buffering, "halves", "x=y"):
                time.sleep(2)
                assert behind.connections == before


@pytest.mark.parametrize(
    "header",
    ["SCRIPT_NAME: /robots.txt", "SCRIPT_NAME: /x", "PATH_INFO: /healthz", "X-Forwarded-Ssl: on", "X-Forwarded-Protocol: ssl",
     "X-Forwarded-Host: evil.example", "X-Forwarded-Ssl: off"],
)  # fmt: skip
def test_a_visitors_header_changes_neither_path_nor_scheme_nor_host(front: Front, header: str):
    found = []
    for more in ("", f"{header}\r\n"):
        with front.connect(STRANGER) as opened:
            opened.sendall(
                f"GET /robots.txt HTTP/1.1\r\nHost: {HOST}\r\n{more}Connection: close\r\n\r\n".encode()
            )
            answer = http.client.HTTPResponse(opened)
            answer.begin()
            found.append((answer.status, answer.read()))
    assert found[0] == found[1]
    assert found[0][0] == 200


def test_plain_http_leads_to_our_own_name_alone(front: Front):
    if front.name != "nginx":
        pytest.skip("Caddy makes its own redirect, for the names that it serves; gunicorn has no second port")
    with front.connect(STRANGER, front.plain_port) as opened:
        opened.sendall(b"GET /news?q=x HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
        answer = http.client.HTTPResponse(opened)
        answer.begin()
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{HOST}/news?q=x")


def test_logs_hold_no_secret_and_no_address(front: Front):
    for path in WALK:
        front.ask(
            path,
            client=STRANGER,
            Referer=f"https://{HOST}/digest/unsubscribe?t={SECRET}",
            Cookie=f"x={SECRET}",
        )
    if front.name == "nginx":
        front.ask(WALK[0], client=STRANGER, port=front.plain_port)
    wait_for(lambda: "/no-such-page" in front.said(), seconds=10, what="the last line", said=front.said)
    said = front.said()
    assert "/feeds/log/novice/en.atom" in said
    assert (SECRET in said, STRANGER in said) == (False, False), [
        line for line in said.splitlines() if SECRET in line or STRANGER in line
    ][:3]


def test_what_fails_behind_the_proxy_is_logged_without_secrets(front: Front, tmp_path: Path):
    if front.name == "gunicorn":
        pytest.skip("there is nothing behind it")
    nobody = Service(tmp_path)  # at whose port nothing listens
    with proxied(front.name, tmp_path / "front", nobody) as broken:
        assert broken.ask(WALK[0], client=STRANGER, Referer=f"https://{HOST}/?t={SECRET}").status == 502
        wait_for(lambda: "502" in broken.said(), seconds=10, what="its line", said=broken.said)
        said = broken.said()
    assert (SECRET in said, STRANGER in said) == (False, False), said[-2000:]


def test_too_many_requests_are_429(front: Front):
    if front.name != "nginx":
        pytest.skip("Debian's Caddy has no limit of its own, gunicorn neither")
    found = [front.ask("/healthz", client="127.77.0.9") for _ in range(200)]
    assert {answer.status for answer in found} == {200, 429}
    assert next(answer for answer in found if answer.status == 429).headers["Retry-After"] == "2"
